package org.xpand.examples.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.simulator.scenario.Scenario;
import picocli.CommandLine;

/** Scenarios become text, files and pictures; the examples that are shipped can be run. */
@ResourceLock(Resources.SYSTEM_OUT)
class SimulateCommandTest {
    private static final String SCENARIO = """
            {"description": "test", "seconds": 5, "seeds": [3, 4], "nodes": ["a", "b"],
             "links": [{"from": "a", "to": "b", "both": true, "rateMbps": 1, "delayMs": 10, "queuePackets": 10}],
             "tcp": [{"name": "ftp", "from": "a", "to": "b"}],
             "sessions": [{"name": "ours", "source": "a", "receivers": [{"node": "b", "count": 9}]}]}
            """;

    @TempDir
    private Path folder;

    private String run(Object command, String... args) {
        PrintStream before = System.out;
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setOut(new PrintStream(captured, true, StandardCharsets.UTF_8));
        try {
            assertThat(new CommandLine(command).execute(args)).isZero();
        } finally {
            System.setOut(before);
        }
        return captured.toString(StandardCharsets.UTF_8);
    }

    private String file() throws Exception {
        Path file = folder.resolve("scenario.json");
        Files.writeString(file, SCENARIO);
        return file.toString();
    }

    @Test
    void filesAndPicturesAreWritten() throws Exception {
        String out = folder.resolve("out").toString();
        String text = run(new SimulateCommand(), file(), "--out", out, "--plot", out);

        assertThat(text).contains("window 0 s to 5 s, seeds [3, 4]").contains("ours/b#9").contains("a > b");
        for (String name : new String[] {"flows", "throughput", "links", "sessions", "summary"}) {
            assertThat(folder.resolve("out").resolve(name + ".csv")).isNotEmptyFile();
        }
        assertThat(new ObjectMapper().readTree(folder.resolve("out/result.json").toFile()).get("runs")).hasSize(2);
        BufferedImage picture = ImageIO.read(folder.resolve("out/throughput-seed-4.png").toFile());
        Set<Integer> colours = new HashSet<>();
        for (int x = 0; x < picture.getWidth(); x++) {
            for (int y = 0; y < picture.getHeight(); y++) {
                colours.add(picture.getRGB(x, y));
            }
        }
        assertThat(colours).as("a picture with lines").hasSizeGreaterThan(20);
        assertThat(folder.resolve("out/allowed-ours-seed-3.png")).isNotEmptyFile();
    }

    @Test
    void seedsOfTheCommandTakeTheScenariosPlace() throws Exception {
        String json = run(new SimulateCommand(), file(), "--json", "--seed", "8", "9", "10");
        assertThat(new ObjectMapper().readTree(json).findValuesAsText("seed")).containsExactly("8", "9", "10");
        assertThat(run(new SimulateCommand(), file(), "--json", "--seed", "8", "9", "10")).isEqualTo(json);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shared-bottleneck", "slowest-receiver", "sites-with-faults", "sites-beside-tcp", "several-groups"})
    void examplesAreAccepted(String name) throws Exception {
        assertThat(Scenario.load(Path.of("scenarios", name + ".json")).description()).isNotEmpty();
    }

    @Test
    void groupsHavePicturesOfTheirOwn() throws Exception {
        Path scenario = Files.writeString(folder.resolve("groups.json"), """
                {"seconds": 3, "sites": {"wan": "default", "count": 2, "groups": [
                 {"name": "one", "senders": [{"site": "site1", "rateMbps": 0.1}]},
                 {"name": "two", "strategy": "tuf", "layered": true, "senders": [{"site": "site2", "rateMbps": 0.1}]}]}}
                """);
        String out = folder.resolve("pictures").toString();
        assertThat(run(new SimulateCommand(), scenario.toString(), "--plot", out)).contains("one/site1.1>site2.1", "two/site2.1:0>site1.1");
        assertThat(folder.resolve("pictures/allowed-two-site2-seed-1.png")).isNotEmptyFile();
    }

    @Test
    void anExplorationOfOneSeedReportsWhatWasDone() {
        assertThat(run(new ExploreCommand(), "--seeds", "3")).contains("seed 3: ").contains(" messages, ")
                .endsWith("1 seeds with tfrc, 0 broke a promise\n");
    }
}
