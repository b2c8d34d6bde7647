package org.xpand.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.strategy.RateStrategies;
import picocli.CommandLine;

/** What can be set is printed for people and for programs. */
class SettingsCommandTest {
    private static List<String> run(String... args) {
        StringWriter out = new StringWriter();
        assertThat(new CommandLine(new SettingsCommand()).setOut(new PrintWriter(out)).execute(args)).isZero();
        return out.toString().lines().toList();
    }

    @Test
    void strategiesAreListed() {
        assertThat(run()).hasSize(RateStrategies.names().size()).anyMatch(line -> line.endsWith("used by default"));
    }

    @Test
    void eachSettingHasItsLines() {
        assertThat(run("tfrc")).contains("initialRtt = 500ms; accepted: 1ms to 10s", "b = 1 (paper: 2); accepted: 1 to 2")
                .allMatch(line -> line.length() <= 132);
    }

    @Test
    void whatIsReportedToProgramsIsTaken() {
        List<String> lines = run("mca", "--json");
        assertThat(lines).hasSize(RateStrategies.settings("mca").size());
        for (String line : lines) {
            ObjectNode setting = Json.parse(line);
            RateStrategies.create("mca", Map.of(setting.get("name").asText(), setting.get("recommended").asText()));
        }
    }
}
