package org.xpand.protocols.mca;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.xpand.protocols.rate.Pacer;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** Sessions of one source and several receivers over drop-tail queues, in virtual time. */
final class McaNetwork {
    static final int SIZE = 1000;
    static final long MS = 1_000_000;
    static final long SECOND = 1000 * MS;

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final List<Session> sessions = new ArrayList<>();
    private long order;
    private long now;

    private record Event(long nanos, long order, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return nanos != other.nanos ? Long.compare(nanos, other.nanos) : Long.compare(order, other.order);
        }
    }

    /** A drop-tail queue with a transmitter behind it. */
    static final class Queue {
        private double rate;
        private final int capacity;
        private long freeNanos;
        private long dropped;
        private long served;
        private double waitSum;
        private long longestNanos;

        Queue(double rate, int capacity) {
            this.rate = rate;
            this.capacity = capacity;
        }

        /** When a packet that enters at a time has left, or -1 if there is no room for it. */
        long pass(int size, long nanos) {
            long start = Math.max(nanos, freeNanos);
            long transmission = Math.round(size / rate * 1e9);
            if (start - nanos >= capacity * transmission) {
                dropped++;
                return -1;
            }
            served += size;
            waitSum += start - nanos;
            longestNanos = Math.max(longestNanos, start - nanos);
            freeNanos = start + transmission;
            return freeNanos;
        }

        void rate(double bytesPerSecond) {
            rate = bytesPerSecond;
        }

        long dropped() {
            return dropped;
        }

        /** Mean number of packets that a packet found waiting, since the last call. */
        double meanWaiting() {
            double mean = served == 0 ? 0 : waitSum / (served / (double) SIZE) / 1e9 * rate / SIZE;
            waitSum = 0;
            return mean;
        }

        double longestWaiting() {
            double longest = longestNanos / 1e9 * rate / SIZE;
            longestNanos = 0;
            return longest;
        }

        /** Bytes served since the last call, over what could have been. */
        double utilisation(double seconds) {
            double part = served / rate / seconds;
            served = 0;
            return part;
        }
    }

    /** A receiver behind a queue of its own (or none) and a delay, with a clock of its own. */
    final class Path {
        final McaReceiver receiver;
        final Queue queue;
        private final Session session;
        private final long key;
        private long delayNanos;
        private final long backNanos;
        private LongUnaryOperator clock = time -> time;
        private boolean cut;
        private long indications;

        private Path(Session session, long key, Queue queue, long delayNanos, McaConfig config) {
            this.session = session;
            this.key = key;
            this.queue = queue;
            this.delayNanos = delayNanos;
            this.backNanos = delayNanos;
            receiver = new McaReceiver(config);
            receiver.identity(key);
        }

        Path clock(LongUnaryOperator reads) {
            clock = reads;
            return this;
        }

        void delay(long nanos) {
            delayNanos = nanos;
        }

        void cut(boolean dead) {
            cut = dead;
        }

        /** Reports that arrived at the source and were no mere status. */
        long indications() {
            return indications;
        }

        private void arrive(long number, long sentNanos, byte[] header, long nanos) {
            at(nanos, () -> {
                receiver.packetReceived(number, SIZE, sentNanos, new WireReader(header), clock.applyAsLong(now));
                reports();
            });
        }

        private void reports() {
            long local = clock.applyAsLong(now);
            if (receiver.reportDue(local)) {
                byte[] bytes = new byte[McaReport.LENGTH];
                receiver.writeReport(new WireWriter(bytes), local);
                if (!cut) {
                    at(now + backNanos, () -> session.report(this, bytes));
                }
            }
        }
    }

    /** One source. */
    final class Session {
        final McaSource source;
        private final McaConfig config;
        private final Queue trunk;
        private final Pacer pacer;
        private final TreeMap<Long, Path> paths = new TreeMap<>();
        private boolean sending = true;
        private double offered = Double.POSITIVE_INFINITY;
        private double allowance;
        private long allowanceNanos;
        private long number;
        private long sent;
        private long wakeNanos = Long.MIN_VALUE;

        private Session(McaConfig config, Queue trunk) {
            this.config = config;
            this.trunk = trunk;
            this.source = new McaSource(config);
            this.pacer = new Pacer(new Pacer.Limits(config.burstPackets(), 0, 1, 0, 0), now);
        }

        Path join(long key, Queue queue, long delayNanos) {
            Path path = new Path(this, key, queue, delayNanos, config);
            paths.put(key, path);
            source.receiverJoined(key, 0, now);
            wake();
            return path;
        }

        void leave(long key) {
            paths.remove(key);
            source.receiverLeft(key, now);
        }

        void sending(boolean on) {
            sending = on;
            wake();
        }

        /** The application offers no more than this, bytes per second. */
        void offered(double rate) {
            offered = rate;
            allowanceNanos = now;
            allowance = 0;
        }

        double rate() {
            return source.allowedRate(now);
        }

        long representative() {
            return source.stats(now).limitingReceiver().orElse(-1);
        }

        /** Mean rate at which packets left since the last call, bytes per second. */
        double sent(double seconds) {
            double mean = sent / seconds;
            sent = 0;
            return mean;
        }

        private void report(Path path, byte[] bytes) {
            if (paths.get(path.key) == path) {
                path.indications += (bytes[0] & 3) != 0 ? 1 : 0;
                source.reportReceived(path.key, new WireReader(bytes), now);
                pacer.rateChanged(source.allowedRate(now), source.rttNanos(), now);
                wake();
            }
        }

        private void wake() {
            long next = Math.max(now, pacer.nextSendNanos());
            if (next != wakeNanos) {
                wakeNanos = next;
                at(next, () -> {
                    if (wakeNanos == next) {
                        wakeNanos = Long.MIN_VALUE;
                        turn();
                    }
                });
            }
        }

        private void turn() {
            if (paths.isEmpty() || !sending) {
                source.dataLimited(now);
                pacer.idle(now);
                return;
            }
            if (pacer.maySend(now)) {
                if (hasData()) {
                    send();
                } else {
                    source.dataLimited(now);
                    pacer.idle(now);
                    at(now + Math.round(SIZE / offered * 1e9) + 1, this::wake);
                    return;
                }
            }
            wake();
        }

        private boolean hasData() {
            if (offered == Double.POSITIVE_INFINITY) {
                return true;
            }
            allowance = Math.min(2 * SIZE, allowance + offered * (now - allowanceNanos) / 1e9);
            allowanceNanos = now;
            if (allowance < SIZE) {
                return false;
            }
            allowance -= SIZE;
            return true;
        }

        private void send() {
            byte[] header = new byte[source.headerLength(now)];
            long sentNumber = number++;
            long sentNanos = now;
            source.packetSent(sentNumber, SIZE, new WireWriter(header), now);
            pacer.sent(SIZE, source.allowedRate(now), source.rttNanos(), now);
            sent += SIZE;
            long out = trunk == null ? now : trunk.pass(SIZE, now);
            if (out >= 0) {
                for (Path path : paths.values()) {
                    at(out, () -> {
                        long through = path.queue == null ? now : path.queue.pass(SIZE, now);
                        if (through >= 0 && !path.cut) {
                            path.arrive(sentNumber, sentNanos, header, through + path.delayNanos);
                        }
                    });
                }
            }
        }
    }

    Queue queue(double bytesPerSecond, int packets) {
        return new Queue(bytesPerSecond, packets);
    }

    Session session(McaConfig config, Queue trunk) {
        Session session = new Session(config, trunk);
        sessions.add(session);
        return session;
    }

    private void at(long nanos, Runnable action) {
        events.add(new Event(nanos, order++, action));
    }

    /** Runs for a time; the counts of every session and of the queues begin anew at its start. */
    void run(double seconds, Queue... watched) {
        sessions.forEach(session -> session.sent = 0);
        Arrays.stream(watched).forEach(queue -> {
            queue.served = 0;
            queue.waitSum = 0;
            queue.longestNanos = 0;
            queue.dropped = 0;
        });
        long end = now + Math.round(seconds * 1e9);
        while (!events.isEmpty() && events.peek().nanos <= end) {
            Event event = events.poll();
            now = event.nanos;
            event.action.run();
        }
        now = end;
    }

    long now() {
        return now;
    }
}
