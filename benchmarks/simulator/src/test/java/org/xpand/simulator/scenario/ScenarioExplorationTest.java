package org.xpand.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.simulator.explore.Exploration;

/** The sites of a scenario keep their promises under faults by chance, and the same seed shows the same. */
@Tag("long")
class ScenarioExplorationTest {
    private static final String SHARED = Scenarios.SHARED_SITES.replace("'seconds': 40", "'seconds': 24")
            .replace("'toSeconds': 40", "'toSeconds': 24").replace("FAULTS", "");

    private static Exploration.Result explore(String json, long seed) {
        return Scenarios.parse(json).exploration(true).apply(seed);
    }

    private static String sites(String faults) {
        return Scenarios.SITES.replace("FAULTS", faults);
    }

    @ParameterizedTest
    @CsvSource({"own, 1", "own, 2", "nodes, 1"})
    void promisesHoldAndTheSameSeedIsTheSameRun(String where, long seed) {
        String json = where.equals("own") ? sites("{'atSeconds': 4, 'kind': 'kill', 'site': 'site3'}") : SHARED;
        Exploration.Result result = explore(json, seed);
        assertThat(result.violations()).as("seed %d: %s", seed, result.reported()).isEmpty();
        assertThat(result.reported()).isNotEmpty();
        assertThat(explore(json, seed)).isEqualTo(result);
        assertThat(explore(json, seed + 1)).isNotEqualTo(result);
    }

    @Test
    void theScenariosSendersSendAndNoOthers() {
        String one = sites("").replaceAll(",\\s*\\{'site': 'site2'[^}]*\\}", "");
        Exploration.Result result = explore(one, 1);
        assertThat(result.messages()).as("at 0.4 Mbit/s for 12 s, %s", result.reported()).isBetween(100L, 601L);
    }

    @Test
    void theScenariosFaultsHappen() {
        Exploration.Result all = explore(sites(""), 1);
        Exploration.Result fewer = explore(sites("{'atSeconds': 0, 'kind': 'kill', 'site': 'site1', 'process': 1},"
                + "{'atSeconds': 0, 'kind': 'kill', 'site': 'site2', 'process': 2},"
                + "{'atSeconds': 0, 'kind': 'kill', 'site': 'site3', 'process': 2}"), 1);
        assertThat(fewer.delivered() / (double) fewer.messages()).as("half the members receive them: %s", fewer.reported())
                .isLessThan(0.8 * all.delivered() / all.messages());
    }

    /** Who lives in either half of a LAN that splits by the file, or joins meanwhile, may have missed something, and is notified. */
    @Test
    void aLanThatTheFileSplitsLeavesItsMembersOutOfTouch() {
        Exploration.Result result = explore(sites("{'atSeconds': 2, 'kind': 'split', 'site': 'site1', 'processes': [1],"
                + "'forMs': 6000, 'noticeMs': 500}, {'atSeconds': 5, 'kind': 'join', 'site': 'site1'},"
                + "{'atSeconds': 8.2, 'kind': 'join', 'site': 'site1'}"), 3);
        assertThat(result.violations()).as("%s", result.reported()).isEmpty();
    }

    /** What was accepted takes the link longer than sites are given to come to rest at least. */
    @Test
    void aBacklogIsGivenTheTimeItTakes() {
        Exploration.Result result = explore("{'seconds': 2, 'sites': {'wan': {'sites': ['a', 'b'], 'default': {'delayMs': 20,"
                + "'rateMbps': 0.015}}, 'senders': [{'site': 'a', 'rateMbps': 2}]}}", 1);
        assertThat(result.violations()).as("%s", result.reported()).isEmpty();
    }

    @Test
    void whatCannotBeExploredIsRefused() {
        assertThatThrownBy(() -> Scenarios.parse(Scenarios.MIXED).exploration(false))
                .isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith("x.json: sites: missing: accepted");
        assertThatThrownBy(() -> Scenarios.parse("{'seconds': 0.5, 'binSeconds': 0.1, 'sites': {'wan': 'lan',"
                + "'senders': [{'site': 'site1'}]}}").exploration(false))
                .hasMessageStartingWith("x.json: seconds: 0.5: accepted for an exploration is 1 or more");
    }
}
