package org.xpand.alm.site;

import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.relay.RelayConfig;

/**
 * Settings of a {@link SiteProcess}.
 *
 * @param site       name of the site
 * @param name       what people call this process
 * @param process    its identity in the site, random, not 0
 * @param reachesOut whether it has an address where other sites reach it; without one it serves its LAN at most
 * @param overlay    settings of the WAN side
 * @param relay      settings of the LAN side
 * @param timing     how long things are waited for
 */
public record SiteProcessConfig(String site, String name, ProcessId process, boolean reachesOut, OverlayConfig overlay,
                                RelayConfig relay, Timing timing) {
    /**
     * How long things are waited for, nanoseconds.
     *
     * @param rosterPatienceNanos a process that has not told its groups by then is not waited for
     * @param announceNanos       a delegate tells the others its measured round-trip times this often
     * @param siteAnnounceNanos   the same for each site: what a delegate is told in a second stays the same however many there
     *                            are
     * @param retryNanos          a process that could not become delegate tries again after this
     * @param tries               after so many it withdraws: the port of a delegate that has just died on this host may be
     *                            taken for a moment, but not longer
     * @param withdrawalNanos     a process that has withdrawn stands for election again after this, if nobody else reaches out
     * @param sleepNanos          a delegate that was paused for so long gives up its role if another process may have it: the
     *                            others of its site have gone on without it, or are about to
     * @param awakeNanos          for so long such a process does not stand for election, though nobody else does: others of its
     *                            site are there, and are about to be found again, which takes some seconds
     */
    public record Timing(long rosterPatienceNanos, long announceNanos, long siteAnnounceNanos, long retryNanos, int tries,
                         long withdrawalNanos, long sleepNanos, long awakeNanos) {
        /** 2 s, 1 s, 50 ms; 40 tries every 250 ms; 30 s; 1.2 s and 15 s. */
        public static final Timing DEFAULT = new Timing(2_000_000_000L, 1_000_000_000L, 50_000_000L, 250_000_000L, 40,
                30_000_000_000L, 1_200_000_000L, 15_000_000_000L);

        /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
        public Timing {
            positive("rosterPatience", rosterPatienceNanos);
            positive("announce", announceNanos);
            positive("siteAnnounce", siteAnnounceNanos);
            positive("retry", retryNanos);
            positive("tries", tries);
            positive("withdrawal", withdrawalNanos);
            positive("sleep", sleepNanos);
            positive("awake", awakeNanos);
        }

        /** The same, and a delegate that was paused for so long gives up its role. */
        public Timing withSleep(long nanos) {
            return new Timing(rosterPatienceNanos, announceNanos, siteAnnounceNanos, retryNanos, tries, withdrawalNanos, nanos,
                    awakeNanos);
        }

        private static void positive(String setting, long value) {
            if (value <= 0) {
                throw new IllegalArgumentException("timing " + setting + " " + value + ": accepted is more than 0");
            }
        }
    }
}
