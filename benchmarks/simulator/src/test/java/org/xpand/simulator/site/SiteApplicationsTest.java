package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.WanProfile;
import org.xpand.simulator.traffic.OnOff;
import org.xpand.simulator.traffic.Periods;

class SiteApplicationsTest implements SimulatedProcess.Observer {
    private static final long SECOND = 1_000_000_000L;

    private SiteApplications applications;

    @Override
    public void accepted(SimulatedProcess at, byte[] payload, long end) {
        applications.accepted(at, 0);
    }

    @Override
    public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        // What arrives does not matter here.
    }

    @Test
    void anApplicationThatSendsAsMuchAsItMayHasOneMessageWaitingHoweverOftenItBegins() {
        SimulatedSites sites = new SimulatedSites(WanProfile.load("default", 2), RateStrategies.create("tfrc", Map.of()),
                SimulatedSites.Settings.defaults().withRelay(RelayConfig.defaults().withRetention(32 << 10, 32 << 10)), 1, this);
        SimulatedProcess process = sites.site(0).process(0);
        long base = sites.queue().now();
        applications = new SiteApplications(sites, base, (at, precedence, length) -> new byte[length]);
        OnOff often = new OnOff(random -> Periods.fixed(SECOND / 100), random -> Periods.fixed(SECOND / 100));
        sites.partition(List.of(1));
        applications.begin(new SiteApplications.Sender(0, 0, 0, Double.POSITIVE_INFINITY, 1000, 0, 60 * SECOND,
                Optional.of(often)), process);

        sites.queue().runUntil(base + 2 * SECOND);
        int pending = process.pending();
        sites.queue().runUntil(base + 4 * SECOND);
        assertThat(process.pending()).isEqualTo(pending).isPositive();
    }
}
