package org.xpand.simulator.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.WanProfile;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSites;

/** A fault is what it is announced as. */
class FaultsTest {
    private static final int SEEDS = 10;
    private static final long CHANGE_NANOS = 400_000_000L;

    @Test
    void aWrongCharterIsNotWhatTheGroupWasChangedTo() {
        for (int seed = 0; seed < SEEDS; seed++) {
            SimulatedSites sites = new SimulatedSites(WanProfile.load("lan", 2), RateStrategies.create("tfrc", Map.of()),
                    SimulatedSites.Settings.defaults(), 1, (at, sender, payload, now) -> { });
            World world = new World(sites, sites.site(0).process(0).group());
            sites.sites().forEach(site -> world.joins(site.process(0)));
            Faults faults = new Faults(world, Losses.only(sites));
            SplittableRandom random = new SplittableRandom(seed);
            faults.changeStrategy(random);
            sites.queue().runUntil(sites.queue().now() + CHANGE_NANOS);
            GroupService right = sites.site(0).process(0).service();
            faults.joinWrongly(random);
            faults.changeStrategy(random);
            sites.queue().runUntil(sites.queue().now() + CHANGE_NANOS);
            List<SimulatedProcess> members = sites.sites().stream().map(site -> site.process(0)).toList();
            assertThat(world.wrong().values()).as(faults.reported().toString()).hasSize(1).noneMatch(wrong -> wrong.agrees(right)
                    || members.stream().anyMatch(member -> member.service().agrees(wrong)));
        }
    }
}
