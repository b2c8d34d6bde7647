package org.xpand.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
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
                    String shown = picture(name, picture.getFileName().toString().replace(".png", ""));
                    if (shown().contains(shown)) {
                        Files.copy(picture, PICTURES.resolve(shown), StandardCopyOption.REPLACE_EXISTING);
                    }
                }
            }
        }
    }

    /** The picture of a figure; words with which the experiment's name ends and the figure's begins are not repeated. */
    private static String picture(String experiment, String figure) {
        String words = experiment;
        while (!(figure + "-").startsWith(words + "-")) {
            if (!words.contains("-")) {
                return experiment + "-" + figure + ".png";
            }
            words = words.substring(words.indexOf('-') + 1);
        }
        return experiment + figure.substring(words.length()) + ".png";
    }

    @ParameterizedTest
    @CsvSource({"tuf-completion, completion, tuf-completion", "loss-step, loss-step, loss-step", "many-flows, ratio, many-flows-ratio",
        "tfmcc-late-join, late-join-tcp, tfmcc-late-join-tcp", "mca-tcp, tcprate, mca-tcp-tcprate"})
    void aPictureHasTheNamesOfItsExperimentAndItsFigure(String experiment, String figure, String picture) {
        assertThat(picture(experiment, figure)).isEqualTo(picture + ".png");
        assertThat(experimentOf(picture + ".png")).isEqualTo(experiment);
    }

    /** The pictures that the pages show. */
    private static Set<String> shown() throws IOException {
        Pattern link = Pattern.compile("]\\(pictures/(\\S+)\\)");
        return list(PAGES, ".md").stream().flatMap(page -> link.matcher(text(page)).results()).map(each -> each.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The experiment that a picture is of: of those that its name begins with, the one with the longest name. */
    private static String experimentOf(String picture) {
        return Experiments.all().stream().map(Experiment::name).filter(name -> picture.equals(name + ".png") || picture.startsWith(name + "-"))
                .max(Comparator.comparingInt(String::length)).orElseThrow(() -> new AssertionError(picture + " is of no experiment"));
    }

    private static Set<String> pictures(String experiment) throws IOException {
        Set<String> pictures = new TreeSet<>();
        MAPPER.readTree(KEPT.resolve(experiment + ".json").toFile()).get("figures")
                .forEach(figure -> pictures.add(picture(experiment, figure.get("name").asText())));
        return pictures;
    }

    @Test
    void thePagesShowThePicturesThatAreKept() throws IOException {
        assertThat(list(PICTURES, ".png")).extracting(each -> each.getFileName().toString()).containsExactlyElementsOf(shown());
    }

    /** With the test of what is found now, a picture whose experiment draws it no more, or under another name, cannot stay. */
    @Test
    void aPictureIsOfAFigureOfTheFindingsThatAreKept() throws IOException {
        List<String> kept = kept();
        for (String picture : shown()) {
            String experiment = experimentOf(picture);
            if (kept.contains(experiment)) {
                assertThat(pictures(experiment)).contains(picture);
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
        int pictures = 0;
        for (Path now : list(results.resolve(name), ".png")) {
            String shown = picture(name, now.getFileName().toString().replace(".png", ""));
            if (shown().contains(shown)) {
                assertThat(source(PICTURES.resolve(shown))).as("points that %s shows", shown).isEqualTo(source(now));
                pictures++;
            }
        }
        assertThat(pictures).as("pictures of %s on the pages", name).isPositive();
    }

    /** What a picture says that it is drawn from: a digest of its points. */
    private static String source(Path picture) throws IOException {
        ImageReader reader = ImageIO.getImageReadersByFormatName("png").next();
        try (ImageInputStream in = ImageIO.createImageInputStream(picture.toFile())) {
            reader.setInput(in);
            NodeList texts = ((Element) reader.getImageMetadata(0).getAsTree("javax_imageio_png_1.0")).getElementsByTagName("tEXtEntry");
            return texts.getLength() == 0 ? picture + " does not say" : ((Element) texts.item(0)).getAttribute("value");
        } finally {
            reader.dispose();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
