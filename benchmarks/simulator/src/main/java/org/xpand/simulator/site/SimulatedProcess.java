package org.xpand.simulator.site;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.relay.GroupMember;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.relay.LocalMember;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.protocols.relay.SiteRoster;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.wire.WireReader;
import org.xpand.simulator.EventQueue;

/** One process of a simulated site: a member of one group that sends and receives, and perhaps the site's delegate. */
public final class SimulatedProcess implements SimulatedLan.Process, LanOut, GroupMember.Events {
    private final long id;
    private final SiteId site;
    private final GroupName group;
    private final RelayConfig config;
    private final EventQueue queue;
    private final SimulatedLan lan;
    private final Observer observer;
    private final RoleFactory roles;
    private final SiteRoster roster = new SiteRoster();
    private final ArrayDeque<byte[]> offered = new ArrayDeque<>();
    private final WireReader reader = new WireReader();
    private GroupMember member;
    private SimulatedDelegate role;
    /** What waits of the WAN while the process is paused, as systems usually grant. */
    private static final int SOCKET_BYTES = 256 << 10;

    private EventQueue.Event timer;
    private EventQueue.Event opening;
    private List<Long> view = List.of();
    private long memberId;
    private long groupsVersion;
    private boolean running;
    private boolean consumes = true;
    private final List<Runnable> unconsumed = new ArrayList<>();
    private long pausedUntilNanos = Long.MIN_VALUE;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private int waitingBytes;

    /** Hears what happens at a process's application. */
    public interface Observer {
        /** A message of {@code sender} was delivered. */
        void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos);

        /** A message was accepted; its last segment has the number before {@code end}. */
        default void accepted(SimulatedProcess at, byte[] payload, long end) {
        }

        /** Segments of {@code sender} from {@code first} to before {@code end} will not come. */
        default void gap(SimulatedProcess at, SenderId sender, long first, long end) {
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
    }

    /** Makes the process the delegate of its site. */
    interface RoleFactory {
        /** How long it takes from the election until the delegate's stacks are open, ns. */
        long openingNanos();

        SimulatedDelegate open(SimulatedProcess process, boolean asPart);
    }

    SimulatedProcess(long id, SiteId site, GroupName group, RelayConfig config, EventQueue queue, SimulatedLan lan,
                     RoleFactory roles, Observer observer) {
        this.id = id;
        this.site = site;
        this.group = group;
        this.config = config;
        this.queue = queue;
        this.lan = lan;
        this.roles = roles;
        this.observer = observer;
    }

    /** Its identity on the LAN. */
    public long id() {
        return id;
    }

    /** Its site. */
    public SiteId site() {
        return site;
    }

    /** Its identity as a sender of the group; drawn anew by every {@link #join}. */
    public SenderId sender() {
        return new SenderId(site, memberId);
    }

    /** Whether it is a member of the group. */
    public boolean isMember() {
        return member != null;
    }

    /** Whether it is alive. */
    public boolean alive() {
        return !lan.dead(id);
    }

    /** Who hears what happens at it. */
    Observer observer() {
        return observer;
    }

    /** Its delegate's role, or null if it is not the delegate. */
    SimulatedDelegate role() {
        return role;
    }

    /** What it holds as a member, to look at; empty if it is none. */
    public Optional<GroupMember> member() {
        return Optional.ofNullable(member);
    }

    /** Whether it holds a segment as a member, for its site or because the segment is its own. */
    public boolean holdsAsMember(SenderId sender, long number) {
        return member != null && member.holds(sender, number);
    }

    /** Whether it holds a segment as a delegate, and could bring it to others. */
    public boolean holdsAsDelegate(SenderId sender, long number) {
        Segment segment = role == null || role.stack() == null ? null : role.stack().reliability().segment(sender, number);
        return segment != null && !segment.lost();
    }

    /** Whether it runs now: it is alive and does not hang. */
    public boolean runs() {
        return lan.runs(id);
    }

    /** Messages offered and not yet stable. */
    public int pending() {
        return offered.size() + (member == null ? 0 : member.sender().unstableMessages());
    }

    /** Joins the group; the observer hears when it is done. */
    public void join(long newMemberId) {
        memberId = newMemberId;
        observer.joins(this);
        member = new GroupMember(group.id(), sender(), config, this, this, queue.now());
        tellGroups();
        applyView();
        turn();
    }

    /** Leaves the group. */
    public void leave() {
        observer.leaves(this);
        member = null;
        offered.clear();
        tellGroups();
        turn();
    }

    /** The application offers a message; it is accepted when the send window opens. */
    public void offer(byte[] message) {
        offered.add(message);
        turn();
    }

    /** The application stops taking messages, or takes them again. */
    public void consumes(boolean value) {
        consumes = value;
        if (consumes) {
            List<Runnable> waiting = List.copyOf(unconsumed);
            unconsumed.clear();
            waiting.forEach(Runnable::run);
            turn();
        }
    }

    /** The process gets no processor for a while: what arrives meanwhile waits for it. */
    public void pause(long forNanos) {
        pausedUntilNanos = Math.max(pausedUntilNanos, queue.now() + forNanos);
        queue.schedule(pausedUntilNanos, this::goOn);
    }

    private boolean paused() {
        return queue.now() < pausedUntilNanos;
    }

    private void goOn() {
        while (!paused() && !waiting.isEmpty()) {
            waiting.poll().run();
        }
        if (!paused()) {
            waitingBytes = 0;
            turn();
        }
    }

    /** Whether the process is paused, so that what arrives waits. */
    private boolean waits(Runnable arrival) {
        if (paused()) {
            waiting.add(arrival);
        }
        return paused();
    }

    /** A datagram of the WAN waits if the process is paused, as long as there is room in the socket's buffer. */
    boolean waits(int bytes, Runnable datagram) {
        if (!paused()) {
            return false;
        }
        if (waitingBytes + bytes <= SOCKET_BYTES) {
            waitingBytes += bytes;
            waiting.add(datagram);
        }
        return true;
    }

    private void tellGroups() {
        groupsVersion++;
        Map<GroupName, SiteRoster.Joined> groups = member == null ? Map.of()
                : Map.of(group, new SiteRoster.Joined("any", memberId));
        lan.multicast(id, SiteRoster.encode(groupsVersion, false, groups));
    }

    // The LAN.

    @Override
    public void view(List<Long> processes) {
        if (waits(() -> view(processes))) {
            return;
        }
        view = processes;
        TreeMap<Long, String> names = new TreeMap<>();
        processes.forEach(process -> names.put(process, site + "/" + process));
        roster.processes(names, processes);
        boolean elected = !processes.isEmpty() && processes.get(0) == id;
        if (elected && role == null && opening == null) {
            open(false);
        } else if (!elected) {
            closeRole();
        }
        tellGroups();
        applyView();
        turn();
    }

    private void open(boolean asPart) {
        opening = queue.schedule(queue.now() + roles.openingNanos(), () -> openRole(asPart));
    }

    private void openRole(boolean asPart) {
        opening = null;
        if (lan.runs(id) && !paused() && view.get(0) == id) {
            role = roles.open(this, asPart);
            applyView();
            turn();
        } else if (!lan.dead(id) && view.get(0) == id) {
            open(asPart);
        }
    }

    /** Goes on as the delegate of a part of the site, or of the site. */
    void beginsAnew(boolean asPart) {
        closeRole();
        open(asPart);
    }

    private void closeRole() {
        if (opening != null) {
            opening.cancel();
            opening = null;
        }
        if (role != null) {
            observer.resigns(this);
            role.close();
            role = null;
        }
    }

    private void applyView() {
        List<LocalMember> members = roster.members(group);
        TreeSet<Long> ids = new TreeSet<>();
        members.forEach(each -> ids.add(each.member()));
        if (member != null) {
            member.view(ids, view.isEmpty() ? 0 : view.get(0));
        }
        if (role != null && roster.complete()) {
            role.members(members);
        }
    }

    @Override
    public void message(long from, byte[] message) {
        if (waits(() -> message(from, message))) {
            return;
        }
        reader.reset(message, 0, message.length);
        int kind = LanMessage.readKind(reader);
        if (kind == LanMessage.GROUPS) {
            roster.heard(from, reader);
            applyView();
        } else if (LanMessage.ofGroup(kind)) {
            reader.getLong();
            int at = reader.position();
            int length = reader.remaining();
            if (member != null) {
                member.handle(kind, from, reader, queue.now());
            }
            if (role != null) {
                role.handle(kind, from, reader.reset(message, at, length));
            }
        }
        turn();
    }

    @Override
    public void ownSegments(SegmentMessage message) {
        if (waits(() -> ownSegments(message))) {
            return;
        }
        if (member != null) {
            member.segments(message);
        }
        if (role != null) {
            role.segments(message);
        }
        turn();
    }

    @Override
    public void roomAgain() {
        if (role != null) {
            role.overlay().news();
        }
        turn();
    }

    @Override
    public boolean hasRoom() {
        return lan.hasRoom(id);
    }

    @Override
    public void multicast(byte[] message) {
        lan.multicast(id, message);
    }

    @Override
    public void multicast(SegmentMessage message) {
        lan.multicast(id, message);
    }

    @Override
    public void send(long process, byte[] message) {
        lan.send(id, process, message);
    }

    // The group.

    @Override
    public void message(SenderId from, WholeMessage message) {
        Runnable take = () -> {
            observer.delivered(this, from, message.payload(), queue.now());
            if (member != null) {
                member.receiver().consumed(from, message.segments());
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
        observer.gap(this, from, first, end);
    }

    @Override
    public void joined() {
        observer.joined(this);
    }

    @Override
    public void expelled(String reason) {
        observer.expelled(this, reason);
        queue.schedule(queue.now() + 1, this::leave);
    }

    @Override
    public void windowChanged() {
        // The turn that follows every message looks at the window.
    }

    /** Does what there is to do now and arms the timer for the next time. */
    void turn() {
        if (running || !lan.runs(id) || paused()) {
            return;
        }
        running = true;
        long now = queue.now();
        long deadline = Long.MAX_VALUE;
        if (member != null) {
            while (!offered.isEmpty() && member.sender().open()) {
                byte[] message = offered.poll();
                long end = member.sender().accept(message, now);
                observer.accepted(this, message, end);
            }
            deadline = member.run(now);
        }
        if (role != null) {
            deadline = Math.min(deadline, role.run(now));
        }
        running = false;
        if (timer != null) {
            timer.cancel();
        }
        timer = deadline == Long.MAX_VALUE ? null : queue.schedule(Math.max(deadline, now + 1), this::turn);
    }

    /** Is no more. */
    void ended() {
        if (role != null) {
            observer.resigns(this);
            role.close();
            role = null;
        }
        if (timer != null) {
            timer.cancel();
        }
    }
}
