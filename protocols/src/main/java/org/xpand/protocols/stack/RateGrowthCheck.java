package org.xpand.protocols.stack;

/**
 * How fast a rate may grow because of receivers' reports. Strategies at most double their rate in a round-trip time; a report
 * that asks for much more is not followed at once, since the next one may contradict it. What this site itself finds
 * out, that a receiver joined or a link is faster, is trusted at once. Rates are bytes per second. Not thread-safe.
 */
final class RateGrowthCheck {
    /** Most growth in one round-trip time: more than any strategy's own growth. */
    static final double MAX_GROWTH = 4;
    /** Most growth in one round-trip time over paths of which nothing is known yet: a queue that overflows loses only a few packets. */
    static final double SLOW_GROWTH = 1.25;
    /** A formerly allowed rate can be reached again at once for so long, ns, decreasing all the time. */
    static final long REMEMBERED_NANOS = 4_000_000_000L;
    /** Bytes per round-trip time that are always allowed: ten packets. */
    static final double INITIAL_BYTES = 14_000;
    /** Shortest time that counts as a round-trip time, ns. */
    static final long MIN_EPOCH_NANOS = 1_000_000;

    private boolean believing = true;
    private double growth = MAX_GROWTH;
    private double before;
    private double highest;
    private long epochNanos;

    /** The next rate is based on information of this site itself. */
    void trustNext() {
        believing = true;
    }

    /** The rate begins here, whatever was allowed before, and grows slowly until it is what the strategy wants. */
    void beginWith(double rate, long nowNanos) {
        believing = false;
        growth = SLOW_GROWTH;
        before = rate / growth;
        highest = rate;
        epochNanos = nowNanos;
    }

    /** The part of the strategy's rate that is allowed. */
    double limit(double wanted, long rttNanos, long nowNanos) {
        if (believing) {
            believing = false;
            growth = MAX_GROWTH;
            before = wanted;
            highest = wanted;
            epochNanos = nowNanos;
            return wanted;
        }
        long rtt = Math.max(rttNanos, MIN_EPOCH_NANOS);
        long passed = nowNanos - epochNanos;
        if (passed >= rtt) {
            before = Math.max(highest, before * Math.max(0, 1 - (double) passed / REMEMBERED_NANOS));
            highest = 0;
            epochNanos = nowNanos;
        }
        double believed = wanted <= growth * before ? wanted : Math.min(wanted, growth * Math.max(before, INITIAL_BYTES / rtt * 1e9));
        growth = believed < wanted ? growth : MAX_GROWTH;
        highest = Math.max(highest, believed);
        return believed;
    }
}
