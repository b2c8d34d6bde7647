package org.xpand.protocols.relay;

/**
 * How much a sender may keep until it is stable: what it sends in two round trips and {@link RelayConfig#retentionNanos}, and a part of
 * what the process's senders may keep together in any case. Not thread-safe.
 */
final class RetentionLimit {
    /** Delay of acknowledgements on the receiver's LAN, in its delegate and in the sender's delegate. */
    private static final double ACK_DELAYS_NANOS = 60e6;
    /** So much faster than up to now what is sent may become stable. */
    private static final double GROWTH = 2;

    private final RelayConfig config;
    private final SenderBudget budget;
    private final StableRate stableRate = new StableRate();
    private long counted = Long.MIN_VALUE;
    private long bytes;

    RetentionLimit(RelayConfig config, SenderBudget budget) {
        this.config = config;
        this.budget = budget;
        bytes = config.maxRetentionBytes();
    }

    /** The limit, bytes. */
    long bytes() {
        return bytes;
    }

    /** The sender has sent something. */
    void sends(long nowNanos) {
        counted = budget.sends(counted, nowNanos);
    }

    /** So many bytes more are stable. */
    void stable(long more) {
        stableRate.stable(more);
    }

    /** No other site has members. */
    void lanOnly() {
        bytes = config.maxRetentionBytes();
    }

    /** Takes the sender's share, see {@link LocalSender#allotted}. */
    void allotted(double share, long rttNanos, boolean waits, long nowNanos) {
        // A share can be far above what the sites take, where processors are what lacks.
        double measured = stableRate.bytesPerSecond(nowNanos);
        double rate = measured > 0 ? Math.min(share, GROWTH * measured) : share;
        double nanos = 2 * (rttNanos + ACK_DELAYS_NANOS) + config.retentionNanos();
        bytes = waits ? config.mostRetentionBytes() : Math.max(Math.min(config.minRetentionBytes(), budget.retention(nowNanos)),
                Math.min((long) (rate * nanos / 1e9), config.maxRetentionBytes()));
    }
}
