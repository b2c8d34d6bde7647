package org.xpand.alm.site;

import java.util.Collections;
import java.util.SortedMap;
import org.xpand.protocols.api.SiteId;

/**
 * The round-trip times that a delegate announces. Measured ones change a little with almost every probe; each change would be an
 * announcement to all other delegates, and no tree changes for so little. So they follow the measured ones when sites come or go, or
 * when one differs by more than a millisecond, and is an eighth longer or a thirty-second shorter. The measured times are minima, and those
 * of processes that have just started are too long, so a shorter one is announced sooner. Trees have a tolerance of their own, and both add
 * up. For one thread.
 */
final class AnnouncedRtts {
    private static final long LONGER_PARTS = 8;
    private static final long SHORTER_PARTS = 32;
    private static final long LEAST_NANOS = 1_000_000L;

    private SortedMap<SiteId, Long> announced = Collections.emptySortedMap();

    /**
     * {@return what to announce}
     *
     * @param measured round-trip times, ns; is kept
     */
    SortedMap<SiteId, Long> follow(SortedMap<SiteId, Long> measured) {
        boolean same = measured.keySet().equals(announced.keySet()) && measured.entrySet().stream()
                .allMatch(each -> isNear(each.getValue(), announced.get(each.getKey())));
        if (!same) {
            announced = measured;
        }
        return announced;
    }

    private static boolean isNear(long measured, long before) {
        return Math.abs(measured - before) <= Math.max(LEAST_NANOS, before / (measured > before ? LONGER_PARTS : SHORTER_PARTS));
    }
}
