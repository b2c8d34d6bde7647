package org.xpand.protocols.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.settings.DeclaredSetting;

/** Settings of strategies are declared once: what they tell is what they take, and what the documents say. */
class StrategySettingsTest {
    private static final Path DOCUMENTS = Path.of("..", "docs", "strategies");
    private static final String BEGIN = "<!-- settings: written by the test StrategySettingsTest -->\n";
    private static final String END = "<!-- end of settings -->";

    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc", "mca", "tuf"})
    void whatIsReportedIsTaken(String strategy) {
        List<DeclaredSetting> settings = RateStrategies.settings(strategy);
        assertThat(settings).extracting(DeclaredSetting::name).doesNotHaveDuplicates().contains("packetSize");
        for (DeclaredSetting each : settings) {
            assertThat(each.meaning()).as(each.name()).isNotBlank();
            for (String value : List.of(each.recommended(), each.paper())) {
                assertThatCode(() -> RateStrategies.create(strategy, Map.of("preset", "paper", each.name(), value)))
                        .as(each.name() + "=" + value).doesNotThrowAnyException();
            }
        }
    }

    /** With {@code -Dxpand.docs=write} the tables are written anew. */
    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc", "mca", "tuf"})
    void theDocumentSaysWhatIsDeclared(String strategy) throws IOException {
        Path document = DOCUMENTS.resolve(strategy + ".md");
        String text = Files.readString(document);
        assertThat(text).contains(BEGIN, END);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        int end = text.indexOf(END);
        String table = table(RateStrategies.settings(strategy));
        if ("write".equals(System.getProperty("xpand.docs"))) {
            Files.writeString(document, text.substring(0, begin) + table + text.substring(end));
        } else {
            assertThat(text.substring(begin, end)).isEqualTo(table);
        }
    }

    private static String table(List<DeclaredSetting> settings) {
        return "| setting | meaning | accepted | recommended | paper | symbol | source |\n|---|---|---|---|---|---|---|\n"
                + settings.stream().map(each -> "| `" + each.name() + "` | " + each.meaning()
                        + " | " + each.accepted() + (each.unit().isEmpty() ? "" : " " + each.unit())
                        + " | " + each.recommended()
                        + " | " + (each.paper().equals(each.recommended()) ? "the same" : each.paper())
                        + " | " + or(each.symbol()) + " | " + or(each.source()) + " |\n").collect(Collectors.joining());
    }

    private static String or(String text) {
        return text.isEmpty() ? "–" : text;
    }
}
