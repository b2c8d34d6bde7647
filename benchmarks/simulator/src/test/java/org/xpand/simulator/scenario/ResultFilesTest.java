package org.xpand.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is written says what was measured. */
class ResultFilesTest {
    private final Scenario scenario = Scenarios.parse(Scenarios.MIXED);
    private final List<RunResult> runs = scenario.seeds().stream().map(scenario::run).toList();

    private List<String[]> table(ResultCsv kind) throws Exception {
        StringWriter out = new StringWriter();
        kind.write(scenario, runs, out);
        List<String[]> lines = out.toString().lines().map(line -> line.split(",", -1)).toList();
        assertThat(lines).allSatisfy(line -> assertThat(line).hasSameSizeAs(lines.get(0)));
        return lines.subList(1, lines.size());
    }

    @Test
    void theJsonHoldsRunsAndSummary() throws Exception {
        StringWriter out = new StringWriter();
        ResultJson.write(scenario, runs, out);
        JsonNode json = new ObjectMapper().readTree(out.toString());

        JsonNode ftp = json.at("/runs/1/flows/0");
        assertThat(ftp.get("name").textValue()).isEqualTo("ftp");
        assertThat(ftp.get("bitPerSecond")).hasSize(12);
        double mean = runs.get(1).flows().get(0).mean() * 8;
        assertThat(ftp.get("meanBitPerSecond").doubleValue()).isBetween(mean * (1 - 1e-8), mean * (1 + 1e-8));
        assertThat(json.at("/summary/flows/0/bitPerSecond/halfWidth95").doubleValue()).isPositive();
        assertThat(json.at("/runs/0/sessions/0/samples")).hasSize(25);
        assertThat(json.at("/runs/0/sessions/0/samples/24/limiting").textValue()).startsWith("ours/r");
        assertThat(json.at("/runs/0/links/8/early").longValue()).isPositive();
    }

    @Test
    void anIntervalOfOneSeedIsNull() throws Exception {
        StringWriter out = new StringWriter();
        ResultJson.write(scenario, runs.subList(0, 1), out);
        assertThat(new ObjectMapper().readTree(out.toString()).at("/summary/flows/0/bitPerSecond/halfWidth95").isNull())
                .isTrue();
    }

    @Test
    void tablesHaveALinePerRow() throws Exception {
        assertThat(table(ResultCsv.FLOWS)).hasSize(14);
        assertThat(table(ResultCsv.THROUGHPUT)).hasSize(14 * 12);
        assertThat(table(ResultCsv.LINKS)).hasSize(2 * 10);
        assertThat(table(ResultCsv.SESSIONS)).hasSize(2 * 25);
        assertThat(table(ResultCsv.SUMMARY)).hasSize(7);
        assertThat(table(ResultCsv.THROUGHPUT).get(13)).startsWith("1", "web", "1");
    }

    @Test
    void numbersAreWrittenInPlainAndRounded() {
        assertThat(Numbers.text(Numbers.of(1e12))).isEqualTo("1000000000000");
        assertThat(Numbers.text(Numbers.of(1.0 / 3))).isEqualTo("0.333333333");
        assertThat(Numbers.text(Numbers.of(2e-7))).isEqualTo("0.0000002");
        assertThat(Numbers.text(Numbers.of(Double.POSITIVE_INFINITY))).isEmpty();
    }
}
