package org.xpand.protocols.stack;

import org.xpand.protocols.wire.ReplayWindow;

/**
 * Plausibility of the packet numbers of one incoming stream. A packet is doubted and dropped if no rate could have reached its
 * number in the time since, if its number is too old to be checked, or if its time stamp does not fit its neighbours'. If the
 * stream then continues there and nowhere else, for some packets and a round-trip time, it is trusted: so a stream that a forged
 * packet led astray recovers by itself. Not thread-safe.
 */
final class IncomingNumbers {
    /** For packets without a time stamp of their source. */
    static final long UNSTAMPED = Long.MIN_VALUE;
    /** How far behind the newest number a late packet is still accepted. */
    static final int SPAN = 4096;
    /** How far a number may be ahead though no time has passed: losses and overtaking take no time. */
    static final long MAX_JUMP = 2L * SPAN;
    /** Most packets per second that a source can send. */
    static final double MAX_PACKETS_PER_SECOND = 2e6;
    /** Consecutive doubted packets, each with a higher number, after which the stream is trusted there. */
    static final int CONVINCING_PACKETS = 3;
    /** Longest time for which a doubted stream is watched before it is trusted, ns. */
    static final long MAX_TRIAL_NANOS = 1_000_000_000L;
    /** Greatest difference by which a packet's delay may be shorter than its predecessor's: hosts stop for a moment. */
    static final long MAX_DELAY_DROP_NANOS = 1_000_000_000L;

    private ReplayWindow window = new ReplayWindow(SPAN);
    private boolean started;
    private long newest;
    private long newestSentNanos;
    private long newestNanos;
    private int doubted;
    private long doubtedSinceNanos;
    private long doubtedNumber;
    private long doubtedNanos;
    private long doubtedSentNanos;

    /** The judgement on a packet. */
    enum Verdict {
        /** The next packet or a late one. */
        TAKEN,
        /** Arrived before. */
        SEEN,
        /** Implausible; dropped. */
        DOUBTED,
        /** The stream continues here, and what was taken before no longer counts. */
        RESUMED
    }

    /** Judges the number and time stamp of a packet that arrived, and records it if it is taken. */
    Verdict judge(long number, long sentNanos, long rttNanos, long nowNanos) {
        if (number < 0) {
            return Verdict.DOUBTED;
        }
        if (started && !plausible(number, sentNanos, nowNanos)) {
            return doubt(number, sentNanos, rttNanos, nowNanos);
        }
        if (!window.take(number)) {
            return Verdict.SEEN;
        }
        take(number, sentNanos, nowNanos);
        return Verdict.TAKEN;
    }

    private void take(long number, long sentNanos, long nowNanos) {
        if (!started || number > newest) {
            newest = number;
            newestSentNanos = sentNanos;
            newestNanos = nowNanos;
        }
        started = true;
        doubted = 0;
    }

    private boolean plausible(long number, long sentNanos, long nowNanos) {
        if (number <= newest) {
            return newest - number < SPAN && (sentNanos == UNSTAMPED || sentNanos - newestSentNanos <= 0);
        }
        return follows(number - newest, sentNanos, newestSentNanos, nowNanos - newestNanos);
    }

    private static boolean follows(long ahead, long sentNanos, long sentBefore, long elapsedNanos) {
        if (ahead > MAX_JUMP + elapsedNanos * (MAX_PACKETS_PER_SECOND / 1e9)) {
            return false;
        }
        long between = sentNanos - sentBefore;
        return sentNanos == UNSTAMPED || between >= 0 && between - elapsedNanos <= MAX_DELAY_DROP_NANOS;
    }

    private Verdict doubt(long number, long sentNanos, long rttNanos, long nowNanos) {
        boolean continues = doubted > 0 && number > doubtedNumber
                && follows(number - doubtedNumber, sentNanos, doubtedSentNanos, nowNanos - doubtedNanos);
        if (!continues) {
            doubted = 0;
            doubtedSinceNanos = nowNanos;
        }
        doubted++;
        doubtedNumber = number;
        doubtedNanos = nowNanos;
        doubtedSentNanos = sentNanos;
        if (doubted < CONVINCING_PACKETS || nowNanos - doubtedSinceNanos < Math.min(rttNanos, MAX_TRIAL_NANOS)) {
            return Verdict.DOUBTED;
        }
        window = new ReplayWindow(SPAN);
        window.take(number);
        started = false;
        take(number, sentNanos, nowNanos);
        return Verdict.RESUMED;
    }
}
