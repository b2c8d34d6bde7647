package org.xpand.protocols.strategy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.xpand.protocols.rate.Pacer;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * A strategy's source and its receivers in virtual time, joined by paths with loss, delay and a bottleneck with a queue
 * each.
 */
public final class RateLoop {
    /** Bytes of a packet. */
    public static final int SIZE = 1000;
    /** A millisecond. */
    public static final long MS = 1_000_000;

    private final RateStrategy strategy;
    private final RateSource source;
    private final List<Path> paths = new ArrayList<>();
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final SplittableRandom random;
    private final Pacer pacer;
    private long order;
    private long number;
    private long now;
    private long sent;
    private long reports;
    private double highest;
    private boolean sending = true;
    private double appRate = Double.POSITIVE_INFINITY;
    private double appBytes;
    private long appNanos;
    /** When the source's process has a processor: the first such time from a time on. */
    private LongUnaryOperator host = LongUnaryOperator.identity();

    /** The way to one receiver and back; tests change it while the loop runs. */
    public static final class Path {
        public final long key;
        public final RateReceiver receiver;
        public long forwardNanos;
        public long backNanos;
        public double loss;
        public double reportLoss;
        public double linkRate = Double.POSITIVE_INFINITY;
        public long queueNanos = 50 * MS;
        public boolean dead;
        public long reports;
        /** When the receiver's process has a processor: the first such time from a time on. */
        public LongUnaryOperator host = LongUnaryOperator.identity();
        private long freeNanos;

        private Path(long key, RateReceiver receiver, long delayNanos, double loss) {
            this.key = key;
            this.receiver = receiver;
            this.forwardNanos = delayNanos;
            this.backNanos = delayNanos;
            this.loss = loss;
        }
    }

    private record Event(long nanos, long order, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return nanos != other.nanos ? Long.compare(nanos, other.nanos) : Long.compare(order, other.order);
        }
    }

    /** A loop without receivers. */
    public RateLoop(RateStrategy strategy, long seed) {
        this.strategy = strategy;
        random = new SplittableRandom(seed);
        source = strategy.newSource(random);
        pacer = new Pacer(Pacer.Limits.DEFAULT, 0);
    }

    /** A receiver joins whose path nobody has measured. */
    public Path join(long key, long rttMillis, double loss) {
        return join(key, rttMillis, loss, 0);
    }

    /**
     * A receiver joins.
     *
     * @param pathRttMillis the RTT membership knows, 0 for none
     */
    public Path join(long key, long rttMillis, double loss, long pathRttMillis) {
        RateReceiver receiver = strategy.newReceiver(random.split());
        receiver.identity(key);
        Path path = new Path(key, receiver, rttMillis * MS / 2, loss);
        paths.add(path);
        source.receiverJoined(key, pathRttMillis * MS, now);
        pacer.rateChanged(source.allowedRate(now), source.rttNanos(), now);
        return path;
    }

    /** A receiver leaves. */
    public void leave(Path path) {
        paths.remove(path);
        source.receiverLeft(path.key, now);
        if (!paths.isEmpty()) {
            pacer.rateChanged(source.allowedRate(now), source.rttNanos(), now);
        }
    }

    /**
     * A host on which a process gets a processor now and then only: it runs and waits for exponentially distributed times.
     *
     * @param runMillis  mean of the times it runs
     * @param waitMillis mean of the times it waits
     * @return when it runs: the first such time from a time on
     */
    public static LongUnaryOperator busyHost(long runMillis, long waitMillis, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TreeMap<Long, Long> waits = new TreeMap<>(Map.of(0L, 0L));
        return nanos -> {
            while (waits.lastKey() <= nanos) {
                long from = waits.lastEntry().getValue() + Math.round(random.nextExponential() * runMillis * MS);
                waits.put(from, from + Math.round(random.nextExponential() * waitMillis * MS));
            }
            return Math.max(nanos, waits.floorEntry(nanos).getValue());
        };
    }

    /** When the source's process has a processor, as {@link #busyHost} tells. */
    public void sourceHost(LongUnaryOperator runs) {
        host = runs;
    }

    /** Whether there is something to send. */
    public void sending(boolean on) {
        sending = on;
    }

    /** The application has so much to send, bytes per second. */
    public void application(double bytesPerSecond) {
        appRate = bytesPerSecond;
        appBytes = 0;
        appNanos = now;
    }

    /** The source. */
    public RateSource source() {
        return source;
    }

    /** The rate allowed now. */
    public double rate() {
        return source.allowedRate(now);
    }

    /** The time. */
    public long now() {
        return now;
    }

    /** Reports that left any receiver. */
    public long reports() {
        return reports;
    }

    /** The highest rate allowed when a packet left, since the last call. */
    public double takeHighest() {
        double taken = highest;
        highest = 0;
        return taken;
    }

    /** The receiver that limits, -1 for none. */
    public long clr() {
        return source.stats(now).limitingReceiver().orElse(-1);
    }

    /** Runs for a time and answers the mean rate at which packets left, bytes per second. */
    public double run(double seconds) {
        long start = now;
        long end = now + Math.round(seconds * 1e9);
        long sentBefore = sent;
        while (true) {
            long next = when(host, Math.min(nextSend(), source.nextDeadlineNanos()));
            for (Path path : paths) {
                if (!path.dead) {
                    next = Math.min(next, when(path.host, path.receiver.nextDeadlineNanos()));
                }
            }
            if (!events.isEmpty()) {
                next = Math.min(next, events.peek().nanos);
            }
            if (next > end) {
                now = end;
                return (sent - sentBefore) * 1e9 / (end - start);
            }
            now = Math.max(now, next);
            step();
        }
    }

    /** When a process that runs now and then does what was due at a time. */
    private long when(LongUnaryOperator runs, long dueNanos) {
        return dueNanos == Long.MAX_VALUE ? dueNanos : runs.applyAsLong(Math.max(now, dueNanos));
    }

    private static boolean runs(LongUnaryOperator host, long nanos) {
        return host.applyAsLong(nanos) == nanos;
    }

    private long nextSend() {
        if (!sending || paths.isEmpty()) {
            return Long.MAX_VALUE;
        }
        long next = Math.max(now, pacer.nextSendNanos());
        if (appRate < Double.POSITIVE_INFINITY && appBytes < SIZE) {
            next = Math.max(next, appNanos + (long) Math.ceil((SIZE - appBytes) / appRate * 1e9));
        }
        return next;
    }

    private void step() {
        while (!events.isEmpty() && events.peek().nanos <= now) {
            events.poll().action.run();
        }
        boolean sourceRuns = runs(host, now);
        if (sourceRuns && source.nextDeadlineNanos() <= now) {
            source.deadlineReached(now);
            pacer.rateChanged(source.allowedRate(now), source.rttNanos(), now);
        }
        for (Path path : paths) {
            boolean turns = !path.dead && runs(path.host, now);
            if (turns && path.receiver.nextDeadlineNanos() <= now) {
                path.receiver.deadlineReached(now);
            }
            if (turns && path.receiver.reportDue(now)) {
                report(path);
            }
        }
        if (appRate < Double.POSITIVE_INFINITY) {
            appBytes = Math.min(appBytes + (now - appNanos) * appRate / 1e9, 100.0 * SIZE);
            appNanos = now;
        }
        while (sourceRuns && sending && !paths.isEmpty() && pacer.maySend(now)) {
            if (appBytes < SIZE && appRate < Double.POSITIVE_INFINITY) {
                source.dataLimited(now);
                pacer.idle(now);
                break;
            }
            appBytes -= SIZE;
            send();
        }
        if (!sending) {
            source.dataLimited(now);
        }
    }

    private void send() {
        byte[] header = new byte[source.headerLength(now)];
        long sentNumber = number++;
        long sentNanos = now;
        WireWriter writer = new WireWriter(header);
        source.packetSent(sentNumber, SIZE, writer, now);
        if (writer.remaining() != 0) {
            throw new AssertionError("header of another length than announced");
        }
        pacer.sent(SIZE, source.allowedRate(now), source.rttNanos(), now);
        highest = Math.max(highest, source.allowedRate(now));
        sent += SIZE;
        for (Path path : paths) {
            long wait = Math.max(0, path.freeNanos - now);
            if (path.dead || random.nextDouble() < path.loss || wait > path.queueNanos) {
                continue;
            }
            path.freeNanos = now + wait + Math.round(SIZE / path.linkRate * 1e9);
            at(path.host.applyAsLong(path.freeNanos + path.forwardNanos), () -> {
                if (!path.dead) {
                    // The receiver's clock is another one.
                    path.receiver.packetReceived(sentNumber, SIZE, sentNanos - 7_000_000 * MS, new WireReader(header), now);
                }
            });
        }
    }

    private void report(Path path) {
        WireWriter writer = new WireWriter(new byte[RateReceiver.MAX_REPORT_LENGTH]);
        path.receiver.writeReport(writer, now);
        byte[] report = Arrays.copyOf(writer.buffer(), writer.position());
        reports++;
        path.reports++;
        if (random.nextDouble() < path.reportLoss) {
            return;
        }
        at(host.applyAsLong(now + path.backNanos), () -> {
            source.reportReceived(path.key, new WireReader(report), now);
            pacer.rateChanged(source.allowedRate(now), source.rttNanos(), now);
        });
    }

    private void at(long nanos, Runnable action) {
        events.add(new Event(nanos, order++, action));
    }
}
