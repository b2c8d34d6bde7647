package org.xpand.protocols.tuf;

import org.xpand.protocols.rate.RttEstimator;

/**
 * Measures a link by the answers to probes (TUF §3.2): the loss of packets between two answered probes,
 * and the round-trip time. Remembers the last {@value #PROBES} probes; answers to older ones, or out of order,
 * are not used. Not thread-safe.
 */
final class LinkMeter {
    /** Most probes in flight. */
    static final int PROBES = 64;

    private final RttEstimator rtt;
    private final int overtaken;
    private final long[] times = new long[PROBES];
    private final long[] counts = new long[PROBES];
    private long probes;

    /** The probe at which the interval begins; −1 if the next answer begins one. */
    private long base = -1;
    private long baseNanos;
    private long baseCount;
    private long baseReceived;
    private long baseIncarnation;
    /** Answers to probes below this one are ignored. */
    private long first;

    private long sent;
    private long lost;
    private long nanos;
    private long lossNanos;
    /** Whether an interval continues because missing packets may have been overtaken, and its length until then. */
    private boolean waits;
    private long waitedNanos;
    private long waitedLost;
    private long stretch;
    private long baseSample;

    /**
     * @param rttQuotient weight of the past in the smoothed round-trip time
     * @param overtaken   most packets that a probe may have overtaken: if no more are missing the next answer decides
     */
    LinkMeter(double rttQuotient, int overtaken) {
        this.overtaken = overtaken;
        rtt = new RttEstimator(rttQuotient);
    }

    /** A probe leaves after so many packets; returns its number. */
    int probe(long packetsSent, long nowNanos) {
        times[slot(probes)] = nowNanos;
        counts[slot(probes)] = packetsSent;
        return (int) probes++;
    }

    /** Packets sent before the next probe are not measured any more. */
    void beginAnew() {
        base = -1;
        waits = false;
        first = probes;
    }

    /** Whether the next answer ends an interval. */
    boolean begun() {
        return base >= 0;
    }

    /** Whether this is the number of a probe that may still be answered, and was not answered yet. */
    boolean awaits(int number) {
        long probe = full(number);
        return probe >= probes - PROBES && probe >= first && probe > base;
    }

    /** Time since a probe that {@link #awaits} accepts was sent, less the time that it was held. */
    long rttNanos(int number, long holdNanos, long nowNanos) {
        return nowNanos - times[slot(full(number))] - holdNanos;
    }

    /**
     * The answer arrived to a probe that {@link #awaits} accepts.
     *
     * @param incarnation of the answering hop: with a new one its count begins anew
     * @param received packets that had arrived
     * @param sample   round-trip time, positive
     * @return whether an interval ended, described by {@link #sent}, {@link #lost} and {@link #spanNanos}; otherwise it may
     *         continue ({@link #waits})
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

    /** Time in which they were sent. */
    long spanNanos() {
        return nanos;
    }

    /** Part of this time in which packets were lost. */
    long lossNanos() {
        return lossNanos;
    }

    /** Whether the interval continues until the next answer, because the few missing packets may have been overtaken. */
    boolean waits() {
        return waits;
    }

    /** How much longer they took to arrive than to leave, negative for shorter: their time in the link's queue. */
    long stretchNanos() {
        return stretch;
    }

    /** The smoothed round-trip time, nanoseconds, 0 before the first answer. */
    long rttNanos() {
        return rtt.rttNanos();
    }

    /** The newest probe with these lower 32 bits of its number. */
    private long full(int number) {
        return probes - 1 - ((int) (probes - 1) - number & 0xFFFF_FFFFL);
    }

    private static int slot(long probe) {
        return (int) (probe & (PROBES - 1));
    }
}
