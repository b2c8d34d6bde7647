package org.xpand.simulator.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.WanProfile;
import org.xpand.simulator.net.Link;
import org.xpand.simulator.net.RoutedNetwork;
import org.xpand.simulator.site.SimulatedSites;

/** Links lose by chance besides what they lose by themselves, and only for a while. */
class LossesTest {
    private static final double OWN = 0.1;

    private final SplittableRandom random = new SplittableRandom(1);
    private final SimulatedSites sites = new SimulatedSites(WanProfile.load("lan", 2), RateStrategies.create("tfrc", Map.of()),
            SimulatedSites.Settings.defaults(), 1, (at, sender, payload, now) -> { });
    private final LinkModel link = sites.link(0, 1);
    private final LinkModel back = sites.link(1, 0);

    private void strikeMuch(Losses losses) {
        for (int i = 0; i < 40; i++) {
            losses.strike(random, 6);
        }
    }

    @Test
    void aLinkGoesOnLosingWhatItLostBefore() {
        link.setSettings(link.settings().withLoss(OWN));
        Losses losses = Losses.of(sites);
        strikeMuch(losses);
        assertThat(link.settings().lossProbability()).isBetween(OWN, OWN + 0.05);
        assertThat(back.settings().lossProbability()).isBetween(0.0, 0.05);
        losses.mend();
        assertThat(link.settings().lossProbability()).isCloseTo(OWN, within(1e-12));
        assertThat(back.settings().lossProbability()).isZero();
    }

    @Test
    void whoeverChangesALinkInTheMeantimeIsRespected() {
        Losses losses = Losses.of(sites);
        strikeMuch(losses);
        link.setSettings(link.settings().withLoss(0.5));
        losses.mend();
        assertThat(link.settings().lossProbability()).isEqualTo(0.5);
    }

    @Test
    void sitesThatASeedMakesHaveNoOtherLoss() {
        link.setSettings(link.settings().withLoss(OWN));
        Losses losses = Losses.only(sites);
        strikeMuch(losses);
        assertThat(link.settings().lossProbability()).isLessThan(0.051);
        losses.mend();
        assertThat(link.settings().lossProbability()).isZero();
    }

    @Test
    void sitesAtNodesLoseOnTheLinksTheyShare() {
        RoutedNetwork network = new RoutedNetwork(new EventQueue(), 1);
        Link there = network.link(network.node("a"), network.node("b"), LinkModelSettings.PERFECT.withDelayNanos(1000));
        network.link(there.to(), there.from(), LinkModelSettings.PERFECT.withDelayNanos(1000));
        SimulatedSites shared = new SimulatedSites(network, network.nodes(), RateStrategies.create("tfrc", Map.of()),
                SimulatedSites.Settings.defaults(), (at, sender, payload, now) -> { });
        Losses losses = Losses.of(shared);
        double most = 0;
        for (int i = 0; i < 40; i++) {
            assertThat(losses.strike(random, 6).orElseThrow()).matches("loss 0.0\\d? from [ab] to [ab]");
            most = Math.max(most, there.settings().lossProbability());
        }
        assertThat(most).isBetween(0.03, 0.05);
        losses.mend();
        assertThat(there.settings().lossProbability()).isZero();
    }
}
