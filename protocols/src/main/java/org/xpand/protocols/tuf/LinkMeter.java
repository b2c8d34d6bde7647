package org.xpand.protocols.tuf;

import org.xpand.protocols.rate.RttEstimator;

/**
 * What became of the packets sent over a link, from the answers to probes (TUF §3.2): loss between two answered probes,
 * and the round-trip time. Remembers the last {@value #PROBES} probes; answers to older ones, or that come out of order,
 * tell nothing. Not thread-safe.
 */
final class LinkMeter {
    /** Probes that may be under way. */
    static final int PROBES = 64;

    private final RttEstimator rtt;
    private final int overtaken;
    private final long[] times = new long[PROBES];
    private final long[] counts = new long[PROBES];
    private long probes;

    /** The probe measured from; −1 if the next answer is only a beginning. */
    private long base = -1;
    private long baseNanos;
    private long baseCount;
    private long baseReceived;
    private long baseIncarnation;
    /** Answers to probes below this one are left out. */
    private long first;

    private long sent;
    private long lost;
    private long nanos;
    private long lossNanos;
    /** Whether an interval goes on because what is missing may have been overtaken, and how long it was by then. */
    private boolean waits;
    private long waitedNanos;
    private long waitedLost;
    private long stretch;
    private long baseSample;

    /**
     * @param rttQuotient weight of the past in the smoothed round-trip time
     * @param overtaken   so many packets may have been overtaken by a probe: if no more are missing the next answer tells
     */
    LinkMeter(double rttQuotient, int overtaken) {
        this.overtaken = overtaken;
        rtt = new RttEstimator(rttQuotient);
    }

    /** A probe leaves after so many packets; answers its number. */
    int probe(long packetsSent, long nowNanos) {
        times[slot(probes)] = nowNanos;
        counts[slot(probes)] = packetsSent;
        return (int) probes++;
    }

    /** What was sent before the next probe is to be measured no more. */
    void beginAnew() {
        base = -1;
        waits = false;
        first = probes;
    }

    /** Whether the next answer ends an interval. */
    boolean begun() {
        return base >= 0;
    }

    /** Whether the number is that of a probe that may still be answered, and was not answered yet. */
    boolean awaits(int number) {
        long probe = full(number);
        return probe >= probes - PROBES && probe >= first && probe > base;
    }

    /** How long ago a probe left that {@link #awaits} knows, less what it was held. */
    long rttNanos(int number, long holdNanos, long nowNanos) {
        return nowNanos - times[slot(full(number))] - holdNanos;
    }

    /**
     * The answer to a probe that {@link #awaits} knows.
     *
     * @param incarnation of the one who answers: with another one its count begins anew
     * @param received packets that had arrived
     * @param sample   round-trip time, positive
     * @return whether there is an interval to tell about, by {@link #sent}, {@link #lost} and {@link #spanNanos}; if not, it may be
     *         that it goes on ({@link #waits})
     */
    boolean answer(int number, long incarnation, long received, long sample) {
        rtt.sample(sample);
        long probe = full(number);
        boolean measured = base >= 0 && incarnation == baseIncarnation && received >= baseReceived;
        if (measured) {
            sent = counts[slot(probe)] - baseCount;
            lost = Math.max(0, sent - (received - baseReceived));
            nanos = times[slot(probe)] - baseNanos;
            stretch = sample - baseSample;
            lossNanos = waits && lost <= waitedLost ? waitedNanos : nanos;
            waits = !waits && lost > 0 && lost <= overtaken;
            waitedNanos = nanos;
            waitedLost = lost;
            if (waits) {
                return false;
            }
        } else {
            waits = false;
        }
        base = probe;
        baseSample = sample;
        baseIncarnation = incarnation;
        baseReceived = received;
        baseCount = counts[slot(probe)];
        baseNanos = times[slot(probe)];
        return measured;
    }

    /** Packets sent in the interval. */
    long sent() {
        return sent;
    }

    /** Packets of the interval that were lost. */
    long lost() {
        return lost;
    }

    /** How long it took to send them. */
    long spanNanos() {
        return nanos;
    }

    /** In how long a part of it packets were lost. */
    long lossNanos() {
        return lossNanos;
    }

    /** Whether the interval goes on until the next answer, because the few packets that are missing may have been overtaken. */
    boolean waits() {
        return waits;
    }

    /** How much longer they took to arrive, or shorter: what they waited in the link's queue. */
    long stretchNanos() {
        return stretch;
    }

    /** The smoothed round-trip time, nanoseconds, 0 before the first answer. */
    long rttNanos() {
        return rtt.rttNanos();
    }

    /** The probe with these lower 32 bits of its number, of those before the next one. */
    private long full(int number) {
        return probes - 1 - ((int) (probes - 1) - number & 0xFFFF_FFFFL);
    }

    private static int slot(long probe) {
        return (int) (probe & (PROBES - 1));
    }
}
