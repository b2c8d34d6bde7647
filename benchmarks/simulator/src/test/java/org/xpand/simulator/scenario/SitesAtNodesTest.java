package org.xpand.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sites at nodes of a scenario share its links with TCP. */
class SitesAtNodesTest {
    private static final double BOTTLENECK = 250_000;

    private static RunResult run(String faults) {
        return Scenarios.parse(Scenarios.SHARED_SITES.replace("FAULTS", faults)).run(1);
    }

    private static FlowResult flow(RunResult run, String name) {
        return run.flows().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }

    private static double mean(FlowResult flow, int from, int to) {
        return flow.series().subList(from, to).stream().mapToDouble(each -> each).average().orElseThrow();
    }

    @Test
    void sitesMakeRoomForTcpAndTogetherTheyFillTheLink() {
        RunResult run = run("");
        FlowResult tcp = flow(run, "ftp");
        FlowResult ours = flow(run, "west.1>east2.1");
        assertThat(mean(ours, 5, 10)).isGreaterThan(0.6 * BOTTLENECK);
        assertThat(tcp.mean() / ours.mean()).isBetween(0.4, 2.5);
        assertThat(tcp.mean() + ours.mean()).isGreaterThan(0.7 * BOTTLENECK);
        LinkResult shared = run.links().stream().filter(each -> each.from().equals("left") && each.to().equals("right"))
                .findFirst().orElseThrow();
        assertThat(shared.utilisation()).isGreaterThan(0.8);
        assertThat(shared.stats().early()).isPositive();
        assertThat(run.links()).hasSize(8);
        assertThat(run.sites().orElseThrow().gaps()).isEmpty();
        assertThat(run.sessions()).extracting(SessionResult::name).containsExactly("west", "east1", "east2");
        assertThat(run.network().sent() + run.network().duplicated()).isEqualTo(run.network().delivered()
                + run.network().unclaimed() + run.network().dropped() + run.network().inFlight());
    }

    @Test
    void sitesThatAreCutOffReceiveNothingAndTcpBesideThemGoesOn() {
        RunResult run = run("{'atSeconds': 22, 'kind': 'partition', 'sites': ['west'], 'forMs': 4000}");
        assertThat(flow(run, "west.1>east1.1").series().subList(23, 25)).containsOnly(0.0);
        assertThat(mean(flow(run, "ftp"), 23, 26)).isGreaterThan(0.8 * BOTTLENECK);
        assertThat(mean(flow(run, "west.1>east1.1"), 35, 40)).isPositive();
        assertThat(run.sites().orElseThrow().gaps()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "'nodes': ['west', 'east*'] | 'nodes': ['west', 'x'] | nodes[1]: \"x\" is none of the nodes west, left",
        "'nodes': ['west', 'east*'] | 'nodes': ['east*', 'east2'] | nodes[1]: \"east2\" is there twice",
        "'nodes': ['west', 'east*'] | 'nodes': [] | nodes: 0 sites: accepted are 1 to 100",
        "'nodes': ['west', 'east*'] | 'nodes': ['west', 'east*'], 'wan': 'ron' | wan: refused beside nodes",
        "'nodes': ['west', 'east*'] | 'nodes': ['west', 'east*'], 'count': 2 | count: refused beside nodes",
        "'site': 'west' | 'site': 'left' | senders[0].site: \"left\" is none of the sites west, east1, east2",
        "FAULTS | {'atSeconds': 3, 'kind': 'link', 'from': 'west', 'to': 'east1', 'lossPercent': 3} | "
            + "faults[0].kind: \"link\" is refused for sites at nodes",
    })
    void whatCannotBeIsRefused(String part, String replacement, String expected) {
        String json = Scenarios.SHARED_SITES.replace(part, replacement).replace("FAULTS", "");
        assertThatThrownBy(() -> Scenarios.parse(json)).hasMessageStartingWith("x.json: sites." + expected);
    }

    @Test
    void sitesWithoutAPathBetweenThemAreRefused() {
        String json = Scenarios.SHARED_SITES.replace("FAULTS", "").replace("'to': 'east*', 'both': true", "'to': 'east*'")
                .replace("'tcp'", "'udp'").replace("'startSeconds': 10", "'startSeconds': 10, 'rateMbps': 1");
        assertThatThrownBy(() -> Scenarios.parse(json)).hasMessageStartingWith(
                "x.json: sites.nodes: \"west\" cannot be reached from \"east1\"");
    }
}
