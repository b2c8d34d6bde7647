package org.xpand.simulator.site;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.alm.overlay.DatagramOut;
import org.xpand.alm.overlay.GroupStack;
import org.xpand.alm.overlay.Overlay;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.directory.MemberInfo;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;
import org.xpand.protocols.lossy.LossyConfig;
import org.xpand.protocols.lossy.LossyMember;
import org.xpand.protocols.lossy.LossyRelay;
import org.xpand.protocols.relay.GroupRate;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.relay.LocalMember;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.WireReader;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.Network;
import org.xpand.simulator.WanProfile;

/** Sites of one layered group in virtual time; in each the oldest process that is up is the delegate. */
final class LossySites {
    private static final long MS = 1_000_000;
    private static final GroupName GROUP = new GroupName("layered");
    private static final LossyConfig CONFIG = LossyConfig.of(RelayConfig.defaults());

    final EventQueue queue = new EventQueue();
    private final Network network;
    private final RateStrategy strategy;
    private final List<Long> reserved;
    private final SplittableRandom random;
    private final List<SimulatedLan> lans = new ArrayList<>();
    private final TreeMap<SiteId, Process> delegates = new TreeMap<>();
    private final List<Process> processes = new ArrayList<>();
    private int snapshots;

    /** @param reserved what each precedence but the last is meant to carry, bit/s */
    LossySites(WanProfile profile, RateStrategy strategy, List<Long> reserved, long seed) {
        this.strategy = strategy.layered(reserved.stream().map(each -> each / 8.0).toList());
        this.reserved = reserved;
        this.random = new SplittableRandom(seed);
        this.network = new Network(queue, seed);
        network.connect(profile, name -> site(profile.sites().indexOf(name)));
        profile.sites().forEach(name -> lans.add(new SimulatedLan(queue, random.split(), MS / 10)));
    }

    private static SiteId site(int index) {
        return new SiteId(index + 1);
    }

    LinkModel link(int from, int to) {
        return network.link(site(from), site(to)).orElseThrow();
    }

    /** A process of a site starts and joins the group. */
    Process start(int site) {
        Process process = new Process(site, processes.size() + 1);
        processes.add(process);
        lans.get(site).attach(process.id, process);
        process.turn();
        return process;
    }

    void kill(Process process) {
        lans.get(process.index).kill(process.id, 200 * MS);
        process.dead = true;
    }

    void run(long seconds) {
        queue.runUntil(queue.now() + seconds * 1000 * MS);
    }

    /** Every delegate learns of every other and of all members. */
    private void publish() {
        TreeMap<SiteId, SiteInfo> infos = new TreeMap<>();
        SnapshotId id = new SnapshotId(1, ++snapshots);
        delegates.forEach((site, delegate) -> infos.put(site, new SiteInfo(site, "s" + site.value(), delegate.incarnation,
                new Endpoint("s" + site.value(), 1), List.of(new GroupInfo(GROUP, "tuf layered",
                delegate.local().stream().map(each -> new MemberInfo(each.member(), each.name())).toList())),
                Collections.emptySortedMap(), id)));
        OverlaySnapshot snapshot = new OverlaySnapshot(id, costs(infos), new TreeMap<>(Map.of(GROUP.id(),
                new TreeSet<>(infos.keySet()))));
        TreeSet<SenderId> present = new TreeSet<>();
        infos.forEach((site, info) -> info.groups().get(0).members().forEach(each ->
                present.add(new SenderId(site, each.member()))));
        delegates.values().forEach(each -> {
            each.overlay.directory(new Directory(each.site(), infos, List.of(snapshot)), queue.now());
            each.turn();
        });
        processes.forEach(each -> each.member.present(present, queue.now()));
    }

    private LinkCosts costs(SortedMap<SiteId, SiteInfo> infos) {
        TreeMap<SiteId, SortedMap<SiteId, Long>> rows = new TreeMap<>();
        for (SiteId from : infos.keySet()) {
            TreeMap<SiteId, Long> row = new TreeMap<>();
            infos.keySet().stream().filter(to -> !to.equals(from)).forEach(to ->
                    row.put(to, 2 * network.link(from, to).orElseThrow().settings().delayNanos()));
            rows.put(from, row);
        }
        return LinkCosts.of(rows);
    }

    /** A process: a member of the group, and perhaps its site's delegate. */
    final class Process implements SimulatedLan.Process, LanOut, DatagramOut, LossyMember.Events {
        final long id;
        final int index;
        final LossyMember member;
        /** Next number by sender and precedence, and what was delivered and dropped of it. */
        final Map<SenderId, long[]> next = new TreeMap<>();
        final Map<SenderId, long[]> delivered = new TreeMap<>();
        final Map<SenderId, long[]> dropped = new TreeMap<>();
        private final Map<SenderId, Long> firsts = new TreeMap<>();
        private long generation;
        long bytes;
        boolean joined;
        Runnable afterTurn = () -> {
        };
        Consumer<byte[]> onMessage = payload -> {
        };
        private final WireReader reader = new WireReader();
        private long incarnation;
        private LossyRelay relay;
        private GroupStack stack;
        private Overlay overlay;
        private List<Long> view = List.of();
        private boolean dead;
        private boolean running;
        private EventQueue.Event timer;

        private Process(int index, long id) {
            this.index = index;
            this.id = id;
            this.member = new LossyMember(GROUP.id(), new SenderId(site(), 100 + id), reserved.size() + 1, CONFIG, this, this,
                    queue.now());
        }

        private SiteId site() {
            return LossySites.site(index);
        }

        /** Does something at a fixed interval until stopped. */
        void every(long nanos, Runnable what) {
            long mine = generation;
            queue.schedule(queue.now() + nanos, () -> {
                if (mine == generation && !dead) {
                    what.run();
                    turn();
                    every(nanos, what);
                }
            });
        }

        void stop() {
            generation++;
        }

        long firstReceived(Process sender) {
            return firsts.get(sender.sender());
        }

        long queueNow() {
            return queue.now();
        }

        SenderId sender() {
            return member.sender().id();
        }

        GroupStack stack() {
            return stack;
        }

        Overlay overlay() {
            return overlay;
        }

        private List<LocalMember> local() {
            return processes.stream().filter(each -> each.index == index && view.contains(each.id))
                    .map(each -> new LocalMember(each.sender().member(), new ProcessId(each.id), "p" + each.id)).toList();
        }

        @Override
        public void view(List<Long> up) {
            view = up;
            if (!up.isEmpty()) {
                member.delegate(new ProcessId(up.get(0)));
            }
            if (relay != null) {
                stack.due().changed();
                relay.members(local(), queue.now());
                publish();
            } else if (up.get(0) == id) {
                queue.schedule(queue.now() + 200 * MS, this::open);
            }
            turn();
        }

        private void open() {
            if (dead || relay != null) {
                return;
            }
            incarnation = random.nextLong() | 1;
            overlay = new Overlay(site(), incarnation, OverlayConfig.defaults(), this, random.split());
            relay = new LossyRelay(site(), GROUP.id(), new Epoch(incarnation), reserved, CONFIG, this);
            network.attach(site(), (from, bytes, offset, length, now) -> {
                if (!dead) {
                    overlay.receive(from, bytes, offset, length, now);
                    turn();
                }
            });
            stack = overlay.open(GROUP, strategy, relay.layer(), queue.now());
            relay.members(local(), queue.now());
            delegates.put(site(), this);
            publish();
        }

        @Override
        public void message(long from, byte[] message) {
            int kind = LanMessage.readKind(reader.reset(message, 0, message.length));
            reader.getLong();
            int at = reader.position();
            int length = reader.remaining();
            member.handle(kind, new ProcessId(from), reader, queue.now());
            if (relay != null) {
                stack.due().changed();
                relay.handle(kind, new ProcessId(from), reader.reset(message, at, length), queue.now());
            }
            turn();
        }

        @Override
        public void roomAgain() {
            if (relay != null) {
                stack.due().changed();
            }
            turn();
        }

        @Override
        public boolean hasRoom() {
            return lans.get(index).hasRoom(id);
        }

        @Override
        public void ownSegments(SegmentMessage message) {
            throw new AssertionError("a layered group has none");
        }

        @Override
        public void multicast(byte[] message) {
            lans.get(index).multicast(id, message);
        }

        @Override
        public void send(ProcessId process, byte[] message) {
            lans.get(index).send(id, process.value(), message);
        }

        @Override
        public void send(SiteId to, byte[] buffer, int offset, int length) {
            if (!dead) {
                network.send(site(), to, buffer, offset, length);
            }
        }

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public void joined() {
            joined = true;
        }

        @Override
        public void message(SenderId from, int precedence, long number, byte[] payload) {
            pass(from, precedence, number, number + 1);
            delivered.computeIfAbsent(from, key -> new long[reserved.size() + 1])[precedence]++;
            bytes += payload.length;
            member.receiver().consumed(payload.length);
            onMessage.accept(payload);
        }

        @Override
        public void dropped(SenderId from, int precedence, long first, long end) {
            pass(from, precedence, first, end);
            dropped.computeIfAbsent(from, key -> new long[reserved.size() + 1])[precedence] += end - first;
        }

        private void pass(SenderId from, int precedence, long first, long end) {
            long[] expected = next.computeIfAbsent(from, key -> {
                long[] nothing = new long[reserved.size() + 1];
                Arrays.fill(nothing, -1);
                return nothing;
            });
            if (expected[precedence] >= 0 && first != expected[precedence]) {
                throw new AssertionError(sender() + " receives " + first + " of " + from + ", expected is "
                        + expected[precedence]);
            }
            firsts.putIfAbsent(from, first);
            expected[precedence] = end;
        }

        void turn() {
            if (running || dead) {
                return;
            }
            running = true;
            long now = queue.now();
            afterTurn.run();
            long deadline = member.run(now);
            if (relay != null) {
                deadline = Math.min(deadline, overlay.run(now));
                if (stack.tookTurn()) {
                    stack.due().at(relay.run(new GroupRate(stack.rate().allowedRate(now), stack.rate().rttNanos(),
                            stack.rate().chargedBytes()), now));
                }
                deadline = Math.min(deadline, stack.due().deadlineNanos());
            }
            running = false;
            if (timer != null) {
                timer.cancel();
            }
            timer = deadline == Long.MAX_VALUE ? null : queue.schedule(Math.max(deadline, now + 1), this::turn);
        }
    }
}
