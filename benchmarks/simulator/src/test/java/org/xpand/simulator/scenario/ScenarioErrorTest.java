package org.xpand.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A scenario that cannot be run is refused when it is read, and the error names the field. */
class ScenarioErrorTest {
    private static final String BASE = """
            {"seconds": 10, "nodes": ["a", "b", "c", "d*2"], "linkDefault": {"delayMs": 1},
             "links": [{"from": "a", "to": "b", "both": true}, {"from": "b", "to": "c"}],
             "tcp": [{"from": "a", "to": "b"}], "udp": [{"from": "a", "to": "c", "rateMbps": 1}],
             "sessions": [{"source": "a", "receivers": [{"node": "b"}]}]}
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "\"from\": \"b\", \"to\": \"c\" | \"from\": \"b\", \"to\": \"x\" | "
            + "links[1].to: \"x\" is none of the nodes a, b, c, d1, d2",
        "\"to\": \"c\"} | \"to\": \"c\", \"rateMbps\": -5} | links[1].rateMbps: -5 is not between 0.001 and 1000000",
        "\"to\": \"c\"} | \"to\": \"c\", \"rate\": 5} | links[1].rate: unknown field",
        "\"from\": \"b\", \"to\": \"c\" | \"from\": \"b\", \"to\": \"a\" | "
            + "links[1].from: the link from \"b\" to \"a\" is given by links[0]",
        "\"from\": \"b\", \"to\": \"c\" | \"from\": \"b\", \"to\": \"b\" | links[1].to: \"b\" is the node the link comes from",
        "\"to\": \"c\"} | \"to\": \"c\", \"red\": {\"minPackets\": 5, \"maxPackets\": 4}} | "
            + "links[1].red: link setting maxPackets is 4.0",
        "\"to\": \"c\"} | \"to\": \"c\", \"red\": \"on\"} | links[1].red: \"on\" is neither an object nor \"off\"",
        "\"to\": \"c\"} | \"to\": \"c\", \"burstLoss\": {\"lossPercent\": 1}} | links[1].burstLoss.burstPackets: missing",
        "\"d*2\" | \"d*0\" | nodes[3]: \"d*0\": accepted are 1 to 100000 nodes",
        "\"d*2\" | \"a\" | nodes[3]: \"a\" is there twice",
        "\"d*2\" | \"d d\" | nodes[3]: \"d d\" is not a node name",
        "{\"node\": \"b\"} | {\"node\": \"c\"} | sessions[0].receivers[0].node: \"c\" cannot be reached from \"a\" and back",
        "{\"node\": \"b\"} | {\"node\": \"d1\"} | sessions[0].receivers[0].node: \"d1\" cannot be reached from \"a\"",
        "{\"node\": \"b\"} | {\"node\": \"e\"} | sessions[0].receivers[0].node: \"e\" is none of the nodes",
        "{\"node\": \"b\"} |  | sessions[0].receivers: none: accepted is one or more",
        "{\"node\": \"b\"} | {\"node\": \"b\", \"joinSeconds\": 5, \"leaveSeconds\": 5} | "
            + "sessions[0].receivers[0].leaveSeconds: 5.0 is not after joinSeconds 5.0",
        "{\"node\": \"b\"} | {\"node\": \"b\", \"joinSeconds\": 11} | "
            + "sessions[0].receivers[0].joinSeconds: 11 is not between 0 and 10",
        "{\"source\": \"a\" | {\"source\": \"a\", \"strategy\": \"nonsense\" | "
            + "sessions[0].strategy: strategy 'nonsense': accepted are",
        "{\"source\": \"a\" | {\"source\": \"a\", \"settings\": {\"nonsense\": 1} | "
            + "sessions[0].settings.nonsense: setting 'nonsense' = '1': accepted are",
        "{\"source\": \"a\" | {\"source\": \"a\", \"settings\": {\"b\": 2, \"growth\": -1} | sessions[0].settings.growth: ",
        "{\"source\": \"a\" | {\"source\": \"a\", \"settings\": {\"b\": 2, \"bb\": 1} | sessions[0].settings.bb: ",
        "{\"node\": \"b\"} | {\"node\": \"a\"} | sessions[0].receivers[0].node: \"a\" is reached from \"a\" and back in no time",
        "\"delayMs\": 1 | \"delayMs\": 0 | tcp[0].to: \"b\" is reached from \"a\" and back in no time: accepted are",
        "{\"source\": \"a\" | {\"source\": \"a\", \"settings\": {\"b\": [1]} | sessions[0].settings.b: [1] is neither",
        "{\"source\": \"a\" | {\"source\": \"a\", \"demand\": \"some\" | sessions[0].demand: \"some\" is neither \"greedy\" nor",
        "{\"source\": \"a\" | {\"source\": \"a\", \"demand\": {\"rateMbps\": 0} | sessions[0].demand.rateMbps: 0 is not between",
        "{\"source\": \"a\" | {\"source\": \"a\", \"demand\": {\"on\": {\"meanMs\": 5}} | sessions[0].demand.off.meanMs: missing",
        "{\"source\": \"a\" | {\"source\": \"a\", \"name\": \"tcp1\" | sessions[0].name: \"tcp1\" is the name of tcp[0] already",
        "{\"source\": \"a\" | {\"source\": \"d*\" | sessions[0].source: \"d*\" are several nodes",
        "\"tcp\": [{\"from\": \"a\", \"to\": \"b\"}] | \"tcp\": [{\"from\": \"a\", \"to\": \"c\"}] | "
            + "tcp[0].to: \"c\" cannot be reached from \"a\" and back",
        "\"tcp\": [{ | \"tcp\": [{\"recovery\": \"vegas\", | tcp[0].recovery: \"vegas\": accepted are newreno, sack",
        "\"tcp\": [{ | \"tcp\": [{\"maxWindow\": 0, | tcp[0].maxWindow: 0 is not a whole number between 1 and",
        "\"rateMbps\": 1} | \"rateMbps\": -1} | udp[0].rateMbps: -1 is not between",
        "\"to\": \"c\", \"rateMbps\": 1 | \"to\": \"d1\", \"rateMbps\": 1 | udp[0].to: \"d1\" cannot be reached from \"a\"",
        "\"rateMbps\": 1} | \"rateMbps\": 1, \"stopSeconds\": 12} | udp[0].stopSeconds: 12 is not between 0 and 10",
        "\"seconds\": 10 | \"seconds\": 0 | seconds: 0 is not between 0.001 and 1000000",
        "\"seconds\": 10 | \"seconds\": 10.5 | seconds: 10.5 is no multiple of binSeconds 1",
        "\"seconds\": 10 | \"seconds\": 10, \"window\": {\"toSeconds\": 11} | window.toSeconds: 11 is not between 0 and 10",
        "\"seconds\": 10 | \"seconds\": 10, \"window\": {\"fromSeconds\": 10} | "
            + "window.fromSeconds: the window from 10.0 to 10.0 s is empty",
        "\"seconds\": 10 | \"seconds\": 10, \"window\": {\"fromSeconds\": 2.5} | window.fromSeconds: 2.5 is no multiple",
        "\"seconds\": 10 | \"seconds\": 1000000, \"sampleSeconds\": 0.1 | sampleSeconds: more than 1000000",
        "\"seconds\": 10 | \"seconds\": 10, \"seeds\": [] | seeds: 0 seeds: accepted are 1 to",
        "\"seconds\": 10 | \"seconds\": 10, \"seeds\": [1, 1] | seeds[1]: 1 is there twice",
        "\"seconds\": 10 | \"seconds\": 10, \"seeds\": [1, 2.5] | seeds[1]: 2.5 is not a whole number",
        "\"seconds\": 10 | \"seconds\": 10, \"changes\": [{\"atSeconds\": 3, \"from\": \"a\", \"to\": \"c\"}] | "
            + "changes[0].from: there is no link from \"a\" to \"c\"",
        "\"seconds\": 10 | \"seconds\": 10, \"changes\": [{\"atSeconds\": 30, \"from\": \"a\", \"to\": \"b\"}] | "
            + "changes[0].atSeconds: 30 is not between 0 and 10",
        "\"seconds\": 10 | "
            + "\"seconds\": 10, \"changes\": [{\"atSeconds\": 3, \"from\": \"a\", \"to\": \"b\", \"lossPercent\": 101}] | "
            + "changes[0].lossPercent: 101 is not between 0 and 100",
        "\"seconds\": 10, | | seconds: missing",
    })
    void theErrorNamesTheFieldItsValueAndWhatIsAccepted(String part, String replacement, String expected) {
        assertThatThrownBy(() -> Scenario.parse("x.json", BASE.replace(part, replacement == null ? "" : replacement)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith("x.json: " + expected)
                .hasMessageMatching("[^\\n]*");
    }

    @Test
    void aRateAloneIsEnoughForTimeToPass() {
        assertThat(Scenario.parse("x.json", BASE.replace("\"delayMs\": 1", "\"rateMbps\": 1")).run(1).flows()).isNotEmpty();
    }

    @Test
    void aFileThatIsNoTextIsRefused(@TempDir Path folder) throws Exception {
        Path file = Files.write(folder.resolve("x.json"), new byte[] {'{', (byte) 0xff, '}'});

        assertThatThrownBy(() -> Scenario.load(file)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage(file + ": not JSON: not UTF-8");
        assertThatThrownBy(() -> Scenario.parse("x.json", "")).hasMessage("x.json: empty: accepted is an object");
    }

    @Test
    void aScenarioWithoutFlowsIsRefused() {
        assertThatThrownBy(() -> Scenario.parse("x.json", "{\"seconds\": 1}")).hasMessageStartingWith(
                "x.json: sessions: no session and no other flow");
    }

    @Test
    void moreBinsThanFitAreRefused() {
        String many = BASE.replace("\"seconds\": 10", "\"seconds\": 1000, \"binSeconds\": 0.01")
                .replace("{\"node\": \"b\"}", "{\"node\": \"b\", \"count\": 1000}");
        assertThatThrownBy(() -> Scenario.parse("x.json", many)).hasMessageStartingWith(
                "x.json: binSeconds: 1003 flows of 100000 bins each");
    }
}
