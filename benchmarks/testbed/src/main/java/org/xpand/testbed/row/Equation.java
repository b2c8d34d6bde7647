package org.xpand.testbed.row;

/** TCP's rate by RFC 5348 §3.1, to compare rates with. */
final class Equation {
    private static final double BITS_PER_MEGABIT = 1e6;

    private Equation() {
    }

    /**
     * The rate, Mbit/s.
     *
     * @param segment    s, bytes
     * @param rttSeconds R
     * @param loss       p, 0 to 1, not 0
     */
    static double megabits(double segment, double rttSeconds, double loss) {
        // b = 1 and t_RTO = 4 R, as RFC 5348 §3.1 recommends.
        double seconds = rttSeconds * (Math.sqrt(2 * loss / 3)
                + 4 * 3 * Math.sqrt(3 * loss / 8) * loss * (1 + 32 * loss * loss));
        return segment * 8 / seconds / BITS_PER_MEGABIT;
    }
}
