package org.xpand.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
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
import org.xpand.simulator.measure.Summary;

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
            Files.writeString(page, text.substring(0, from) + FindingsTable.of(findings) + text.substring(to));
        } else {
            assertThat(text.substring(from, to)).as("%s: xpand experiment %s, then this test with -Dxpand.docs=write", page, name)
                    .isEqualTo(FindingsTable.of(findings));
        }
    }

    @Test
    void theFindingsOfEveryExperimentAreKept() throws IOException {
        assertThat(kept()).containsExactlyInAnyOrderElementsOf(Experiments.all().stream().map(Experiment::name).toList());
    }

    /** In a range of a large factor, a rate that a defect halves is still as expected. */
    @ParameterizedTest
    @MethodSource("kept")
    void whatIsExpectedIsNotWideWithoutAReason(String name) throws IOException {
        List<String> wide = new ArrayList<>();
        for (JsonNode each : MAPPER.readTree(KEPT.resolve(name + ".json").toFile()).get("findings")) {
            Finding finding = new Finding(each.get("name").asText(), "", Summary.of(each.get("mean").asDouble()),
                    each.path("least").asDouble(Double.NEGATIVE_INFINITY), each.path("most").asDouble(Double.POSITIVE_INFINITY),
                    each.path("whyWide").asText());
            if (finding.isWide() && finding.whyWide().isEmpty()) {
                wide.add(finding.name() + ": " + finding.value().mean() + ", expected " + finding.least() + " to " + finding.most());
            }
        }
        assertThat(wide).as("narrow the range, or give a reason with Finding.wideBecause where it is wide").isEmpty();
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
}
