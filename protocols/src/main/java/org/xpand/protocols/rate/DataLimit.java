package org.xpand.protocols.rate;

/**
 * Records for each packet when the source last had more to send than it was allowed to, so that it is known whether a report about
 * that packet covers a data-limited interval (RFC 5348 §8.2.1 estimates that from two times).
 *
 * <p>The source is not data-limited at a packet if more than one pacing burst was sent since there was last nothing to
 * send. A repair counts as nothing to send: receivers measure the numbered stream only, and the repairs' part of the rate
 * must not look like a slow path. The same holds for time in which the source's process had to wait for a processor:
 * beyond a pacing burst it is lost. Bounded memory; not thread-safe.
 */
public final class DataLimit {
    /** A time before every other: comparable by subtraction with any time of the next hundred years. */
    private static final long LONG_AGO_NANOS = 1L << 61;

    private final SendTimes unlimitedTimes;
    private final SendTimes interruptedTimes;
    private boolean everUnlimited;
    private boolean everInterrupted;
    private long interruptedNanos;
    private long unlimitedNanos;
    private double runBytes;
    private boolean everSent;
    private long sentNanos;

    /**
     * A record in which the source has always been data-limited.
     *
     * @param packets packets to remember, 1 to 2^20
     * @throws IllegalArgumentException if the number is out of this range
     */
    public DataLimit(int packets) {
        unlimitedTimes = new SendTimes(packets);
        interruptedTimes = new SendTimes(packets);
    }

    /**
     * A packet of the stream was sent.
     *
     * @param number   one more than the previous one's
     * @param size     its length in bytes, positive
     * @param rate     the allowed rate, bytes per second, positive
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    public void sent(long number, int size, double rate, long nowNanos) {
        runBytes += size;
        double burst = Pacer.Limits.DEFAULT.burstBytes(rate, size);
        if (everSent && rate * (nowNanos - sentNanos) / 1e9 > size + burst) {
            everInterrupted = true;
            interruptedNanos = nowNanos;
        }
        everSent = true;
        sentNanos = nowNanos;
        if (runBytes > burst) {
            // More than a pacing burst: pacing held the stream back, not the application.
            everUnlimited = true;
            unlimitedNanos = nowNanos;
        }
        unlimitedTimes.sent(number, everUnlimited ? unlimitedNanos : nowNanos - LONG_AGO_NANOS);
        interruptedTimes.sent(number, everInterrupted ? interruptedNanos : nowNanos - LONG_AGO_NANOS);
    }

    /**
     * There was nothing to send, or a repair took the place of a packet of the stream.
     *
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    public void interrupted(long nowNanos) {
        runBytes = 0;
        everInterrupted = true;
        interruptedNanos = nowNanos;
    }

    /**
     * Whether the source was data-limited from a time until a packet was sent.
     *
     * @param startNanos when the time begins, nanoseconds of the same clock
     * @param number     number of the packet at whose sending the time ends
     * @return whether the source never had more to send than it was allowed to in that time
     * @throws IllegalArgumentException if the packet is not remembered
     */
    public boolean limitedSince(long startNanos, long number) {
        return unlimitedTimes.sentNanos(number) - startNanos <= 0;
    }

    /**
     * Whether the source did not use its rate, because it had nothing to send, sent a repair or was late, at any time from a time
     * until a packet was sent.
     *
     * @param startNanos when the time begins, nanoseconds of the same clock
     * @param number     number of the packet at whose sending the time ends
     * @return whether a part of the rate was not used for the stream in that time
     * @throws IllegalArgumentException if the packet is not remembered
     */
    public boolean interruptedSince(long startNanos, long number) {
        return interruptedTimes.sentNanos(number) - startNanos >= 0;
    }
}
