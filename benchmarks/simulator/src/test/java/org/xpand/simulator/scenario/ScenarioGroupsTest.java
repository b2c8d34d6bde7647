package org.xpand.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.simulator.explore.Exploration;

/** Several groups of whole sites in a scenario file, reliable and layered ones, of all sites and of some. */
@Tag("long")
class ScenarioGroupsTest {
    private static final double MEGABIT = 125_000;
    private static final String GROUPS = """
            {'seconds': 12, 'window': {'fromSeconds': 4, 'toSeconds': 12}, 'sites': {'processes': 2,
             'wan': {'sites': ['a', 'b', 'c'], 'default': {'delayMs': 20, 'rateMbps': 10, 'queuePackets': 50},
                     'links': [{'from': 'a', 'to': 'c', 'both': true, 'rateMbps': 1, 'queuePackets': 30},
                               {'from': 'b', 'to': 'c', 'both': true, 'rateMbps': 1, 'queuePackets': 30}]},
             'groups': [
              {'name': 'text', 'senders': [{'site': 'a', 'rateMbps': 0.1}]},
              {'name': 'film', 'strategy': 'tuf', 'layered': true, 'reservedMbps': [0.2], 'senders': [
                {'site': 'a', 'process': 2, 'rateMbps': 0.15}, {'site': 'a', 'process': 2, 'precedence': 1, 'rateMbps': 3}]},
              {'name': 'two', 'strategy': 'tfmcc', 'sites': ['a', 'b'], 'senders': [{'site': 'b', 'rateMbps': 0.2}]}],
             'faults': [FAULTS]}}""";

    private static Scenario scenario(String faults) {
        return Scenarios.parse(GROUPS.replace("FAULTS", faults));
    }

    private static FlowResult flow(RunResult run, String name) {
        return run.flows().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void everyGroupHasItsOwnSendersMembersAndStrategy() {
        RunResult run = scenario("").run(1);
        assertThat(run.flows()).extracting(FlowResult::name).contains("text/a", "film/a", "two/b", "text/a.1>c.2", "film/a.2:0>b.1",
                "film/a.2:1>c.1", "two/b.1>a.2").doesNotContain("two/b.1>c.1");
        assertThat(flow(run, "text/a.1>c.2").mean()).isCloseTo(0.1 * MEGABIT, within(2000.0));
        assertThat(flow(run, "two/b.1>a.2").mean()).isCloseTo(0.2 * MEGABIT, within(2000.0));
        assertThat(run.sessions()).extracting(SessionResult::name).containsExactly("text/a", "text/b", "text/c", "film/a", "film/b",
                "film/c", "two/a", "two/b");
        assertThat(run.sessions()).extracting(SessionResult::strategy).containsSubsequence("tfrc", "tuf", "tfmcc");
        assertThat(run.sites().orElseThrow().gaps()).isEmpty();
    }

    @Test
    void theLessImportantIsDroppedOnTheSlowLinkAndCounted() {
        RunResult run = scenario("").run(1);
        assertThat(flow(run, "film/a.2:0>c.1").mean()).as("within what is reserved").isGreaterThan(0.14 * MEGABIT);
        assertThat(flow(run, "film/a.2:1>c.1").mean()).as("of 1 Mbit/s").isBetween(0.2 * MEGABIT, 0.9 * MEGABIT);
        assertThat(flow(run, "film/a.2:1>b.1").mean()).isGreaterThan(2 * MEGABIT);
        SitesResult sites = run.sites().orElseThrow();
        assertThat(sites.accepted()).containsKeys("text/a.1", "film/a.2:0", "film/a.2:1", "two/b.1");
        long dropped = sites.dropped().get("film/a.2:1>c.1");
        assertThat(dropped + flow(run, "film/a.2:1>c.1").packets()).as("delivered or dropped, but for the last second")
                .isCloseTo(sites.accepted().get("film/a.2:1"), within(400L));
        assertThat(sites.dropped()).doesNotContainKey("film/a.2:1>a.1");
    }

    @Test
    void aFaultConcernsAllGroupsOfItsProcess() {
        RunResult run = scenario("{'atSeconds': 5, 'kind': 'kill', 'site': 'a', 'process': 2},"
                + "{'atSeconds': 6, 'kind': 'stall', 'site': 'b', 'process': 1, 'forMs': 5000}").run(1);
        assertThat(flow(run, "film/a.2:0>b.2").series().subList(7, 12)).containsOnly(0.0);
        assertThat(flow(run, "text/a.1>b.2").series().get(9)).isPositive();
        assertThat(flow(run, "text/a.1>b.1").series().subList(7, 11)).containsOnly(0.0);
    }

    @Test
    void theOnlyGroupMayBeLayeredWithoutAName() {
        RunResult run = Scenarios.parse("{'seconds': 5, 'sites': {'wan': 'default', 'count': 2, 'strategy': 'tuf', 'layered': true,"
                + "'senders': [{'site': 'site1', 'rateMbps': 0.1}]}}").run(1);
        assertThat(flow(run, "site1.1:0>site2.1").mean()).isCloseTo(0.1 * MEGABIT, within(2000.0));
    }

    @Test
    void promisesHoldUnderRandomFaultsAndTheSameSeedIsTheSameRun() {
        Exploration.Seeded exploration = scenario("").exploration(true);
        Exploration.Result result = exploration.apply(3);
        assertThat(result.violations()).as("%s", result.reported()).isEmpty();
        assertThat(result.messages()).isGreaterThan(4000);
        assertThat(exploration.apply(3)).isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "'name': 'text' | 'name': 'no name' | groups[0].name: group name 'no name'",
        "'name': 'text' | 'name': 'film' | groups[1].name: \"film\" is the name of another group already",
        "'name': 'text', | | groups[0].name: missing",
        "'processes': 2 | 'processes': 2, 'senders': [] | senders: refused beside groups, each of which has its own",
        "'processes': 2 | 'processes': 2, 'strategy': 'mca' | strategy: refused beside groups",
        "'strategy': 'tuf' | 'strategy': 'tfrc' | groups[1].strategy: \"tfrc\" has no precedences: accepted is \"tuf\"",
        "'layered': true, | | groups[1].reservedMbps: refused in a group that is not layered",
        "'reservedMbps': [0.2] | 'reservedMbps': [0.2, -1] | groups[1].reservedMbps[1]: -1 is not between",
        "'reservedMbps': [0.2] | 'reservedMbps': [1, 1, 1, 1, 1, 1, 1, 1] | groups[1].reservedMbps: 8 rates: accepted are up to 7",
        "'precedence': 1 | 'precedence': 2 | groups[1].senders[1].precedence: 2 is not a whole number between 0 and 1",
        "'precedence': 1, | | groups[1].senders[1].process: \"a\" 2 is a sender already, of precedence 0",
        "'site': 'a', 'rateMbps': 0.1 | 'site': 'a', 'precedence': 1 | groups[0].senders[0].precedence: 1 is not",
        "['a', 'b'], 'senders' | [], 'senders' | groups[2].sites: none: accepted are one or more sites",
        "['a', 'b'], 'senders' | ['a', 'x'], 'senders' | groups[2].sites[1]: \"x\" is none of the sites a, b, c",
        "['a', 'b'], 'senders' | ['a'], 'senders' | groups[2].senders[0].site: \"b\" has no members of the group",
        "'strategy': 'tfmcc' | 'strategy': 'tuf', 'settings': {'b0': 0.001} | groups[2].settings: other settings of tuf than",
    })
    void groupsThatCannotBeAreRefused(String part, String replacement, String expected) {
        String json = GROUPS.replace("FAULTS", "").replace(part, replacement == null ? "" : replacement);
        assertThatThrownBy(() -> Scenarios.parse(json)).hasMessageStartingWith("x.json: sites." + expected);
    }

    @Test
    void groupsWithoutAnySenderAreRefused() {
        assertThatThrownBy(() -> Scenarios.parse("{'seconds': 5, 'sites': {'groups': [{'name': 'x'}]}}"))
                .hasMessageStartingWith("x.json: sites.groups: no senders: accepted is one or more in one of them");
        assertThatThrownBy(() -> Scenarios.parse("{'seconds': 5, 'sites': {'groups': []}}"))
                .hasMessageStartingWith("x.json: sites.groups: 0 groups: accepted are 1 to 100");
    }
}
