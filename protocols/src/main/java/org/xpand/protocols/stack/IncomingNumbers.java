package org.xpand.protocols.stack;

import org.xpand.protocols.wire.ReplayWindow;

/**
 * What is believed of the packet numbers of one incoming stream. A number that no rate could have reached in the time
 * since, one too old to tell, or a time stamp that does not fit its neighbours' is doubted: its packet is dropped. Should
 * the stream go on there all the same and nowhere else, for some packets and a round-trip time, then it is believed: so a
 * stream that one forged packet led astray finds back by itself. Not thread-safe.
 */
final class IncomingNumbers {
    /** For packets that bear no time stamp of their source. */
    static final long UNSTAMPED = Long.MIN_VALUE;
    /** How far behind the newest number a late packet is still accepted. */
    static final int SPAN = 4096;
    /** How far a number may be ahead without any time having passed: losses and overtaking take no time. */
    static final long MAX_JUMP = 2L * SPAN;
    /** Most packets per second that a source is believed to send. */
    static final double MAX_PACKETS_PER_SECOND = 2e6;
    /** Consecutive doubted packets, each with a higher number, after which the stream is believed to be there. */
    static final int CONVINCING_PACKETS = 3;
    /** Longest time for which a doubted stream is watched before it is believed, ns. */
    static final long MAX_TRIAL_NANOS = 1_000_000_000L;
    /** A packet may have been under way for so much less than its predecessor: hosts stand still for a moment. */
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

    /** What is thought of a packet. */
    enum Verdict {
        /** It is the next or a late one. */
        TAKEN,
        /** It has been taken before. */
        SEEN,
        /** It cannot be; it is dropped. */
        DOUBTED,
        /** The stream goes on here, and what was taken before it counts no longer. */
        RESUMED
    }

    /** Judges the number and time stamp of a packet that arrived, and notes it if it is taken. */
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
