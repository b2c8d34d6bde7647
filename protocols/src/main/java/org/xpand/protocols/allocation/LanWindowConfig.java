package org.xpand.protocols.allocation;

import org.xpand.protocols.rate.RateSettings;

/**
 * Settings of the window of a group within one LAN (Xpand §4.4). Immutable.
 *
 * @param initialSegments the window at the beginning, segments (RFC 6928 §2: 10), 1 to 2^20
 * @param minSegments     the least window, segments (RFC 5681 §3.1: 2), 1 to 2^20
 * @param maxSegments     the greatest window, segments (8192), at least the initial and the least one, to 2^20
 * @param maxBytes        the greatest window, bytes that segments cost (2 MiB: what is in flight is kept by every process, where it
 *                        costs cache misses and work of the garbage collector), 4096 to 2^30
 * @param siteBytes       what all senders of the site may have in flight together, bytes that segments cost (4 MiB: a socket
 *                        of 8 MiB holds it), 4096 to 2^30
 * @param decrease        what pressure leaves of the window, as a part of it (RFC 5681 §3.1: ½), 0.1 to 0.9
 */
public record LanWindowConfig(int initialSegments, int minSegments, int maxSegments, int maxBytes, int siteBytes, double decrease) {
    private static final int MOST = 1 << 20;
    private static final int LEAST_BYTES = 4096;
    private static final int MOST_BYTES = 1 << 30;
    private static final LanWindowConfig DEFAULTS = new LanWindowConfig(10, 2, 8192, 2 << 20, 4 << 20, 0.5);

    /**
     * @throws IllegalArgumentException if a component is out of range; the message names it, its value and the range
     */
    public LanWindowConfig {
        RateSettings.check("initialSegments", initialSegments, 1, MOST, "");
        RateSettings.check("minSegments", minSegments, 1, MOST, "");
        RateSettings.check("maxSegments", maxSegments, Math.max(initialSegments, minSegments), MOST, "");
        RateSettings.check("maxBytes", maxBytes, LEAST_BYTES, MOST_BYTES, " bytes");
        RateSettings.check("siteBytes", siteBytes, LEAST_BYTES, MOST_BYTES, " bytes");
        RateSettings.check("decrease", decrease, 0.1, 0.9, "");
    }

    /** {@return the default settings} */
    public static LanWindowConfig defaults() {
        return DEFAULTS;
    }
}
