package org.xpand.protocols.relay;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupParts;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.stack.InPacket;
import org.xpand.protocols.stack.Layer;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.wire.WireReader;

/**
 * Whole sites, from the members to the top of the delegates' stacks, without a network: what is said arrives within the
 * turn, or not at all. The test says who is a member where, who is a delegate, and which sites are in touch.
 */
final class RelaySites {
    static final long MS = 1_000_000;
    private static final long TURN_NANOS = 5 * MS;
    private static final long RTT_NANOS = 20 * MS;
    private static final GroupName GROUP = new GroupName("g");

    final TreeMap<SiteId, Place> places = new TreeMap<>();
    private final WireReader reader = new WireReader();
    private final OutPacket out = new OutPacket();
    private final RelayConfig config;
    private long now = MS;
    private long epochs;

    RelaySites() {
        this(RelayConfig.defaults());
    }

    RelaySites(RelayConfig config) {
        this.config = config;
    }

    private record Sent(long from, byte[] bytes) {
    }

    /** A site, or a part of one, with its LAN. */
    Place place(long id, long home) {
        Place place = new Place(new SiteId(id), new SiteId(home));
        places.put(place.id, place);
        return place;
    }

    /** Each of these processes is the delegate of its place, and all places are in touch with that of the first. */
    void begin(Member first, Member... others) {
        first.place.delegate(first);
        for (Member other : others) {
            other.place.delegate(other);
            connect(first.place, other.place);
        }
        run(500);
    }

    void run(long ms) {
        for (long end = now + ms * MS; now < end; now += TURN_NANOS) {
            places.values().forEach(Place::turn);
        }
    }

    /** What every place sees of the others has changed. */
    void publish() {
        places.values().forEach(Place::look);
    }

    void connect(Place a, Place b) {
        a.sees.add(b.id);
        b.sees.add(a.id);
        publish();
    }

    void cut(Place a, Place b) {
        a.sees.remove(b.id);
        b.sees.remove(a.id);
        publish();
    }

    /** A place that nobody is in touch with any more is not waited for from now on. */
    void leaves(Place gone) {
        places.remove(gone.id);
        places.values().stream().filter(place -> place.joined.remove(gone.id))
                .forEach(place -> place.stack.siteLeft(gone.id, now));
    }

    final class Place {
        final SiteId id;
        final SiteId home;
        final TreeMap<MemberId, Member> lan = new TreeMap<>();
        final List<String> events = new ArrayList<>();
        GroupRelay relay;
        ReliabilityLayer stack;
        private final TreeSet<SiteId> sees = new TreeSet<>();
        private final TreeSet<SiteId> reachable = new TreeSet<>();
        private final TreeSet<SiteId> joined = new TreeSet<>();
        private GroupParts parts;
        private MemberId delegate = new MemberId(0);
        private long epoch;
        private boolean full;

        private Place(SiteId id, SiteId home) {
            this.id = id;
            this.home = home;
        }

        /** A process begins to be a member. */
        Member join(MemberId sender) {
            Member member = new Member(sender, home);
            enter(member);
            return member;
        }

        /** A process of no member of the group begins: it can be the delegate only. */
        Member daemon(MemberId process) {
            Member daemon = new Member(process, home);
            daemon.isDaemon = true;
            enter(daemon);
            return daemon;
        }

        /** A member is on this LAN from now on. */
        void enter(Member member) {
            member.place = this;
            lan.put(member.process, member);
            view();
        }

        /** A member is on this LAN no more. */
        void exit(Member member) {
            lan.remove(member.process);
            view();
        }

        /** From now on the LAN takes nothing from the delegate, or does again. */
        void full(boolean value) {
            full = value;
        }

        /** A process is the delegate from now on, and knows nothing of what an earlier one knew. */
        void delegate(Member member) {
            delegate = member.process;
            epoch = ++epochs;
            relay = new GroupRelay(home, GROUP.id(), new Epoch(epoch), config, member, new Received());
            stack = new ReliabilityLayer(ReliabilityConfig.defaults(), relay);
            parts = new GroupParts();
            stack.parts(parts);
            stack.stackOn(new Rtt());
            relay.connect(stack);
            reachable.clear();
            joined.clear();
            view();
        }

        private void view() {
            List<LocalMember> members = new ArrayList<>();
            members().forEach(sender -> members.add(new LocalMember(sender, new ProcessId(sender.value()), "m" + sender.value())));
            lan.values().forEach(member -> member.member.view(members(), new ProcessId(delegate.value())));
            if (relay != null) {
                relay.members(members, now);
            }
            publish();
        }

        private TreeSet<MemberId> members() {
            TreeSet<MemberId> members = new TreeSet<>(lan.keySet());
            members.removeIf(each -> lan.get(each).isDaemon);
            return members;
        }

        private SiteInfo info() {
            return new SiteInfo(id, home, "s" + id.value(), epoch, new Endpoint("192.0.2.1", 7800),
                    List.of(new GroupInfo(GROUP, "tfrc", members().stream().map(each -> new MemberInfo(each, "m")).toList())),
                    Collections.emptySortedMap(), SnapshotId.NONE);
        }

        private void look() {
            if (relay == null) {
                return;
            }
            TreeMap<SiteId, SiteInfo> infos = new TreeMap<>();
            infos.put(id, info());
            sees.stream().map(places::get).filter(each -> each.relay != null).forEach(each -> infos.put(each.id, each.info()));
            TreeSet<SiteId> remembered = new TreeSet<>(joined);
            parts.update(new Directory(id, infos, List.of()), GROUP.id(), remembered);
            for (SiteId other : places.keySet()) {
                if (!other.equals(id)) {
                    setReachable(other, infos.containsKey(other));
                }
            }
            reachable.forEach(other -> stack.members(other, places.get(other).members(), now));
            stack.elsewhere(parts.elsewhere(), now);
        }

        private void setReachable(SiteId other, boolean now) {
            if (now && reachable.add(other)) {
                if (joined.add(other)) {
                    stack.siteJoined(other, RTT_NANOS, RelaySites.this.now);
                } else {
                    stack.siteResumed(other, false, RTT_NANOS, RelaySites.this.now);
                }
            } else if (!now && reachable.remove(other)) {
                stack.siteUnreachable(other, RelaySites.this.now);
            }
        }

        private void turn() {
            if (relay == null) {
                return;
            }
            relay.run(new GroupRate(1e6, RTT_NANOS, 0), now);
            lan.values().stream().filter(member -> !member.stopped && !member.isDaemon).forEach(member -> member.member.run(now));
            for (boolean any = true; any;) {
                any = false;
                for (Member member : List.copyOf(lan.values())) {
                    any |= member.read();
                }
            }
            stack.maintain(now);
            while (stack.pull(out, now)) {
                boolean data = out.kind() == PacketKind.DATA;
                carry(data ? WireFormat.DATA_HEADER_LENGTH + 1 : WireFormat.REPAIR_HEADER_LENGTH,
                        data ? reachable : Set.of(out.destination()));
            }
            for (SiteId other : List.copyOf(reachable)) {
                if (stack.reportDeadlineNanos(other) <= now) {
                    out.beginRepair(other);
                    stack.fillReport(other, out, now);
                    carry(WireFormat.REPAIR_HEADER_LENGTH, PacketKind.REPORT, Set.of(other));
                }
            }
        }

        private void carry(int header, Set<SiteId> to) {
            carry(header, out.kind(), to);
        }

        private void carry(int header, PacketKind kind, Set<SiteId> to) {
            byte[] body = Arrays.copyOfRange(out.writer().buffer(), header, out.length());
            int length = out.length();
            for (SiteId other : List.copyOf(to)) {
                if (sees.contains(other) && places.get(other).sees.contains(id)) {
                    places.get(other).stack.receive(new InPacket().reset(kind, id, epoch, new WireReader(body), length), now);
                }
            }
        }

        private final class Received implements GroupRelay.Events {
            @Override
            public void slowMember(String text) {
                events.add(text);
            }

            @Override
            public void siteDropped(SiteId site, String reason) {
                events.add("dropped " + site);
            }

            @Override
            public void excludedBy(SiteId source) {
                events.add("excluded by " + source);
            }
        }
    }

    private static final class Rtt extends Layer {
        @Override
        public long rttToReceiverNanos(SiteId receiver) {
            return RTT_NANOS;
        }

        @Override
        public long rttToSourceNanos(SiteId source) {
            return RTT_NANOS;
        }
    }

    /** A process that is a member; every message is one segment and carries its number. */
    final class Member implements LanOut, GroupMember.Events {
        final MemberId process;
        final SenderId id;
        final GroupMember member;
        final List<String> received = new ArrayList<>();
        private final ArrayDeque<Sent> inbox = new ArrayDeque<>();
        private Place place;
        private int ordinal;
        private boolean deaf;
        private boolean stopped;
        private boolean isDaemon;
        private boolean late;
        private final ArrayDeque<Sent> lateSegments = new ArrayDeque<>();
        private boolean takes = true;
        private final ArrayDeque<Runnable> unconsumed = new ArrayDeque<>();

        private Member(MemberId sender, SiteId home) {
            this.process = sender;
            this.id = new SenderId(home, sender);
            this.member = new GroupMember(GROUP.id(), id, config, new SenderBudget(config), this, this, now);
        }

        void send(int count) {
            for (int i = 0; i < count; i++) {
                member.sender().accept(ByteBuffer.allocate(100).putInt(ordinal++).array(), now);
            }
        }

        /** From now on it hears nothing, or hears again. */
        void deaf(boolean value) {
            deaf = value;
        }

        /** From now on segments arrive later than everything else at it, or in time again, with all that are late. */
        void late(boolean value) {
            late = value;
            inbox.addAll(lateSegments);
            lateSegments.clear();
        }

        /** Another member, which has joined, receives the state from this one. */
        void givesState(Member other) {
            member.receiver().positions().forEach(other.member.receiver()::stateCovers);
            member.receiver().formerPositions().forEach((sender, number) -> other.member.receiver().stateCoveredBefore(sender, number, now));
        }

        /** From now on it is stopped, or goes on with what it has got since. */
        void stopped(boolean value) {
            stopped = value;
        }

        /** From now on its application takes nothing, or takes all that waits. */
        void takes(boolean value) {
            takes = value;
            while (takes && !unconsumed.isEmpty()) {
                unconsumed.poll().run();
            }
        }

        private boolean read() {
            if (stopped) {
                return false;
            }
            Sent next = inbox.poll();
            if (next == null || deaf) {
                return next != null;
            }
            reader.reset(next.bytes, 0, next.bytes.length);
            int kind = LanMessage.readKind(reader);
            if (late && kind == LanMessage.LOCAL_SEGMENTS) {
                lateSegments.add(next);
                return true;
            }
            reader.getLong();
            int start = reader.position();
            if (!isDaemon) {
                member.handle(kind, new ProcessId(next.from), reader, now);
            }
            if (place.delegate.equals(process)) {
                place.relay.handle(kind, new ProcessId(next.from), reader.reset(next.bytes, start, next.bytes.length - start), now);
            }
            return true;
        }

        @Override
        public boolean hasRoom() {
            return !place.full || !place.delegate.equals(process);
        }

        @Override
        public void multicast(byte[] message) {
            place.lan.keySet().forEach(to -> send(new ProcessId(to.value()), message));
        }

        @Override
        public void send(ProcessId to, byte[] message) {
            if (!hasRoom()) {
                throw new IllegalStateException("the LAN was not asked whether it has room");
            }
            if (place.lan.containsKey(new MemberId(to.value()))) {
                place.lan.get(new MemberId(to.value())).inbox.add(new Sent(process.value(), message));
            }
        }

        @Override
        public void message(SenderId sender, WholeMessage message) {
            received.add(sender.member().value() + "#" + ByteBuffer.wrap(message.payload()).getInt());
            unconsumed.add(() -> member.receiver().consumed(sender, message.segments()));
            takes(takes);
        }

        @Override
        public void gap(SenderId sender, long first, long end) {
            received.add("gap " + sender.member().value() + "#" + first + "-" + end);
        }

        @Override
        public void joined() {
            received.add("joined");
        }

        @Override
        public void expelled(String reason) {
            received.add("expelled");
        }

        @Override
        public void windowChanged() {
            // Nobody waits.
        }

        /** What it heard of one sender. */
        List<String> receivedOf(Member sender) {
            return received.stream().filter(each -> each.contains(sender.process.value() + "#")).toList();
        }
    }
}
