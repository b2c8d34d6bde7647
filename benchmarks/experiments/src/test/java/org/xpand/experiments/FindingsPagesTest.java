package org.xpand.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.experiments.output.ResultWriter;

/**
 * The pages show what the experiments find. Each experiment's {@code findings.json} of a full run is kept beside the pages, and the tables are
 * made of these. With {@code -Dxpand.docs=write} the tables are written anew; if {@code xpand.results} names a folder with results of
 * {@code xpand experiment}, its findings and pictures are taken first.
 */
class FindingsPagesTest {
    private static final Path PAGES = Path.of("..", "..", "docs", "experiments");
    private static final Path KEPT = PAGES.resolve("findings");
    private static final Path PICTURES = PAGES.resolve("pictures");
    private static final String END = "<!-- end of findings -->";
    private static final boolean WRITES = "write".equals(System.getProperty("xpand.docs"));
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static List<Path> list(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(each -> each.toString().endsWith(ending)).sorted().toList();
        }
    }

    private static List<String> kept() throws IOException {
        takeResults();
        return list(KEPT, ".json").stream().map(each -> each.getFileName().toString().replace(".json", "")).toList();
    }

    private static void takeResults() throws IOException {
        String results = System.getProperty("xpand.results", "");
        if (!WRITES || results.isEmpty()) {
            return;
        }
        for (Experiment experiment : Experiments.all()) {
            String name = experiment.name();
            Path found = Path.of(results, name);
            if (Files.exists(found.resolve("findings.json"))) {
                Files.copy(found.resolve("findings.json"), KEPT.resolve(name + ".json"), StandardCopyOption.REPLACE_EXISTING);
                for (Path picture : list(found, ".png")) {
                    String figure = picture.getFileName().toString();
                    Path shown = PICTURES.resolve(figure.equals(name + ".png") ? figure : name + "-" + figure);
                    if (Files.exists(shown)) {
                        Files.copy(picture, shown, StandardCopyOption.REPLACE_EXISTING);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kept")
    void aPageShowsTheFindingsThatAreKept(String name) throws IOException {
        JsonNode findings = MAPPER.readTree(KEPT.resolve(name + ".json").toFile());
        assertThat(findings.get("experiment").asText()).isEqualTo(name);
        assertThat(findings.get("seeds").asInt()).isEqualTo(Plan.FULL.seeds());
        assertThat(findings.get("short").asBoolean()).isFalse();
        String begin = "<!-- findings: " + name + " -->\n";
        Path page = list(PAGES, ".md").stream().filter(each -> text(each).contains(begin)).reduce((one, other) -> {
            throw new AssertionError(begin + " is on " + one + " and on " + other);
        }).orElseThrow(() -> new AssertionError("no page has " + begin));
        String text = text(page);
        int from = text.indexOf(begin) + begin.length();
        int to = text.indexOf(END, from);
        if (WRITES) {
            Files.writeString(page, text.substring(0, from) + table(findings) + text.substring(to));
        } else {
            assertThat(text.substring(from, to)).as("%s: xpand experiment %s, then this test with -Dxpand.docs=write", page, name)
                    .isEqualTo(table(findings));
        }
    }

    @Test
    void aTableIsOfAnExperimentWhoseFindingsAreKept() throws IOException {
        Pattern marks = Pattern.compile("<!-- findings: (\\S+) -->");
        for (Path page : list(PAGES, ".md")) {
            Matcher mark = marks.matcher(text(page));
            while (mark.find()) {
                assertThat(kept()).as(page.toString()).contains(mark.group(1));
            }
        }
    }

    /** A part of them, run in full: whoever changes a rate control finds that the pages are of before. */
    @ParameterizedTest
    @Tag("long")
    @Execution(ExecutionMode.CONCURRENT)
    @ValueSource(strings = {"loss-step", "rtt-step", "tuf-completion", "mca-tcp"})
    void theFindingsThatAreKeptAreThoseOfNow(String name, @TempDir Path results) throws IOException {
        Experiment experiment = Experiments.find(name);
        new ResultWriter(results).write(experiment, Plan.FULL, experiment.run(Plan.FULL));
        assertThat(text(KEPT.resolve(name + ".json"))).as("xpand experiment all, then FindingsPagesTest with -Dxpand.docs=write")
                .isEqualTo(text(results.resolve(name).resolve("findings.json")));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String table(JsonNode findings) {
        StringBuilder table = new StringBuilder("| found, mean of " + findings.get("seeds") + " seeds | value | expected |\n|---|---|---|\n");
        for (JsonNode each : findings.get("findings")) {
            String unit = each.get("unit").asText();
            table.append("| ").append(each.get("name").asText()).append(" | ").append(number(each.get("mean").asDouble(), 3))
                    .append(each.has("halfWidth") ? " ± " + number(each.get("halfWidth").asDouble(), 2) : "")
                    .append(unit.isEmpty() ? "" : " " + unit).append(" | ").append(expected(each)).append(" |\n");
        }
        return table.toString();
    }

    private static String expected(JsonNode number) {
        boolean least = number.has("least");
        boolean most = number.has("most");
        String range = (least ? plain(number.get("least").asDouble()) : "") + (least && most ? " to " : "")
                + (most ? plain(number.get("most").asDouble()) : "");
        range = least && !most ? "at least " + range : most && !least ? "at most " + range : range;
        return number.get("met").asBoolean() ? range : range + ", **not met**";
    }

    private static String plain(double value) {
        return value == 0 ? "0" : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static String number(double value, int digits) {
        if (value == 0 || Math.abs(value) >= 100) {
            return new BigDecimal(value).setScale(0, RoundingMode.HALF_UP).toPlainString();
        }
        return new BigDecimal(value).round(new MathContext(digits)).toPlainString();
    }
}
