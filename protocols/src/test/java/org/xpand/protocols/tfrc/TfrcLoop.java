package org.xpand.protocols.tfrc;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.xpand.protocols.rate.Pacer;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** A source and its receivers, joined by pipes of a fixed delay that lose packets at random and reports never. */
final class TfrcLoop {
    static final int SIZE = 1000;

    private final TfrcSource source;
    private final List<Path> paths = new ArrayList<>();
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final SplittableRandom random;
    private final Pacer pacer;
    private long order;
    private long number;
    private long now;
    private long sent;
    private boolean sending = true;

    private static final class Path {
        private final long key;
        private final TfrcReceiver receiver;
        private final long delayNanos;
        private double loss;

        private Path(long key, TfrcReceiver receiver, long delayNanos, double loss) {
            this.key = key;
            this.receiver = receiver;
            this.delayNanos = delayNanos;
            this.loss = loss;
        }
    }

    private record Event(long nanos, long order, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return nanos != other.nanos ? Long.compare(nanos, other.nanos) : Long.compare(order, other.order);
        }
    }

    TfrcLoop(TfrcConfig config, long seed) {
        source = new TfrcSource(config);
        random = new SplittableRandom(seed);
        pacer = new Pacer(Pacer.Limits.DEFAULT, 0);
    }

    TfrcReceiver join(TfrcConfig config, long key, long rttNanos, double loss) {
        TfrcReceiver receiver = new TfrcReceiver(config);
        receiver.identity(key);
        paths.add(new Path(key, receiver, rttNanos / 2, loss));
        source.receiverJoined(key, 0, now);
        return receiver;
    }

    void leave(long key) {
        paths.removeIf(path -> path.key == key);
        source.receiverLeft(key, now);
    }

    void loss(long key, double loss) {
        paths.stream().filter(path -> path.key == key).forEach(path -> path.loss = loss);
    }

    void sending(boolean on) {
        sending = on;
    }

    TfrcSource source() {
        return source;
    }

    double rate() {
        return source.allowedRate(now);
    }

    /** Runs for a time and answers the mean rate at which packets left, bytes per second. */
    double run(double seconds) {
        long start = now;
        long end = now + Math.round(seconds * 1e9);
        long sentBefore = sent;
        while (true) {
            long next = sending ? Math.max(now, pacer.nextSendNanos()) : Long.MAX_VALUE;
            next = Math.min(next, source.nextDeadlineNanos());
            for (Path path : paths) {
                next = Math.min(next, path.receiver.nextDeadlineNanos());
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

    private void step() {
        while (!events.isEmpty() && events.peek().nanos <= now) {
            events.poll().action.run();
        }
        if (source.nextDeadlineNanos() <= now) {
            source.deadlineReached(now);
            pacer.rateChanged(source.allowedRate(now), source.rttNanos(), now);
        }
        for (Path path : paths) {
            if (path.receiver.reportDue(now)) {
                report(path);
            }
        }
        while (sending && pacer.maySend(now)) {
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
        source.packetSent(sentNumber, SIZE, new WireWriter(header), now);
        pacer.sent(SIZE, source.allowedRate(now), source.rttNanos(), now);
        sent += SIZE;
        for (Path path : paths) {
            if (random.nextDouble() >= path.loss) {
                events.add(new Event(now + path.delayNanos, order++, () ->
                        path.receiver.packetReceived(sentNumber, SIZE, sentNanos, new WireReader(header), now)));
            }
        }
    }

    private void report(Path path) {
        byte[] report = new byte[TfrcReport.LENGTH];
        path.receiver.writeReport(new WireWriter(report), now);
        events.add(new Event(now + path.delayNanos, order++, () -> {
            source.reportReceived(path.key, new WireReader(report), now);
            pacer.rateChanged(source.allowedRate(now), source.rttNanos(), now);
        }));
    }
}
