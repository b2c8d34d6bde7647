package org.xpand.simulator.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.WanProfile;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSites;

/** Each checker finds what breaks its promise, and nothing in what does not. */
class CheckersTest {
    private final SimulatedSites sites = new SimulatedSites(WanProfile.load("lan", 2), RateStrategies.create("tfrc", Map.of()),
            SimulatedSites.Settings.defaults(), 1, (at, sender, payload, now) -> { });
    private final SimulatedProcess at = sites.site(1).process(0);
    private final SenderId sender = sites.site(0).sender();
    private final World world = new World(sites, sites.site(0).process(0).group());

    CheckersTest() {
        sites.sites().forEach(site -> world.joins(site.process(0)));
        for (long end = 1; end <= 4; end++) {
            world.accepted(sender, 2 * end);
        }
    }

    private void deliver(Checker checker, int... ordinals) {
        for (int ordinal : ordinals) {
            checker.delivered(at, sender, Load.message(ordinal, 10), 0);
        }
    }

    @Test
    void orderIsKept() {
        Checker checker = new FifoChecker();
        deliver(checker, 0, 2);
        assertThat(checker.violations()).isEmpty();
        deliver(checker, 1);
        assertThat(checker.violations()).singleElement().asString().startsWith("FifoChecker: ").contains("message 1 of")
                .endsWith("after 2");
    }

    @Test
    void nothingComesTwice() {
        Checker checker = new DuplicateChecker();
        deliver(checker, 0, 1);
        assertThat(checker.violations()).isEmpty();
        deliver(checker, 0);
        assertThat(checker.violations()).singleElement().asString().contains("message 0 of").contains("again");
    }

    @Test
    void nothingIsSkippedSilently() {
        Checker reported = new GapChecker(world);
        deliver(reported, 0);
        reported.gap(at, sender, 2, 4);
        deliver(reported, 2);
        assertThat(reported.violations()).isEmpty();

        Checker silent = new GapChecker(world);
        deliver(silent, 0, 2);
        assertThat(silent.violations()).singleElement().asString().contains("segment 4, where segment 2 was next");
    }

    @Test
    void whatALivingSenderWasAcceptedArrives() {
        Checker all = new LossChecker(world);
        deliver(all, 1, 2, 3);
        all.finish(world);
        assertThat(all.violations()).isEmpty();

        Checker some = new LossChecker(world);
        deliver(some, 1, 3);
        some.finish(world);
        assertThat(some.violations()).singleElement().asString().contains("lacks message 2 and 0 others").contains("alive");
    }

    @Test
    void aGapOfALivingSenderIsForMembersThatWereOutOfTouch() {
        Checker checker = new LossChecker(world);
        world.outOfTouch(at.sender());
        checker.gap(at, sender, 0, 2);
        assertThat(checker.violations()).isEmpty();
        checker.gap(sites.site(0).process(0), at.sender(), 0, 2);
        assertThat(checker.violations()).hasSize(1);
    }

    @Test
    void membersOfASiteThatIsNotWaitedForMayHaveGaps() {
        assertThat(world.mayHaveGaps(at.sender())).isFalse();
        world.dropped(at.site());
        assertThat(world.mayHaveGaps(at.sender())).isTrue();
        assertThat(world.mayHaveGaps(sender)).isFalse();
    }

    @Test
    void aMemberReceivesFromItsJoinOn() {
        Checker checker = new StartChecker(world);
        SimulatedProcess local = sites.site(0).process(0);
        checker.joined(local);
        world.accepted(sender, 10);
        checker.finish(world);
        assertThat(checker.violations()).singleElement().asString().contains("was never given a message")
                .contains("had 4 at the join and has 5 now");
    }

    @Test
    void whatWasOfferedIsStableInTheEnd() {
        Checker checker = new RestChecker();
        checker.finish(world);
        assertThat(checker.violations()).isEmpty();
        at.offer(new byte[100]);
        checker.finish(world);
        assertThat(checker.violations()).singleElement().asString().contains("1 messages that are not stable");
    }

    @Test
    void memoryIsBoundedByTheSettings() {
        Checker checker = new MemoryChecker(RelayConfig.defaults(), OverlayConfig.defaults().reliability(), 20_000);
        at.offer(new byte[100]);
        checker.sample(world, 0);
        assertThat(checker.violations()).isEmpty();
        Checker strict = new MemoryChecker(RelayConfig.defaults(), OverlayConfig.defaults().reliability(), -1_000_000_000);
        strict.sample(world, 0);
        assertThat(strict.violations()).isNotEmpty();
    }

    @Test
    void aCheckerReportsTheFirstBreaksOnly() {
        Checker checker = new FifoChecker();
        for (int i = 100; i >= 0; i--) {
            deliver(checker, i);
        }
        assertThat(checker.violations()).hasSize(20);
    }

    @Test
    void everybodySeesEverybodyAndNobodyElse() {
        Checker all = new ViewChecker();
        all.finish(world);
        assertThat(all.violations()).isEmpty();

        world.gone(sender);
        Checker gone = new ViewChecker();
        gone.finish(world);
        assertThat(gone.violations()).singleElement().asString().contains("sees [" + sender + "], which are gone");
    }

    @Test
    void noSiteIsSilentAndTreesHaveAllSites() {
        Checker silence = new SilenceChecker();
        Checker trees = new TreeChecker();
        silence.finish(world);
        trees.finish(world);
        assertThat(silence.violations()).isEmpty();
        assertThat(trees.violations()).isEmpty();

        sites.cutData(List.of(0));
        sites.queue().runUntil(sites.queue().now() + 5_000_000_000L);
        silence.finish(world);
        assertThat(silence.violations()).hasSize(2).allMatch(each -> each.contains("is silent for"));
        world.gone(sender);
        trees.finish(world);
        assertThat(trees.violations()).as("a site that cannot be reached is awaited").isEmpty();
    }

    @Test
    void treesHaveNoSiteWithoutMembers() {
        Checker trees = new TreeChecker();
        world.gone(sender);
        trees.finish(world);
        assertThat(trees.violations()).first().asString().contains("where [] are there");
    }
}
