package org.xpand.core;

/**
 * Decides which lines about limits of groups are logged: a cause that many groups have at a time, such as a paused process, would otherwise
 * be logged once for each of them. Pure, for one thread.
 */
final class LimitLines {
    /** Lines of the same words within {@link #TOGETHER_NANOS}; the next one says that there are further groups. */
    static final int MOST = 3;
    static final long TOGETHER_NANOS = 1_000_000_000L;

    private String words = "";
    private long firstNanos;
    private int lines;

    /** What becomes of a line. */
    enum Verdict {
        /** It is logged. */
        LOGGED,
        /** It is the first that is not; what is logged instead is that others follow. */
        FIRST_LEFT_OUT,
        /** It is not. */
        LEFT_OUT
    }

    /**
     * The next line.
     *
     * @param text     what it says about the group, without the group's name
     * @param nowNanos the time, nanoseconds of one monotonic clock
     */
    Verdict next(String text, long nowNanos) {
        if (!text.equals(words) || nowNanos - firstNanos >= TOGETHER_NANOS) {
            words = text;
            firstNanos = nowNanos;
            lines = 0;
        }
        lines++;
        return lines <= MOST ? Verdict.LOGGED : lines == MOST + 1 ? Verdict.FIRST_LEFT_OUT : Verdict.LEFT_OUT;
    }
}
