package org.xpand.simulator.site;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.xpand.alm.overlay.GroupStack;
import org.xpand.alm.site.Delegate;
import org.xpand.alm.site.GroupLimit;
import org.xpand.alm.site.GroupMembership;
import org.xpand.alm.site.GroupSites;
import org.xpand.alm.site.ReliableApplication;
import org.xpand.alm.site.ReliableMembership;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.relay.GroupMember;
import org.xpand.protocols.relay.LocalSender;
import org.xpand.protocols.relay.MemberReceiver;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.segment.Segment;

/** One process of a simulated site as a member of one group that sends and receives, and perhaps the site's delegate. */
public final class SimulatedProcess implements ReliableApplication {
    private final SimulatedHost host;
    private final GroupName group;
    private GroupService service;
    private final Observer observer;
    private final ArrayDeque<Offer> offered = new ArrayDeque<>();
    private final List<Runnable> unconsumed = new ArrayList<>();
    private ReliableMembership membership;
    private MemberId memberId = new MemberId(0);
    private boolean consumes = true;
    private boolean leavesRefused;

    /** A message that waits for the window; {@code header} is empty for one without. */
    private record Offer(byte[] header, byte[] payload, boolean toGroup) {
    }

    /** Hears what happens at a process's application. */
    public interface Observer {
        /** A message of {@code sender} has come, with what its header says. */
        default void message(SimulatedProcess at, SenderId sender, WholeMessage message, long nowNanos) {
            delivered(at, sender, message.payload(), nowNanos);
        }

        /** A message of {@code sender} was delivered. */
        void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos);

        /** A message was accepted; its last segment has the number before {@code end}. */
        default void accepted(SimulatedProcess at, byte[] payload, long end) {
        }

        /** Segments of {@code sender} from {@code first} to before {@code end} will not come. */
        default void gap(SimulatedProcess at, SenderId sender, long first, long end) {
        }

        /** The same, with the messages that are lost as far as they are known, as {@link MemberReceiver.Sink} says. */
        default void gap(SimulatedProcess at, SenderId sender, long first, long end, long firstMessage, long lastMessage) {
            gap(at, sender, first, end);
        }

        /** The process begins to join the group, by the identity it has now. */
        default void joins(SimulatedProcess at) {
        }

        /** The process leaves the group. */
        default void leaves(SimulatedProcess at) {
        }

        /** The process has joined the group. */
        default void joined(SimulatedProcess at) {
        }

        /** The process was put out of the group. */
        default void expelled(SimulatedProcess at, String reason) {
        }

        /** The process dies. */
        default void dies(SimulatedProcess at) {
        }

        /** The process hangs for a while; if that is longer than the notice, its site goes on without it. */
        default void hangs(SimulatedProcess at, long forNanos, long noticeNanos) {
        }

        /**
         * The LAN of the process's site falls into two; told once, at a process of one half.
         *
         * @param half        the processes of that half
         * @param forNanos    how long until the halves are one LAN again, ns
         * @param noticeNanos how long until both halves notice, ns
         */
        default void splits(SimulatedProcess at, List<SimulatedProcess> half, long forNanos, long noticeNanos) {
        }

        /** What the process holds as a delegate is about to go. */
        default void resigns(SimulatedProcess at) {
        }

        /** The process, as delegate, no longer waits for another site. */
        default void siteDropped(SimulatedProcess at, SiteId site) {
        }

        /** What holds the group up at its site, as the process was told, has changed. */
        default void limited(SimulatedProcess at, List<GroupLimit> now) {
        }

        /** Who is in the group, as the process was told, has changed. */
        default void sites(SimulatedProcess at, GroupSites now) {
        }
    }

    SimulatedProcess(SimulatedHost host, GroupName group, GroupService service, Observer observer) {
        this.host = host;
        this.group = group;
        this.service = service;
        this.observer = observer;
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

    /** The group it is a member of, or may be. */
    public GroupName group() {
        return group;
    }

    /** Its identity as a sender of the group; drawn anew by every {@link #join}. */
    public SenderId sender() {
        return new SenderId(site(), memberId);
    }

    /** Whether it is a member of the group. */
    public boolean isMember() {
        return membership != null;
    }

    /** Whether it is alive. */
    public boolean alive() {
        return !host.lan().dead(id());
    }

    /** What the same process is in each of its groups, this one included. */
    public List<SimulatedProcess> memberships() {
        return List.copyOf(host.memberships());
    }

    /** What the same process is in a group. */
    SimulatedProcess in(GroupName other) {
        return host.memberships().stream().filter(each -> each.group.equals(other)).findFirst().orElseThrow();
    }

    /** Who hears what happens at it. */
    Observer observer() {
        return observer;
    }

    SimulatedHost host() {
        return host;
    }

    /** What it does as its site's delegate; empty while it does not serve as such. */
    Optional<Delegate> role() {
        return host.delegate();
    }

    /** What it has open for the group as delegate; empty if it is none or sees no members. */
    Optional<GroupStack> stack() {
        return role().flatMap(role -> role.stack(group));
    }

    /** What it holds as a member, to look at; empty if it is none. */
    public Optional<GroupMember> member() {
        return Optional.ofNullable(membership).map(ReliableMembership::member);
    }

    /** Who is in the group, as far as it has been told. */
    public GroupSites sites() {
        return membership == null ? GroupSites.NONE : membership.sites();
    }

    /** Whether it holds a segment as a member, for its site or because the segment is its own. */
    public boolean holdsAsMember(SenderId sender, long number) {
        return membership != null && membership.member().holds(sender, number);
    }

    /** Whether it holds a segment as a delegate, and could bring it to others. */
    public boolean holdsAsDelegate(SenderId sender, long number) {
        Segment segment = stack().map(stack -> stack.reliability().segment(sender, number)).orElse(null);
        return segment != null && !segment.lost();
    }

    /** Whether it runs now: it is alive and does not hang. */
    public boolean runs() {
        return host.lan().runs(id());
    }

    /** Messages offered and not yet stable. */
    public int pending() {
        return offered.size() + (membership == null ? 0 : membership.member().sender().unstableMessages());
    }

    /** Joins the group; the observer hears when it is done. */
    public void join(MemberId newMemberId) {
        memberId = newMemberId;
        observer.joins(this);
        membership = host.process().join(group, service, memberId, this, host.queue().now());
        host.turn();
    }

    /** Asks for another rate control of the group, with these settings. */
    public void changeStrategy(String strategy, Map<String, String> settings, GroupMembership.ChangeListener listener) {
        host.process().ask(membership, membership.service().changed(strategy, "", settings), listener);
        host.turn();
    }

    /** Whether it has asked for another rate control and has not been answered. */
    public boolean changes() {
        return membership != null && membership.asks();
    }

    /** It is going to join the group for this, and leaves it again when that is refused. */
    public void takesGroupFor(GroupService what) {
        service = what;
        leavesRefused = true;
    }

    /** What it takes the group for now. */
    public GroupService service() {
        return membership == null ? service : membership.service();
    }

    /** Leaves the group. */
    public void leave() {
        observer.leaves(this);
        if (membership != null) {
            host.process().leave(membership, host.queue().now());
        }
        membership = null;
        offered.clear();
        host.turn();
    }

    /** The application offers a message; it is accepted when the send window opens. */
    public void offer(byte[] message) {
        offer(new Offer(new byte[0], message, true));
    }

    /**
     * The same of a message with a header, as all are that a running node sends.
     *
     * @param kind     as {@link MessageHeader} has them
     * @param to       the member that it is for; null for the group
     * @param exchange what it belongs to; 0 for nothing
     */
    public void offer(int kind, SenderId to, long exchange, byte[] message) {
        offer(new Offer(MessageHeader.of(kind, host.queue().now() / 1_000_000, to, exchange), message,
                kind == MessageHeader.APPLICATION && to == null));
    }

    private void offer(Offer message) {
        offered.add(message);
        call();
        host.turn();
    }

    /** Does something as soon as the process runs and is not paused, in order with what arrives; never if it is dead by then. */
    public void whenItRuns(Runnable what) {
        host.whenItRuns(what);
    }

    private void call() {
        if (membership != null) {
            membership.call();
        }
    }

    /** The application stops taking messages, or takes them again. */
    public void consumes(boolean value) {
        consumes = value;
        if (consumes) {
            List<Runnable> waiting = List.copyOf(unconsumed);
            unconsumed.clear();
            waiting.forEach(Runnable::run);
            call();
            host.turn();
        }
    }

    /** The process gets no processor for a while: what arrives meanwhile waits for it. */
    public void pause(long forNanos) {
        host.pause(forNanos);
    }

    /** Does what there is to do now. */
    void turn() {
        host.turn();
    }

    // The group.

    @Override
    public void beginTurn(long nowNanos) {
        while (!offered.isEmpty() && membership != null && membership.member().sender().open()) {
            Offer message = offered.poll();
            LocalSender sender = membership.member().sender();
            long end = sender.accept(LocalSender.cut(message.header, message.payload, sender.segmentBytes(), host.relay()), nowNanos);
            if (message.toGroup) {
                observer.accepted(this, message.payload, end);
            }
        }
    }

    @Override
    public void endTurn(long nowNanos) {
        // What is delivered is handed on at once.
    }

    @Override
    public void message(SenderId from, WholeMessage message) {
        Runnable take = () -> {
            observer.message(this, from, message, host.queue().now());
            if (membership != null) {
                membership.member().receiver().consumed(from, message.segments());
            }
        };
        if (consumes) {
            take.run();
        } else {
            unconsumed.add(take);
        }
    }

    @Override
    public void gap(SenderId from, long first, long end) {
        gap(from, first, end, -1, -1);
    }

    @Override
    public void gap(SenderId from, long first, long end, long firstMessage, long lastMessage) {
        observer.gap(this, from, first, end, firstMessage, lastMessage);
    }

    @Override
    public void joined() {
        observer.joined(this);
    }

    @Override
    public void expelled(String reason) {
        observer.expelled(this, reason);
        host.queue().schedule(host.queue().now() + 1, this::leave);
    }

    @Override
    public void windowChanged() {
        if (!offered.isEmpty()) {
            membership.call();
            host.turnAgain();
        }
    }

    @Override
    public void limited(List<GroupLimit> now) {
        observer.limited(this, now);
    }

    @Override
    public void sites(GroupSites now) {
        observer.sites(this, now);
        if (leavesRefused && now.refusal().isPresent()) {
            host.queue().schedule(host.queue().now() + 1, this::leave);
        }
    }

    @Override
    public void renamed(SenderId self, List<Long> ends) {
        throw new IllegalStateException("site " + site() + " has another identity, as member " + self);
    }

    @Override
    public void failed(Throwable cause) {
        throw new IllegalStateException("group " + group + " failed at " + host.name(), cause);
    }
}
