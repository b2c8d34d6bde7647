package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.RateReason;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.strategy.RateSourceStats;

/** A site that was too slow is tried again after 30 s, then after twice as long, at most five minutes. */
class SlowSitesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final SiteId SITE = new SiteId(3);
    private static final SiteId BEHIND = new SiteId(4);

    private final SlowSites sites = new SlowSites(OverlayConfig.defaults().withMinimumRate(1000));
    private long now;

    private long secondsLeftOut() {
        long begin = now;
        sites.exclude(SITE, now);
        while (sites.takeDue(now).isEmpty()) {
            assertThat(sites.excludes(SITE)).isTrue();
            now += SECOND;
        }
        assertThat(sites.excludes(SITE)).isFalse();
        return (now - begin) / SECOND;
    }

    @Test
    void itIsTriedMoreAndMoreSeldom() {
        for (long seconds : new long[] {30, 60, 120, 240, 300, 300}) {
            assertThat(secondsLeftOut()).isEqualTo(seconds);
            now += 12 * SECOND;
        }
    }

    @Test
    void whoHasKeptUpForLongBeginsAnew() {
        secondsLeftOut();
        now += 300 * SECOND;
        assertThat(secondsLeftOut()).as("kept up for no more than five minutes").isEqualTo(60);
        now += 301 * SECOND;
        assertThat(secondsLeftOut()).isEqualTo(30);
    }

    @Test
    void whoLeavesOrIsReachableAgainIsNotLeftOut() {
        sites.exclude(SITE, now);
        sites.admit(SITE);
        assertThat(sites.excludes(SITE)).isFalse();
        assertThat(sites.takeDue(now + 1000 * SECOND)).isEmpty();
        sites.exclude(SITE, now);
        sites.forget(SITE);
        assertThat(secondsLeftOut()).isEqualTo(30);
    }

    private static RateSourceStats.Receiver receiver(SiteId site, double rate) {
        return new RateSourceStats.Receiver(site.value(), rate, SECOND / 10, 0.01, rate, 1);
    }

    private List<SiteId> look(double rate, double rateBehind, boolean straight) {
        RateSourceStats stats = new RateSourceStats(rate, false, RateReason.GROWTH, OptionalLong.empty(),
                List.of(receiver(SITE, rate), receiver(BEHIND, rateBehind)));
        return sites.look(stats, site -> !straight && site.equals(BEHIND) ? List.of(SITE) : List.of(), now);
    }

    @Test
    void whoIsReachedByASlowOneIsNotConsideredSlow() {
        assertThat(look(999, 999, false)).isEmpty();
        now += 10 * SECOND;
        assertThat(look(999, 999, false)).containsExactly(SITE);
        sites.exclude(SITE, now);
        sites.pathsChanged();
        now += 10 * SECOND;
        assertThat(look(1000, 999, true)).isEmpty();
        now += 10 * SECOND;
        assertThat(look(1000, 999, true)).as("it is slow itself").containsExactly(BEHIND);
    }

    @Test
    void whoIsSlowBehindOneThatIsNotIsConsideredSlow() {
        look(1000, 999, false);
        now += 10 * SECOND;
        assertThat(look(1000, 999, false)).containsExactly(BEHIND);
    }
}
