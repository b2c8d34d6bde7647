package org.xpand.simulator.site;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.xpand.alm.overlay.GroupStack;
import org.xpand.alm.site.Delegate;
import org.xpand.alm.site.GroupLimit;
import org.xpand.alm.site.GroupMembership;
import org.xpand.alm.site.GroupSites;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.lossy.LossyMember;
import org.xpand.protocols.relay.GroupMember;
import org.xpand.protocols.relay.MemberReceiver;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.segment.Segment;

/** One process of a simulated site as a member of one group that sends and receives, and possibly the site's delegate. */
public final class SimulatedProcess {
    private final SimulatedHost host;
    private final GroupName group;
    private GroupService service;
    private final Observer observer;
    private MemberApplication application;
    private MemberId memberId = new MemberId(0);
    private boolean leavesRefused;

    /** Observes a process and its application. */
    public interface Observer {
        /** A message of {@code sender} has arrived, with its header. */
        default void message(SimulatedProcess at, SenderId sender, WholeMessage message, long nowNanos) {
            delivered(at, sender, message.payload(), nowNanos);
        }

        /** A message of {@code sender} was delivered. */
        void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos);

        /** A message was accepted; its last segment has the number before {@code end}. */
        default void accepted(SimulatedProcess at, byte[] payload, long end) {
        }

        /** A message of a layered group was accepted, with this number in its precedence. */
        default void accepted(SimulatedProcess at, int precedence, long number, byte[] payload) {
            accepted(at, payload, number + 1);
        }

        /** A message of a layered group has arrived, with its number in its precedence. */
        default void message(SimulatedProcess at, SenderId sender, int precedence, long number, byte[] payload, long nowNanos) {
            delivered(at, sender, payload, nowNanos);
        }

        /** Messages of a layered group, of a precedence and from {@code first} to before {@code end}, will not arrive. */
        default void dropped(SimulatedProcess at, SenderId sender, int precedence, long first, long end) {
        }

        /** Segments of {@code sender} from {@code first} to before {@code end} will not arrive. */
        default void gap(SimulatedProcess at, SenderId sender, long first, long end) {
        }

        /** A gap with the lost messages as far as they are known, see {@link MemberReceiver.Sink}. */
        default void gap(SimulatedProcess at, SenderId sender, long first, long end, long firstMessage, long lastMessage) {
            gap(at, sender, first, end);
        }

        /** The process begins to join the group, with its present identity. */
        default void joins(SimulatedProcess at) {
        }

        /** The process leaves the group. */
        default void leaves(SimulatedProcess at) {
        }

        /** The process has joined the group. */
        default void joined(SimulatedProcess at) {
        }

        /** The process was excluded from the group. */
        default void expelled(SimulatedProcess at, String reason) {
        }

        /** The process dies. */
        default void dies(SimulatedProcess at) {
        }

        /** The process hangs for a while; if that is longer than the notice, its site continues without it. */
        default void hangs(SimulatedProcess at, long forNanos, long noticeNanos) {
        }

        /**
         * The LAN of the process's site splits; called once, for a process of one half.
         *
         * @param half        the processes of that half
         * @param forNanos    time until the halves merge, ns
         * @param noticeNanos time until both halves notice, ns
         */
        default void splits(SimulatedProcess at, List<SimulatedProcess> half, long forNanos, long noticeNanos) {
        }

        /** The process is about to drop what it holds as a delegate. */
        default void resigns(SimulatedProcess at) {
        }

        /** The process, as delegate, no longer waits for another site. */
        default void siteDropped(SimulatedProcess at, SiteId site) {
        }

        /** The limits of the group at the site, as announced to the process, have changed. */
        default void limited(SimulatedProcess at, List<GroupLimit> now) {
        }

        /** The members of the group, as announced to the process, have changed. */
        default void sites(SimulatedProcess at, GroupSites now) {
        }
    }

    SimulatedProcess(SimulatedHost host, GroupName group, GroupService service, Observer observer) {
        this.host = host;
        this.group = group;
        this.service = service;
        this.observer = observer;
        this.application = MemberApplication.of(service, this);
        host.add(this);
    }

    /** Its identity on the LAN. */
    public long id() {
        return host.id();
    }

    /** Its site. */
    public SiteId site() {
        return host.site();
    }

    /** The group of which it is a member, or may become one. */
    public GroupName group() {
        return group;
    }

    /** Its identity as a sender of the group; drawn anew by every {@link #join}. */
    public SenderId sender() {
        return new SenderId(site(), memberId);
    }

    /** Whether it is a member of the group. */
    public boolean isMember() {
        return application.membership() != null;
    }

    /** Whether it is alive. */
    public boolean alive() {
        return !host.lan().dead(id());
    }

    /** The memberships of the same process in all its groups, this one included. */
    public List<SimulatedProcess> memberships() {
        return List.copyOf(host.memberships());
    }

    /** The membership of the same process in a group. */
    SimulatedProcess in(GroupName other) {
        return host.memberships().stream().filter(each -> each.group.equals(other)).findFirst().orElseThrow();
    }

    /** Its observer. */
    Observer observer() {
        return observer;
    }

    SimulatedHost host() {
        return host;
    }

    /** Its role as its site's delegate; empty while it does not serve as such. */
    Optional<Delegate> role() {
        return host.delegate();
    }

    /** Its stack for the group as delegate; empty if it is none or sees no members. */
    Optional<GroupStack> stack() {
        return role().flatMap(role -> role.stack(group));
    }

    /** Its state as a member, for reading; empty if it is none, or the group is layered. */
    public Optional<GroupMember> member() {
        return application instanceof ReliableMemberApplication reliable ? reliable.member() : Optional.empty();
    }

    /** Its state as a member of a layered group, for reading; empty if it is none, or the group is reliable. */
    public Optional<LossyMember> layeredMember() {
        return application instanceof LayeredMemberApplication layered ? layered.member() : Optional.empty();
    }

    /** The members of the group, as announced to it. */
    public GroupSites sites() {
        return isMember() ? application.membership().sites() : GroupSites.NONE;
    }

    /** Whether it holds a segment as a member, for its site or because the segment is its own. */
    public boolean holdsAsMember(SenderId sender, long number) {
        return member().filter(member -> member.holds(sender, number)).isPresent();
    }

    /** Whether it holds a segment as a delegate, and could send it to others. */
    public boolean holdsAsDelegate(SenderId sender, long number) {
        Segment segment = stack().map(stack -> stack.reliability().segment(sender, number)).orElse(null);
        return segment != null && !segment.lost();
    }

    /** Whether it runs now: it is alive and does not hang. */
    public boolean runs() {
        return host.lan().runs(id());
    }

    /** Messages offered and not yet stable; in a layered group, not yet sent on the LAN. */
    public int pending() {
        return application.pending();
    }

    /** Those of a precedence, of a layered group. */
    int pending(int precedence) {
        return application.pending(precedence);
    }

    /** Joins the group; the observer is notified when this is done. */
    public void join(MemberId newMemberId) {
        memberId = newMemberId;
        observer.joins(this);
        application.join(service, memberId);
        host.turn();
    }

    /** Requests another rate control of the group, with these settings. */
    public void changeStrategy(String strategy, Map<String, String> settings, GroupMembership.ChangeListener listener) {
        changeStrategy(service(), strategy, settings, listener);
    }

    /** Requests another rate control than the group had some time ago, as an application's thread may that the change of another member overtakes. */
    public void changeStrategy(GroupService from, String strategy, Map<String, String> settings, GroupMembership.ChangeListener listener) {
        host.process().ask(application.membership(), from.changed(strategy, "", settings), listener);
        host.turn();
    }

    /** Whether it has requested another rate control and has no answer yet. */
    public boolean changes() {
        return isMember() && application.membership().asks();
    }

    /** Sets the charter with which it joins the group; it leaves again when that is refused. */
    public void takesGroupFor(GroupService what) {
        if (what.layered() != service.layered()) {
            application = MemberApplication.of(what, this);
        }
        service = what;
        leavesRefused = true;
    }

    /** Its present charter of the group. */
    public GroupService service() {
        return isMember() ? application.membership().service() : service;
    }

    /** Leaves the group. */
    public void leave() {
        observer.leaves(this);
        if (isMember()) {
            host.process().leave(application.membership(), host.queue().now());
        }
        application.left();
        host.turn();
    }

    /** The application offers a message; it is accepted when the send window opens. */
    public void offer(byte[] message) {
        offer(0, message);
    }

    /**
     * The application offers a message; it is accepted when the window of its precedence opens.
     *
     * @param precedence 0 in a reliable group
     */
    public void offer(int precedence, byte[] message) {
        application.offer(precedence, message);
        call();
        host.turn();
    }

    /**
     * The application of a reliable group offers a message with a header.
     *
     * @param kind     one of {@link MessageHeader}
     * @param to       the receiving member; null for the group
     * @param exchange the exchange to which it belongs; 0 for none
     */
    public void offer(int kind, SenderId to, long exchange, byte[] message) {
        ((ReliableMemberApplication) application).offer(kind, to, exchange, message);
        call();
        host.turn();
    }

    /** Runs an action as soon as the process runs and is not paused, in order with arrivals; never if it is dead by then. */
    public void whenItRuns(Runnable what) {
        host.whenItRuns(what);
    }

    /** Lets the membership take its next turn. */
    void call() {
        if (isMember()) {
            application.membership().call();
        }
    }

    /** The application stops or continues to consume messages. */
    public void consumes(boolean value) {
        application.consumes(value);
    }

    /** The process gets no processor for a while: arrivals wait for it. */
    public void pause(long forNanos) {
        host.pause(forNanos);
    }

    /** Does what is due now. */
    void turn() {
        host.turn();
    }

    /** The members of the group have changed. */
    void sitesChanged(GroupSites now) {
        observer.sites(this, now);
        if (leavesRefused && now.refusal().isPresent()) {
            host.queue().schedule(host.queue().now() + 1, this::leave);
        }
    }
}
