package org.xpand.simulator.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.WanProfile;
import org.xpand.simulator.site.SimulatedGroup;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSites;

/** Each checker of layered groups finds what breaks its promise, and nothing in what does not. */
class LayeredCheckersTest {
    private final SimulatedSites sites = new SimulatedSites(WanProfile.load("lan", 2), List.of(SimulatedGroup.layered(
            new GroupName("film"), RateStrategies.create("tuf", Map.of()), List.of(100_000L), (at, sender, payload, now) -> { })),
            SimulatedSites.Settings.defaults(), 1);
    private final SimulatedProcess at = sites.site(1).process(0);
    private final SimulatedProcess source = sites.site(0).process(0);
    private final SenderId sender = source.sender();
    private final World world = new World(sites, source.group());

    LayeredCheckersTest() {
        sites.sites().forEach(site -> world.joins(site.process(0)));
    }

    private LayeredChecker checker() {
        LayeredChecker checker = new LayeredChecker(world);
        accept(checker, 0, 5);
        accept(checker, 1, 3);
        return checker;
    }

    private void accept(Checker checker, int precedence, int count) {
        for (int number = 0; number < count; number++) {
            checker.accepted(source, precedence, number, new byte[0]);
        }
    }

    private void deliver(Checker checker, int precedence, int... numbers) {
        for (int number : numbers) {
            checker.message(at, sender, precedence, number, Load.layeredMessage(precedence, number, 10), 0);
        }
    }

    @Test
    void everyMessageIsDeliveredOrReportedInEachPrecedence() {
        LayeredChecker checker = checker();
        deliver(checker, 0, 1, 2);
        deliver(checker, 1, 0);
        checker.dropped(at, sender, 0, 3, 4);
        deliver(checker, 0, 4);
        deliver(checker, 1, 1, 2);
        checker.finish(world);
        assertThat(checker.violations()).isEmpty();
    }

    @Test
    void whatIsSkippedRepeatedChangedOrNeverSentIsFound() {
        LayeredChecker skipped = checker();
        deliver(skipped, 0, 0, 2);
        assertThat(skipped.violations()).singleElement().asString().contains("messages 2 to 2 of precedence 0").contains("next was 1");

        LayeredChecker repeated = checker();
        deliver(repeated, 1, 0, 0);
        assertThat(repeated.violations()).singleElement().asString().contains("next was 1");

        LayeredChecker changed = checker();
        changed.message(at, sender, 0, 0, Load.layeredMessage(1, 0, 10), 0);
        assertThat(changed.violations()).singleElement().asString().endsWith("that are not its own");

        LayeredChecker unknown = checker();
        unknown.dropped(at, sender, 1, 0, 4);
        assertThat(unknown.violations()).singleElement().asString().contains("accepted were 3");
    }

    @Test
    void theEndOfAStreamMustBeReported() {
        LayeredChecker checker = checker();
        deliver(checker, 0, 0, 1, 2);
        checker.finish(world);
        assertThat(checker.violations()).singleElement().asString().contains("neither given messages 3 to 4 of precedence 0")
                .endsWith("nor notified of their loss");
    }

    @Test
    void whoJoinsAfterAMemberIsReceivedFromItsBeginning() {
        LayeredChecker checker = new LayeredChecker(world);
        sites.queue().runUntil(sites.queue().now() + 1);
        checker.joins(source);
        accept(checker, 0, 5);
        deliver(checker, 0, 1);
        assertThat(checker.violations()).singleElement().asString().contains("next was 0");
    }

    @Test
    void threeQuartersOfTheLastMessagesMustArrive() {
        LastMessagesChecker enough = last(15);
        assertThat(enough.violations()).isEmpty();
        LastMessagesChecker tooFew = last(14);
        assertThat(tooFew.violations()).singleElement().asString().contains("was given 14 of the last 20 messages of " + sender);
    }

    private LastMessagesChecker last(int received) {
        LastMessagesChecker checker = new LastMessagesChecker(world);
        accept(checker, 0, 10);
        checker.begin();
        for (int i = 0; i < 20; i++) {
            for (SimulatedProcess process : List.of(source, at)) {
                checker.accepted(process, 0, 10 + i, new byte[0]);
                checker.message(process, process.sender(), 0, 10 + i, new byte[0], 0);
            }
            checker.message(source, at.sender(), 0, 10 + i, new byte[0], 0);
        }
        // Earlier ones and those of another precedence do not count.
        deliver(checker, 0, 5, 6, 7);
        deliver(checker, 1, 15, 16, 17);
        for (int i = 0; i < received; i++) {
            deliver(checker, 0, 10 + i);
        }
        checker.finish(world);
        return checker;
    }
}
