package org.xpand.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("long")
class ScenarioDeterminismTest {
    private static final List<Long> SEEDS = List.of(1L, 2L, 7L);

    @Test
    void theSameSeedsWriteTheSameBytesTwiceInOneProcess() {
        Scenario scenario = Scenarios.parse(Scenarios.MIXED);
        String first = Scenarios.hash(scenario, SEEDS);

        assertThat(Scenarios.hash(scenario, SEEDS)).isEqualTo(first);
        assertThat(Scenarios.hash(Scenarios.parse(Scenarios.MIXED), SEEDS)).isEqualTo(first);
        assertThat(Scenarios.hash(scenario, List.of(1L, 2L, 8L))).isNotEqualTo(first);
    }

    @ParameterizedTest
    @CsvSource({"mixed, 7", "sites, 1", "shared, 3"})
    void theSameSeedWritesTheSameBytesInTwoProcesses(String which, long seed) throws Exception {
        Process other = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
                "-cp", System.getProperty("java.class.path"), Scenarios.class.getName(), which, String.valueOf(seed))
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String theirs = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(other.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(theirs).isEqualTo(Scenarios.hash(Scenarios.parse(Scenarios.named(which)), List.of(seed)));
    }
}
