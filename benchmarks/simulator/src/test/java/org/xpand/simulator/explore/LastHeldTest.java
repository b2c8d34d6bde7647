package org.xpand.simulator.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.WanProfile;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSites;

/** Who holds what, and what goes with the last one. */
class LastHeldTest implements SimulatedProcess.Observer {
    private static final long MS = 1_000_000;

    private final SimulatedSites sites = new SimulatedSites(WanProfile.load("lan", 3), RateStrategies.create("tfrc", Map.of()),
            SimulatedSites.Settings.defaults().withProcesses(2), 1, this);
    private final World world = new World(sites, sites.site(0).process(0).group());
    private final LastHeld lastHeld = new LastHeld(world);
    private final SimulatedProcess delegate = sites.site(0).process(0);
    private final SimulatedProcess source = sites.site(0).process(1);
    private final SenderId sender = source.sender();
    private final SimulatedProcess remoteDelegate = sites.site(1).process(0);
    private final SimulatedProcess lacking = sites.site(2).process(1);

    LastHeldTest() {
        sites.sites().forEach(site -> site.processes().forEach(world::joins));
    }

    @Override
    public void delivered(SimulatedProcess at, SenderId from, byte[] payload, long nowNanos) {
        // Each process that receives the question holds the message or does not.
    }

    @Override
    public void accepted(SimulatedProcess at, byte[] payload, long end) {
        world.accepted(at.sender(), end);
    }

    /** Message 0 is received everywhere, message 1 in two sites of three: the third is cut off. */
    private void sendToTwo() {
        source.offer(Load.message(0, 10));
        sites.queue().runUntil(sites.queue().now() + 100 * MS);
        sites.partition(List.of(2));
        source.offer(Load.message(1, 10));
        sites.queue().runUntil(sites.queue().now() + 100 * MS);
        assertThat(world.sent(sender).count()).isEqualTo(2);
    }

    @Test
    void whatTheOwnSiteOrAnotherHoldsIsNotLost() {
        sendToTwo();
        lastHeld.dies(source);
        sites.site(0).kill(source, 50 * MS);
        lastHeld.dies(delegate);
        assertThat(lastHeld.of(sender).isEmpty()).isTrue();
    }

    @Test
    void whatNobodyElseHoldsGoesWithTheProcess() {
        sendToTwo();
        sites.site(0).kill(source, 50 * MS);
        sites.site(0).kill(delegate, 50 * MS);
        lastHeld.resigns(remoteDelegate);
        assertThat(lastHeld.of(sender).get(1)).isTrue();
    }

    @Test
    void aDelegateThatResignsHoldsWhatItHasAsAMember() {
        sendToTwo();
        sites.site(0).kill(source, 50 * MS);
        lastHeld.resigns(remoteDelegate);
        sites.site(1).kill(remoteDelegate, 50 * MS);
        lastHeld.resigns(delegate);
        assertThat(lastHeld.of(sender).isEmpty()).isTrue();
        lastHeld.leaves(delegate);
        assertThat(lastHeld.of(sender).isEmpty()).as("its role goes later").isTrue();
        lastHeld.dies(delegate);
        assertThat(lastHeld.of(sender).get(1)).isTrue();
    }

    @Test
    void whoHeldNothingTakesNothingAlong() {
        sendToTwo();
        sites.site(0).kill(source, 50 * MS);
        sites.site(0).kill(delegate, 50 * MS);
        sites.site(1).kill(remoteDelegate, 50 * MS);
        lastHeld.dies(lacking);
        assertThat(lastHeld.of(sender).isEmpty()).isTrue();
    }

    @Test
    void whatNobodyHoldsIsToBeReported() {
        sendToTwo();
        SimulatedProcess receiver = sites.site(1).process(1);
        SimulatedProcess another = sites.site(2).process(0);
        LossChecker unreported = new LossChecker(world);
        LossChecker reported = new LossChecker(world);
        LossChecker held = new LossChecker(world);
        for (LossChecker checker : List.of(unreported, reported, held)) {
            for (SimulatedProcess at : List.of(receiver, lacking, another)) {
                checker.delivered(at, sender, Load.message(0, 10), 0);
            }
            checker.delivered(receiver, sender, Load.message(1, 10), 0);
        }
        world.gone(sender);
        sites.site(0).kill(source, 50 * MS);
        world.gone(delegate.sender());
        sites.site(0).kill(delegate, 50 * MS);
        unreported.dies(remoteDelegate);
        reported.dies(remoteDelegate);
        world.gone(remoteDelegate.sender());
        reported.gap(lacking, sender, 1, 2);
        reported.gap(another, sender, 1, 2);
        List.of(unreported, reported, held).forEach(checker -> checker.finish(world));
        assertThat(reported.violations()).isEmpty();
        assertThat(unreported.violations()).hasSize(2).allMatch(line -> line.contains("neither given message 1 nor its gap"));
        assertThat(held.violations()).hasSize(2).allMatch(line -> line.contains("lacks message 1"));
    }
}
