package org.xpand.protocols.api;

import org.xpand.protocols.segment.Segment;

/**
 * Settings of the reliability layer. Immutable. Times are more than 0; what is not accepted is refused with an {@link IllegalArgumentException}
 * that names the setting, its value and what is accepted.
 *
 * @param windowSegments      most segments of one sender that are in flight to a site, or requested by it, at a time; a power of two
 *                            from 16 to 1048576
 * @param maxSenders          most senders of one site in one group; segments of further ones are refused and counted; 1 or
 *                            more
 * @param reorderDelayNanos   how long a gap may be reordering before it is asked for, ns
 * @param requestIntervalRtts how long to wait for a repair before asking again, in round-trip times; grows by half with
 *                            every try; 1 or more
 * @param minRequestNanos     shortest wait before asking again, ns
 * @param maxRequestNanos     longest wait before asking again, ns; {@code minRequestNanos} or more
 * @param ackDelayNanos       how long progress on the LAN may wait for a report to ride on, ns; it waits until 1.25 round-trip times after the
 *                            acknowledgement before it, too, if the source has room to go on
 * @param minDigestNanos      silence after which the source first announces how far its senders are, ns; doubles each time. Also the least
 *                            time between answers to requests for what is not kept
 * @param maxDigestNanos      longest time between digests while something is not stable, ns; {@code minDigestNanos} or more
 * @param startIntervalNanos  time after which a start is repeated until it is acknowledged, ns
 * @param partitionRetentionNanos how long a silent site is waited for before it is excluded, and how long what a
 *                            lost site sent is kept for others, ns
 * @param partitionRetentionBytes how much of one sender is kept for silent sites, and at sites that receive it for others that
 *                            do not, bytes: each segment counts with its payload and 64 bytes; more than 0
 * @param heldIntervalNanos   first interval at which sites report to each other what they hold of a lost site, ns; doubles
 * @param unicastBelow        a repair requested by less than this fraction of the receiving sites is sent by unicast, in the
 *                            repair stream; otherwise it is sent down the tree as an ordinary packet; 0 (never by unicast) to 1
 */
public record ReliabilityConfig(int windowSegments, int maxSenders, long reorderDelayNanos, double requestIntervalRtts,
                                long minRequestNanos, long maxRequestNanos, long ackDelayNanos, long minDigestNanos,
                                long maxDigestNanos, long startIntervalNanos, long partitionRetentionNanos,
                                long partitionRetentionBytes, long heldIntervalNanos, double unicastBelow) {
    private static final long MS = 1_000_000;
    private static final int MOST_KEPT_SEGMENTS = 1 << 22;

    /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
    public ReliabilityConfig {
        if (Integer.bitCount(windowSegments) != 1 || windowSegments < 16 || windowSegments > 1 << 20) {
            throw new IllegalArgumentException("windowSegments " + windowSegments
                    + ": accepted are powers of two from 16 to 1048576");
        }
        if (maxSenders < 1) {
            throw new IllegalArgumentException("maxSenders " + maxSenders + ": accepted is 1 or more");
        }
        if (unicastBelow < 0 || unicastBelow > 1) {
            throw new IllegalArgumentException("unicastBelow " + unicastBelow + ": accepted is 0 to 1");
        }
        if (requestIntervalRtts < 1) {
            throw new IllegalArgumentException("requestIntervalRtts " + requestIntervalRtts + ": accepted is 1 or more");
        }
        requirePositive("reorderDelayNanos", reorderDelayNanos);
        requirePositive("ackDelayNanos", ackDelayNanos);
        requirePositive("startIntervalNanos", startIntervalNanos);
        requirePositive("partitionRetentionNanos", partitionRetentionNanos);
        requirePositive("partitionRetentionBytes", partitionRetentionBytes);
        requirePositive("heldIntervalNanos", heldIntervalNanos);
        requireOrdered("minRequestNanos", minRequestNanos, "maxRequestNanos", maxRequestNanos);
        requireOrdered("minDigestNanos", minDigestNanos, "maxDigestNanos", maxDigestNanos);
    }

    /**
     * Returns the default settings: windows of 32768 segments, retention of 60 s and 32 MiB of each sender.
     *
     * @return the settings
     */
    public static ReliabilityConfig defaults() {
        return new ReliabilityConfig(32_768, 1024, 2 * MS, 1.5, 5 * MS, 2000 * MS, 5 * MS, 20 * MS, 1000 * MS, 200 * MS,
                60_000 * MS, 32 << 20, 200 * MS, 0.5);
    }

    /**
     * Returns the most segments of one sender that are kept, however short they are: as many as fill the retention.
     *
     * @return a power of two, not below {@code windowSegments} and at most 4194304
     */
    public int keptSegments() {
        long shortest = Math.min(Math.max(partitionRetentionBytes / Segment.LEAST_COST, windowSegments), MOST_KEPT_SEGMENTS);
        return Math.toIntExact(Long.highestOneBit(2 * shortest - 1));
    }

    /**
     * Returns a copy with another retention for silent sites.
     *
     * @param nanos for how long, ns, more than 0
     * @param bytes how much of one sender, bytes, more than 0
     * @return the copy
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public ReliabilityConfig withRetention(long nanos, long bytes) {
        return new ReliabilityConfig(windowSegments, maxSenders, reorderDelayNanos, requestIntervalRtts, minRequestNanos,
                maxRequestNanos, ackDelayNanos, minDigestNanos, maxDigestNanos, startIntervalNanos, nanos, bytes,
                heldIntervalNanos, unicastBelow);
    }

    private static void requirePositive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " " + value + ": accepted is more than 0");
        }
    }

    private static void requireOrdered(String lowName, long low, String highName, long high) {
        requirePositive(lowName, low);
        if (high < low) {
            throw new IllegalArgumentException(highName + " " + high + ": accepted is " + lowName + " (" + low
                    + ") or more");
        }
    }
}
