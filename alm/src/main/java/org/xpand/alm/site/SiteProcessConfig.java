package org.xpand.alm.site;

import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.relay.RelayConfig;

/**
 * Settings of a {@link SiteProcess}.
 *
 * @param site       name of the site
 * @param name       the name of this process for display
 * @param process    its identity in the site, random, not 0
 * @param hasWan whether it has an address where other sites reach it; without one it serves at most its LAN
 * @param overlay    settings of the WAN side
 * @param relay      settings of the LAN side
 * @param timing     waiting times
 */
public record SiteProcessConfig(String site, String name, ProcessId process, boolean hasWan, OverlayConfig overlay,
                                RelayConfig relay, Timing timing) {
    /**
     * Waiting times, nanoseconds.
     *
     * @param rosterPatienceNanos how long a process's announcement of its groups is awaited
     * @param announceNanos       interval at which a delegate announces its measured round-trip times
     * @param siteAnnounceNanos   the same per site: keeps a delegate's announcements received per second constant for any number
     *                            of sites
     * @param retryNanos          a process that could not become delegate retries after this time
     * @param tries               after so many it withdraws if no other process can be the delegate: the port of a delegate that
     *                            has just died on this host may be in use for a while
     * @param triesBesideOthers   after so many it withdraws if another process can be the delegate: the site must not wait for
     *                            this one longer than a leaving delegate on this host needs to release its port
     * @param withdrawalNanos     a withdrawn process stands for election again after this time, if no other one reaches other sites
     * @param portCheckNanos      interval at which a process that has withdrawn because it could not open checks whether its port
     *                            is free, if no other one reaches other sites; if so it stands again earlier
     * @param sleepNanos          a delegate that was stopped for so long gives up its role if another process may take it: the
     *                            others of its site have gone on without it, or are about to
     * @param awakeNanos          for so long such a process does not stand for election, even if no other does: the others of its
     *                            site are present, and finding them again takes some seconds
     */
    public record Timing(long rosterPatienceNanos, long announceNanos, long siteAnnounceNanos, long retryNanos, int tries,
                         int triesBesideOthers, long withdrawalNanos, long portCheckNanos, long sleepNanos, long awakeNanos) {
        /** 2 s, 1 s, 50 ms; 40 tries every 250 ms, 2 beside others; 30 s, 2 s; 1.2 s and 15 s. */
        public static final Timing DEFAULT = new Timing(2_000_000_000L, 1_000_000_000L, 50_000_000L, 250_000_000L, 40, 2,
                30_000_000_000L, 2_000_000_000L, 1_200_000_000L, 15_000_000_000L);

        /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
        public Timing {
            positive("rosterPatience", rosterPatienceNanos);
            positive("announce", announceNanos);
            positive("siteAnnounce", siteAnnounceNanos);
            positive("retry", retryNanos);
            positive("tries", tries);
            positive("triesBesideOthers", triesBesideOthers);
            positive("withdrawal", withdrawalNanos);
            positive("portCheck", portCheckNanos);
            positive("sleep", sleepNanos);
            positive("awake", awakeNanos);
        }

        /**
         * {@return a copy with another time after which a stopped delegate gives up its role}
         *
         * @param nanos the time, ns; more than 0
         */
        public Timing withSleep(long nanos) {
            return new Timing(rosterPatienceNanos, announceNanos, siteAnnounceNanos, retryNanos, tries, triesBesideOthers,
                    withdrawalNanos, portCheckNanos, nanos, awakeNanos);
        }

        private static void positive(String setting, long value) {
            if (value <= 0) {
                throw new IllegalArgumentException("timing " + setting + " " + value + ": accepted is more than 0");
            }
        }
    }
}
