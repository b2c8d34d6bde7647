package org.xpand.experiments.sites;

import java.util.Optional;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.strategy.RateSourceStats;

/** What a site's delegate knows as a source at one moment. */
record RateSample(long nanos, RateSourceStats stats) {
    Optional<RateSourceStats.Receiver> receiver(SiteId site) {
        return stats.receivers().stream().filter(each -> each.key() == site.value()).findFirst();
    }

    /** The rate that a site reports, bytes per second; not a number if it is no receiver or has reported none. */
    double acceptableRate(SiteId site) {
        double rate = receiver(site).map(RateSourceStats.Receiver::acceptableRate).orElse(Double.NaN);
        return Double.isFinite(rate) ? rate : Double.NaN;
    }
}
