package org.xpand.protocols.allocation;

import org.xpand.protocols.rate.RateSettings;

/**
 * Settings of the window of a group within one LAN (Xpand §4.4). Immutable.
 *
 * @param initialSegments the window at the beginning, segments (RFC 6928 §2: 10), 1 to 2^20
 * @param minSegments     the least window, segments (RFC 5681 §3.1: 2), 1 to 2^20
 * @param maxSegments     the greatest window, segments (8192), at least the initial and the least one, to 2^20
 * @param siteSegments    what all senders of the site together may have in flight, segments (4096: with messages of a kilobyte what
 *                        a socket buffer of 8 MiB holds), at least minSegments, to 2^20; a single sender is not bounded by it
 * @param decrease        factor by which pressure reduces the window (RFC 5681 §3.1: ½), 0.1 to 0.9
 */
public record LanWindowConfig(int initialSegments, int minSegments, int maxSegments, int siteSegments, double decrease) {
    private static final int MOST = 1 << 20;
    private static final LanWindowConfig DEFAULTS = new LanWindowConfig(10, 2, 8192, 4096, 0.5);

    /**
     * @throws IllegalArgumentException if a component is out of range; the message names it, its value and the range
     */
    public LanWindowConfig {
        RateSettings.check("initialSegments", initialSegments, 1, MOST, "");
        RateSettings.check("minSegments", minSegments, 1, MOST, "");
        RateSettings.check("maxSegments", maxSegments, Math.max(initialSegments, minSegments), MOST, "");
        RateSettings.check("siteSegments", siteSegments, minSegments, MOST, "");
        RateSettings.check("decrease", decrease, 0.1, 0.9, "");
    }

    /** The default settings. */
    public static LanWindowConfig defaults() {
        return DEFAULTS;
    }
}
