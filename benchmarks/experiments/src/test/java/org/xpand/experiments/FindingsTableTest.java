package org.xpand.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class FindingsTableTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static ObjectNode finding(String name, String unit, double mean) {
        return MAPPER.createObjectNode().put("name", name).put("unit", unit).put("mean", mean).put("met", true);
    }

    private static JsonNode findings(ObjectNode... numbers) {
        ObjectNode root = MAPPER.createObjectNode().put("seeds", 5);
        for (ObjectNode each : numbers) {
            root.withArray("findings").add(each);
        }
        return root;
    }

    @Test
    void aFindingAloneIsARow() {
        assertThat(FindingsTable.of(findings(finding("delay", "s", 1.2345).put("halfWidth", 0.0123).put("most", 2))))
                .isEqualTo("| found, mean of 5 seeds | value | expected |\n|---|---|---|\n| delay | 1.23 ± 0.012 s | at most 2 |\n");
    }

    @Test
    void findingsThatDifferInOnePartAreARow() {
        assertThat(FindingsTable.of(findings(finding("rate, alone, n = 1", "Mbit/s", 1).put("least", 0.9).put("most", 1.1),
                finding("rate, alone, n = 2", "Mbit/s", 2), finding("delay, alone, n = 1", "s", 7), finding("rate, alone, n = 3", "Mbit/s", 300))))
                .isEqualTo("""
                        | found, mean of 5 seeds | value | expected |
                        |---|---|---|
                        | delay, alone, n = 1 | 7 s |  |

                        | found, mean of 5 seeds (expected) | n = 1 | n = 2 | n = 3 |
                        |---|---|---|---|
                        | rate, alone, Mbit/s | 1 (0.9 to 1.1) | 2 | 300 |
                        """);
    }

    @Test
    void aWideRangeHasItsReasonBelowTheTable() {
        assertThat(FindingsTable.of(findings(finding("rate", "", 1).put("most", 9).put("whyWide", "of luck"))))
                .contains("| at most 9* |").endsWith("\n\\* A wide range: of luck.\n");
    }

    @Test
    void whatIsNotMetIsSaid() {
        assertThat(FindingsTable.of(findings(finding("rate", "", 1).put("least", 2).put("met", false)))).contains("| at least 2, **not met** |");
    }
}
