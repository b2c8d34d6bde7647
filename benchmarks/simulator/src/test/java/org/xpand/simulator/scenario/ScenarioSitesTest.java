package org.xpand.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole sites in a scenario file send, are measured, and suffer what the file says. */
@Tag("long")
class ScenarioSitesTest {
    private static final double MEGABIT = 125_000;

    private static RunResult run(String faults) {
        return Scenarios.parse(Scenarios.SITES.replace("FAULTS", faults)).run(1);
    }

    private static FlowResult flow(RunResult run, String name) {
        return run.flows().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void messagesOfEverySenderAreMeasuredAtEveryOtherProcess() {
        RunResult run = run("");
        assertThat(run.flows()).extracting(FlowResult::name).hasSize(12).startsWith("site1", "site2", "site1.2>site1.1",
                "site1.2>site2.1");
        for (String to : List.of("site1.1", "site2.2", "site3.1")) {
            assertThat(flow(run, "site1.2>" + to).mean()).isCloseTo(0.4 * MEGABIT, within(2500.0));
        }
        FlowResult greedy = flow(run, "site2.1>site3.2");
        assertThat(greedy.series().get(1)).isZero();
        assertThat(greedy.series().get(6)).isGreaterThan(MEGABIT);
        assertThat(greedy.series().get(11)).isZero();
        SitesResult sites = run.sites().orElseThrow();
        assertThat(sites.accepted().get("site1.2")).isBetween(595L, 601L);
        assertThat(greedy.packets()).isEqualTo(sites.accepted().get("site2.1"));
        assertThat(sites.gaps()).isEmpty();
        assertThat(run.links()).hasSize(6).extracting(LinkResult::to).startsWith("site2", "site3", "site1", "site3");
        assertThat(run.links().get(2).stats().carriedBytes()).isGreaterThan(1_000_000);
        assertThat(run.sessions()).extracting(SessionResult::name).containsExactly("site1", "site2", "site3");
        assertThat(run.sessions().get(1).samples()).hasSize(25).anyMatch(sample -> sample.rttNanos() > 40_000_000);
    }

    @Test
    void sendersAlternateBetweenSendingAndSilence() {
        String json = Scenarios.SITES.replace("FAULTS", "").replace("'rateMbps': 0.4",
                "'rateMbps': 0.4, 'on': {'meanMs': 2000}, 'off': {'meanMs': 4000}")
                .replace("'stopSeconds': 9", "'on': {'meanMs': 1000}, 'off': {'meanMs': 3000}");
        RunResult run = Scenarios.parse(json).run(1);

        List<Double> atARate = flow(run, "site1.2>site2.1").series();
        assertThat(atARate.get(0)).isCloseTo(0.4 * MEGABIT, within(5000.0));
        assertThat(atARate.subList(3, 6)).containsOnly(0.0);
        assertThat(atARate.get(7)).isCloseTo(0.4 * MEGABIT, within(5000.0));
        assertThat(atARate.subList(9, 12)).containsOnly(0.0);
        List<Double> greedy = flow(run, "site2.1>site3.2").series();
        assertThat(greedy.subList(0, 2)).containsOnly(0.0);
        assertThat(greedy.get(2)).isPositive();
        assertThat(greedy.get(5)).isZero();
        assertThat(greedy.get(6)).isPositive();
        assertThat(greedy.get(9)).isZero();
    }

    @Test
    void randomPeriodsAreThoseOfTheSeedAndOfTheSender() {
        Scenario scenario = Scenarios.parse(Scenarios.SITES.replace("FAULTS", "").replace("'startSeconds': 2, 'stopSeconds': 9",
                "'rateMbps': 0.4").replace("'rateMbps': 0.4", "'rateMbps': 0.4, 'on': "
                + "{'distribution': 'exponential', 'meanMs': 500}, 'off': {'distribution': 'pareto', 'meanMs': 500}"));
        RunResult run = scenario.run(1);

        assertThat(flow(scenario.run(1), "site1.2>site3.1").series()).isEqualTo(flow(run, "site1.2>site3.1").series());
        assertThat(flow(scenario.run(2), "site1.2>site3.1").series()).isNotEqualTo(flow(run, "site1.2>site3.1").series());
        List<Double> one = flow(run, "site1.2>site3.1").series();
        List<Double> other = flow(run, "site2.1>site3.1").series();
        assertThat(IntStream.range(0, 12).mapToDouble(bin -> Math.abs(one.get(bin) - other.get(bin))).max().orElseThrow())
                .as("not in step").isGreaterThan(0.1 * MEGABIT);
    }

    @Test
    void aKilledSenderSendsNoMoreAndANewMemberReceivesFromTheOthers() {
        RunResult run = run("{'atSeconds': 5, 'kind': 'kill', 'site': 'site1', 'process': 2},"
                + "{'atSeconds': 4, 'kind': 'join', 'site': 'site3'}");
        assertThat(flow(run, "site1.2>site2.1").series().subList(7, 12)).containsOnly(0.0);
        assertThat(flow(run, "site2.1>site3.3").series().subList(0, 4)).containsOnly(0.0);
        assertThat(flow(run, "site2.1>site3.3").series().get(7)).isPositive();
    }

    @Test
    void aFaultThatNamesNoProcessIsTheDelegates() {
        RunResult run = run("{'atSeconds': 5, 'kind': 'kill', 'site': 'site2'}");
        assertThat(flow(run, "site2.1>site3.1").series().subList(8, 12)).containsOnly(0.0);
        assertThat(flow(run, "site1.2>site2.2").series().get(9)).isPositive();
    }

    @Test
    void aProcessThatLeavesReceivesNothingMore() {
        RunResult run = run("{'atSeconds': 5, 'kind': 'leave', 'site': 'site3', 'process': 2}");
        assertThat(flow(run, "site1.2>site3.2").series().get(3)).isPositive();
        assertThat(flow(run, "site1.2>site3.2").series().subList(6, 12)).containsOnly(0.0);
    }

    @Test
    void sitesThatAreCutOffReceiveNothingUntilItIsOverAndThenEverything() {
        RunResult run = run("{'atSeconds': 4, 'kind': 'partition', 'sites': ['site3'], 'forMs': 2000}");
        assertThat(flow(run, "site1.2>site3.1").series().get(5)).isZero();
        // All but what is in flight, or sent again, when the run ends: 50 a second, RTTs of 40 ms and more.
        assertThat(flow(run, "site1.2>site3.1").packets()).isCloseTo(flow(run, "site1.2>site2.1").packets(), within(5L));
    }

    @Test
    void halvesOfALanDoNotReceiveFromEachOtherAndGoOnTogetherAfterwards() {
        String split = "{'atSeconds': 4, 'kind': 'split', 'site': 'site3', 'processes': [2], 'forMs': 3000}";
        RunResult run = run(split);
        assertThat(flow(run, "site1.2>site3.1").series().get(4)).as("the half with the delegate").isGreaterThan(30_000);
        assertThat(flow(run, "site1.2>site3.2").series().get(4)).as("the other, which has not noticed").isLessThan(3001);
        assertThat(flow(run, "site1.2>site3.2").series().get(6)).as("with a delegate of its own").isGreaterThan(30_000);
        assertThat(flow(run, "site1.2>site3.1").series().get(11)).as("one delegate again").isGreaterThan(30_000);
        assertThat(flow(run, "site1.2>site3.2").series().get(11)).isGreaterThan(30_000);
        assertThatThrownBy(() -> run(split + "," + split)).hasMessageStartingWith(
                "x.json: sites.faults[1].atSeconds: the split before lasts until 7.0");
    }

    @Test
    void aProcessThatHangsReceivesNothingMeanwhile() {
        RunResult run = run("{'atSeconds': 4, 'kind': 'hang', 'site': 'site3', 'process': 2, 'forMs': 1500}");
        assertThat(flow(run, "site1.2>site3.2").series().get(4)).isLessThan(3001);
        assertThat(flow(run, "site1.2>site3.2").packets()).isEqualTo(flow(run, "site1.2>site3.1").packets());
    }

    private static RunResult withStall(String settings) {
        return Scenarios.parse(Scenarios.SITES.replace("'processes': 2", "'processes': 2" + settings).replace("FAULTS",
                "{'atSeconds': 4, 'kind': 'stall', 'site': 'site3', 'process': 2, 'forMs': 6000}")).run(1);
    }

    @Test
    void anApplicationThatTakesNothingForAWhileTakesEverythingAfterwards() {
        RunResult run = withStall("");
        assertThat(flow(run, "site1.2>site3.2").series().subList(4, 10)).containsOnly(0.0);
        assertThat(flow(run, "site1.2>site3.1").series().get(7)).isPositive();
        assertThat(flow(run, "site1.2>site3.2").packets()).isEqualTo(flow(run, "site1.2>site3.1").packets());
    }

    @Test
    void slowMembersAreTreatedAsTheRelaysSettingsSay() {
        String relay = ", 'relay': {'windowSegments': 64, 'slowMemberTimeoutNanos': 1000000000, 'slowMemberPolicy': '";
        RunResult expelled = withStall(relay + "expel'}");
        assertThat(expelled.sites().orElseThrow().gaps()).anyMatch(line -> line.contains("site3.2 was put out"));
        assertThat(flow(expelled, "site1.2>site3.1").series().get(8)).isPositive();

        RunResult waited = withStall(relay + "wait'}");
        assertThat(waited.sites().orElseThrow().gaps()).isEmpty();
        assertThat(flow(waited, "site1.2>site3.1").series().get(8)).as("all wait for the slow one").isZero();
    }

    @Test
    void treesAreBuiltAsTheOverlaysSettingsSay() {
        String star = "{'seconds': 4, 'sites': {'overlay': {'tree': {'maxDegree': DEGREE}}, 'senders': [{'site': 'a',"
                + " 'rateMbps': 0.2}], 'wan': {'sites': ['a', 'b', 'c', 'd'], 'default': {'delayMs': 50}, 'links': ["
                + "{'from': 'a', 'to': 'b', 'delayMs': 5}, {'from': 'a', 'to': 'c', 'delayMs': 6}, "
                + "{'from': 'a', 'to': 'd', 'delayMs': 7}]}}}";
        List<LinkResult> free = Scenarios.parse(star.replace("DEGREE", "0")).run(1).links();
        List<LinkResult> bounded = Scenarios.parse(star.replace("DEGREE", "2")).run(1).links();

        assertThat(free.subList(0, 3)).as("from a to each other").allMatch(link -> link.stats().carriedBytes() > 50_000);
        assertThat(bounded.subList(0, 3)).anyMatch(link -> link.stats().carriedBytes() < 50_000);
    }

    @Test
    void aLinkThatTurnsBadSlowsTheSenders() {
        RunResult good = run("");
        RunResult bad = run("{'atSeconds': 3, 'kind': 'link', 'from': 'site2', 'to': 'site1', 'lossPercent': 10},"
                + "{'atSeconds': 3, 'kind': 'link', 'from': 'site2', 'to': 'site3', 'both': true, 'lossPercent': 10}");
        assertThat(flow(bad, "site2.1>site3.1").mean()).isLessThan(0.7 * flow(good, "site2.1>site3.1").mean());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "'kind': 'burn', 'site': 'site1' | kind: \"burn\": accepted are hang, join, kill, leave, link, partition, pause, "
            + "split, stall",
        "'site': 'site1' | kind: missing",
        "'kind': 'kill', 'site': 'site9' | site: \"site9\" is none of the sites site1, site2, site3",
        "'kind': 'kill', 'site': 'site1', 'process': 3 | process: 3 is not a whole number between 1 and 2",
        "'kind': 'hang', 'site': 'site1' | forMs: missing",
        "'kind': 'partition', 'sites': ['x'], 'forMs': 5 | sites[0]: \"x\" is none of the sites",
        "'kind': 'partition', 'forMs': 5 | sites: none",
        "'kind': 'split', 'site': 'site1', 'forMs': 5000 | processes: [] of 2: accepted are one or more, not all",
        "'kind': 'split', 'site': 'site1', 'processes': [1, 2], 'forMs': 5000 | processes: [1, 2] of 2",
        "'kind': 'split', 'site': 'site1', 'processes': [3], 'forMs': 5000 | processes[0]: 3 is not a whole number between",
        "'kind': 'split', 'site': 'site1', 'processes': [1], 'forMs': 900 | forMs: not longer than noticeMs 1000",
        "'kind': 'link', 'from': 'site1', 'to': 'site1' | to: \"site1\" is the site the link comes from",
        "'kind': 'link', 'from': 'site1', 'to': 'site2', 'reorderPercent': 5 | reorderMs: must be above 0",
    })
    void aFaultThatCannotHappenIsRefused(String fault, String expected) {
        assertThatThrownBy(() -> run("{'atSeconds': 5, " + fault + "}"))
                .hasMessageStartingWith("x.json: sites.faults[0]." + expected);
    }

    @Test
    void partitionsComeOneAtATime() {
        assertThatThrownBy(() -> run("{'atSeconds': 2, 'kind': 'partition', 'sites': ['site3'], 'forMs': 3000},"
                + "{'atSeconds': 4, 'kind': 'partition', 'sites': ['site2'], 'forMs': 3000}"))
                .hasMessageStartingWith("x.json: sites.faults[1].atSeconds: the partition before lasts until 5.0");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "'default' | 'nowhere' | wan: ",
        "'wan': 'default', 'count': 3 | 'wan': {'sites': ['site1', 'site2']} | wan: \"site1\" is reached from \"site2\" "
            + "and back in no time",
        "'default' | {'default': {'lossPercent': 101}} | wan.default.lossPercent: 101 is not",
        "'processes': 2 | 'processes': 2, 'strategy': 'nonsense' | strategy: strategy 'nonsense'",
        "'process': 2 | 'process': 3 | senders[0].process: 3 is not",
        "'site': 'site2' | 'site': 'site1', 'process': 2 | senders[1].process: \"site1\" 2 is a sender already",
        "'processes': 2 | 'processes': 2, 'relay': {'maxMessage': 400} | senders[1].messageBytes: 500 is not a whole number "
            + "between 1 and 400",
        "'processes': 2 | 'processes': 2, 'relay': {'windowSegments': 17} | relay.windowSegments: windowSegments 17: accepted",
        "'processes': 2 | 'processes': 2, 'relay': {'slowMemberPolicy': 'kick'} | relay.slowMemberPolicy: \"kick\": accepted "
            + "are wait, gap, expel",
        "'processes': 2 | 'processes': 2, 'relay': {'demand': {'delta': 2}} | relay.demand.delta: ",
        "'processes': 2 | 'processes': 2, 'overlay': {'tree': {'maxDegree': 1}} | overlay.tree.maxDegree: maxDegree 1: accepted",
        "'processes': 2 | 'processes': 2, 'overlay': {'reliabilty': {}} | overlay.reliabilty: unknown field, accepted are tree",
        "'processes': 2 | 'processes': 2, 'overlay': {'reliability': {'unicastBelow': -1}} | "
            + "overlay.reliability.unicastBelow: -1",
        "'processes': 2 | 'processes': 2, 'overlay': {'quietNanos': 5000000000} | overlay.quietNanos: quietNanos 5000000000",
        "'stopSeconds': 9 | 'on': {'meanMs': 5} | senders[1].off.meanMs: missing",
        "'stopSeconds': 9 | 'on': {'meanMs': 5}, 'off': {'meanMs': -1} | senders[1].off.meanMs: -1 is not between",
        "'stopSeconds': 9 | 'stopSeconds': 1 | senders[1].stopSeconds: 1.0 is not after startSeconds 2.0",
    })
    void sitesThatCannotBeAreRefused(String part, String replacement, String expected) {
        String json = Scenarios.SITES.replace("FAULTS", "").replace(part, replacement);
        assertThatThrownBy(() -> Scenarios.parse(json)).hasMessageStartingWith("x.json: sites." + expected);
    }
}
