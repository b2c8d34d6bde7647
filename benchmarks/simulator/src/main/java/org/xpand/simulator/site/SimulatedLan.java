package org.xpand.simulator.site;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.simulator.EventQueue;

/**
 * The LAN of one site, as a group communication toolkit offers it: messages arrive once, in order per sender, at all
 * processes that are up; views list these processes, in order with the messages. Messages that are in flight when their sender
 * dies reach some processes and not others. A process that hangs receives nothing until it continues, and then only its own
 * messages until it is readmitted. The parts of a split LAN have separate views until they merge; messages between them
 * are lost meanwhile. A LAN may split again meanwhile: each split ends separately.
 */
public final class SimulatedLan {
    private static final int ROOM_MESSAGES = 256;

    private final EventQueue queue;
    private final RandomGenerator random;
    private final long delayNanos;
    private final TreeMap<Long, Port> ports = new TreeMap<>();
    private final List<Long> view = new ArrayList<>();
    private final List<Split> splits = new ArrayList<>();

    /** Receives messages and views of the LAN. */
    public interface Process {
        /** A message of another process, or of this one. */
        void message(long from, byte[] message);

        /** Segments that this process has multicast. */
        void ownSegments(SegmentMessage message);

        /** The processes that are up, the oldest first. */
        void view(List<Long> processes);

        /** The LAN accepts messages again. */
        void roomAgain();
    }

    /** One process's end of the LAN. */
    private static final class Port {
        private final Process process;
        private final ArrayDeque<Runnable> inbox = new ArrayDeque<>();
        private final TreeMap<Long, Long> lastArrival = new TreeMap<>();
        private int inFlight;
        private boolean refused;
        private boolean dead;
        private boolean hangs;

        private Port(Process process) {
            this.process = process;
        }
    }

    /** Some processes are cut off from the others. */
    private static final class Split {
        private final SortedSet<Long> half;
        private boolean noticed;

        private Split(SortedSet<Long> half) {
            this.half = half;
        }

        private boolean parts(long a, long b) {
            return half.contains(a) != half.contains(b);
        }
    }

    SimulatedLan(EventQueue queue, RandomGenerator random, long delayNanos) {
        this.queue = queue;
        this.random = random;
        this.delayNanos = delayNanos;
    }

    void attach(long id, Process process) {
        ports.put(id, new Port(process));
        view.add(id);
        notifyView();
    }

    boolean hasRoom(long from) {
        Port port = ports.get(from);
        port.refused |= port.inFlight >= ROOM_MESSAGES;
        return port.inFlight < ROOM_MESSAGES;
    }

    /** Checks the room, as on a real LAN, where the queue of a process is bounded. */
    private void requireRoom(long from) {
        Port port = ports.get(from);
        if (!port.dead && port.inFlight >= ROOM_MESSAGES) {
            throw new IllegalStateException("process " + from + " did not ask the LAN whether it has room");
        }
    }

    void multicast(long from, byte[] message) {
        requireRoom(from);
        for (Long to : receivers(from)) {
            send(from, to, process -> process.message(from, message));
        }
    }

    void multicast(long from, SegmentMessage message) {
        requireRoom(from);
        byte[] bytes = message.bytes();
        for (Long to : receivers(from)) {
            send(from, to, process -> {
                if (to == from) {
                    process.ownSegments(message);
                } else {
                    process.message(from, bytes);
                }
            });
        }
    }

    /** The receivers of a multicast; an excluded process that does not know this only reaches itself. */
    private List<Long> receivers(long from) {
        return view.contains(from) ? List.copyOf(view) : List.of(from);
    }

    void send(long from, long to, byte[] message) {
        requireRoom(from);
        send(from, to, process -> process.message(from, message));
    }

    private void send(long from, long to, Consumer<Process> handing) {
        Port source = ports.get(from);
        Port target = ports.get(to);
        boolean loopback = to == from;
        if (source.dead || target == null || !loopback && !(view.contains(to) && view.contains(from))) {
            return;
        }
        boolean acrossBefore = isAcross(from, to);
        source.inFlight++;
        long arrival = arrival(from, target);
        queue.schedule(arrival, () -> {
            source.inFlight--;
            boolean lost = source.dead && random.nextBoolean() || !loopback && !view.contains(from) || isAcross(from, to);
            if (lost) {
                // Messages after the first lost one of a dead process do not arrive either.
                target.lastArrival.put(from, Long.MAX_VALUE);
            } else if (!acrossBefore && target.lastArrival.getOrDefault(from, 0L) != Long.MAX_VALUE) {
                deliver(target, () -> handing.accept(target.process));
            }
            if (source.refused && source.inFlight < ROOM_MESSAGES / 2) {
                source.refused = false;
                deliver(source, source.process::roomAgain);
            }
        });
    }

    private long arrival(long from, Port target) {
        Long last = target.lastArrival.get(from);
        if (last != null && last == Long.MAX_VALUE) {
            return queue.now() + delayNanos;
        }
        long earliest = queue.now() + delayNanos + random.nextLong(delayNanos);
        long arrival = last != null && last + 1 - earliest > 0 ? last + 1 : earliest;
        target.lastArrival.put(from, arrival);
        return arrival;
    }

    /** Runs an action in a process as soon as it runs, in order with messages of the LAN; never if it is dead by then. */
    void whenItRuns(long id, Runnable what) {
        deliver(ports.get(id), what);
    }

    private void deliver(Port port, Runnable what) {
        if (port.dead) {
            return;
        }
        if (port.hangs) {
            port.inbox.add(what);
        } else {
            what.run();
        }
    }

    private boolean isAcross(long a, long b) {
        // Called for each message: there is almost never a split.
        for (Split split : splits) {
            if (split.parts(a, b)) {
                return true;
            }
        }
        return false;
    }

    private void notifyView() {
        for (Long id : List.copyOf(view)) {
            Port port = ports.get(id);
            List<Long> seen = view.stream().filter(other -> splits.stream().noneMatch(split -> split.noticed && split.parts(id, other)))
                    .toList();
            deliver(port, () -> port.process.view(seen));
        }
    }

    /**
     * These processes are cut off from the others for a while, which both halves notice after {@code noticeNanos}.
     *
     * @param forNanos longer than {@code noticeNanos}
     */
    void split(SortedSet<Long> half, long forNanos, long noticeNanos) {
        Split split = new Split(half);
        splits.add(split);
        queue.schedule(queue.now() + noticeNanos, () -> {
            split.noticed = true;
            notifyView();
        });
        queue.schedule(queue.now() + forNanos, () -> merge(split));
    }

    /** Either half may lead the merged view. */
    private void merge(Split split) {
        boolean halfLeads = random.nextBoolean();
        List<Long> first = view.stream().filter(id -> split.half.contains(id) == halfLeads).toList();
        List<Long> second = view.stream().filter(id -> split.half.contains(id) != halfLeads).toList();
        view.clear();
        view.addAll(first);
        view.addAll(second);
        splits.remove(split);
        ports.forEach((to, port) -> port.lastArrival.keySet().removeIf(from -> split.parts(from, to) && !isAcross(from, to)));
        notifyView();
    }

    /** The process is dead from now on; the others notice after {@code noticeNanos}. */
    void kill(long id, long noticeNanos) {
        ports.get(id).dead = true;
        queue.schedule(queue.now() + noticeNanos, () -> exclude(id));
    }

    /** The process is suspended for a while. If this is longer than {@code noticeNanos} the others continue without it. */
    void hang(long id, long forNanos, long noticeNanos) {
        Port port = ports.get(id);
        port.hangs = true;
        boolean excluded = forNanos > noticeNanos;
        if (excluded) {
            queue.schedule(queue.now() + noticeNanos, () -> exclude(id));
        }
        queue.schedule(queue.now() + forNanos, () -> {
            if (port.dead) {
                return;
            }
            port.hangs = false;
            while (!port.inbox.isEmpty() && !port.hangs) {
                port.inbox.poll().run();
            }
            port.process.roomAgain();
            if (excluded) {
                queue.schedule(queue.now() + noticeNanos / 8, () -> readmit(id));
            }
        });
    }

    private void exclude(long id) {
        if (view.remove(id)) {
            notifyView();
        }
    }

    private void readmit(long id) {
        Port port = ports.get(id);
        if (!port.dead && !view.contains(id)) {
            // Either part of the LAN may lead the merged view: also the process that was suspended.
            view.add(random.nextBoolean() ? 0 : view.size(), id);
            ports.values().forEach(each -> each.lastArrival.remove(id));
            notifyView();
        }
    }

    /** The process leaves in an orderly way: it is excluded when all have received what it has sent. */
    void leave(long id, Runnable gone) {
        queue.schedule(queue.now() + 3 * delayNanos, () -> {
            exclude(id);
            ports.get(id).dead = true;
            gone.run();
        });
    }

    /** Whether the process runs now. */
    boolean runs(long id) {
        Port port = ports.get(id);
        return !port.dead && !port.hangs;
    }

    boolean dead(long id) {
        return ports.get(id).dead;
    }

    /** The processes that are up, as seen by the others. */
    SortedSet<Long> up() {
        return new TreeSet<>(view);
    }
}
