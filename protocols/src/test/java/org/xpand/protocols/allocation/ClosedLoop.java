package org.xpand.protocols.allocation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongToDoubleFunction;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

/**
 * A site in virtual time: applications, send windows, buckets and estimators, a LAN with a delay for reports and grants,
 * and a delegate whose queue drains at the aggregate rate, or more slowly if it gets less done.
 */
final class ClosedLoop {
    static final long MS = 1_000_000;
    static final int SEGMENT = 1000;
    static final int CHARGED = 1060;
    private static final long TICK = MS / 4;
    private static final long LAN_DELAY = MS;
    private static final long UPDATE = 10 * MS;
    private static final long RTT = 100 * MS;
    private static final int BURST = 4 * SEGMENT;

    final Allocator allocator;
    final List<Sender> senders = new ArrayList<>();
    long now;
    long worstBacklog;
    private final DemandConfig config;
    private final double aggregate;
    private final double gotDone;
    private final long rtt;
    private final PriorityQueue<Message> lan = new PriorityQueue<>();
    private double budget;
    private long backlog;
    private long newBytes;
    private long chargedBytes;
    private long messages;

    private record Message(long time, long number, Runnable effect) implements Comparable<Message> {
        @Override
        public int compareTo(Message other) {
            return time != other.time ? Long.compare(time, other.time) : Long.compare(number, other.number);
        }
    }

    /** One process: its application's rate in bytes per second over time, infinite for one that always has more. */
    final class Sender {
        final SenderId id;
        final DemandEstimator estimator;
        final TokenBucket bucket = new TokenBucket(32_000, BURST, now);
        private final LongToDoubleFunction application;
        private final int windowBytes;
        private final ArrayDeque<Long> window = new ArrayDeque<>();
        private double waiting;
        long taken;
        long reports;
        long longestWait;

        private Sender(int number, int windowBytes, LongToDoubleFunction application) {
            id = new SenderId(new SiteId(1), number);
            this.application = application;
            this.windowBytes = windowBytes;
            estimator = new DemandEstimator(config, now);
        }

        private boolean full() {
            return window.size() * SEGMENT >= windowBytes;
        }

        private void tick() {
            double rate = application.applyAsDouble(now);
            waiting = rate == Double.POSITIVE_INFINITY ? windowBytes : waiting + rate * TICK / 1e9;
            while (waiting >= SEGMENT && !full()) {
                window.add(now);
                estimator.filled(SEGMENT, now);
                waiting -= SEGMENT;
                estimator.window(full(), now);
            }
            while (!window.isEmpty() && bucket.mayTake(now)) {
                longestWait = Math.max(longestWait, now - window.poll());
                bucket.take(SEGMENT, now);
                estimator.drained(SEGMENT, now);
                estimator.window(full(), now);
                taken += SEGMENT;
                backlog += SEGMENT;
            }
            if (now - estimator.nextDeadlineNanos() >= 0) {
                estimator.deadlineReached(now);
            }
            if (estimator.reportDue(now)) {
                double demand = estimator.report(now);
                reports++;
                post(() -> {
                    allocator.demand(id, demand);
                    grant();
                });
            }
        }
    }

    ClosedLoop(double aggregate, DemandConfig config, AllocatorConfig allocation) {
        this(aggregate, aggregate, RTT, config, allocation);
    }

    ClosedLoop(double aggregate, double gotDone, long rtt, AllocatorConfig allocation) {
        this(aggregate, gotDone, rtt, DemandConfig.defaults(), allocation);
    }

    private ClosedLoop(double aggregate, double gotDone, long rtt, DemandConfig config, AllocatorConfig allocation) {
        this.aggregate = aggregate;
        this.gotDone = gotDone;
        this.rtt = rtt;
        this.config = config;
        allocator = new Allocator(allocation);
    }

    ClosedLoop(double aggregate) {
        this(aggregate, DemandConfig.defaults(), AllocatorConfig.defaults());
    }

    /** A sender whose window takes {@code windowBytes} of bytes not yet taken by its bucket. */
    Sender sender(int windowBytes, LongToDoubleFunction application) {
        Sender sender = new Sender(senders.size(), windowBytes, application);
        senders.add(sender);
        return sender;
    }

    void run(long nanos) {
        for (long end = now + nanos; now < end; now += TICK) {
            while (!lan.isEmpty() && lan.peek().time <= now) {
                lan.poll().effect.run();
            }
            senders.forEach(Sender::tick);
            drain();
            if (now % UPDATE == 0) {
                allocator.update(aggregate, newBytes, chargedBytes, backlog, rtt, now);
                grant();
            }
        }
    }

    /** What each sender's bucket took over a time, bytes per second. */
    double[] measure(long nanos) {
        long[] before = senders.stream().mapToLong(sender -> sender.taken).toArray();
        run(nanos);
        double[] rates = new double[before.length];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = (senders.get(i).taken - before[i]) * 1e9 / nanos;
        }
        return rates;
    }

    private void drain() {
        budget = Math.min(budget + gotDone * TICK / 1e9, 4.0 * CHARGED);
        while (backlog > 0 && budget >= CHARGED) {
            budget -= CHARGED;
            backlog -= SEGMENT;
            newBytes += SEGMENT;
            chargedBytes += CHARGED;
        }
        worstBacklog = Math.max(worstBacklog, backlog);
    }

    private void grant() {
        if (!allocator.changed()) {
            return;
        }
        for (Sender sender : senders) {
            double share = allocator.share(sender.id);
            post(() -> {
                sender.estimator.granted(share, now);
                sender.bucket.rate(share, BURST, now);
            });
        }
        allocator.clearChanged();
    }

    private void post(Runnable effect) {
        lan.add(new Message(now + LAN_DELAY, messages++, effect));
    }
}
