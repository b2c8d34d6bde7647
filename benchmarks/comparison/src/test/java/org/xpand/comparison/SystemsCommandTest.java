package org.xpand.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.comparison.peer.Peer;

/** Every system takes its turn with real processes, and the tables have its figures. No figure is asserted. */
class SystemsCommandTest {
    private String printed;
    private String errors;

    private int run(String... args) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream printing = new ByteArrayOutputStream();
        ByteArrayOutputStream complaining = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printing, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(complaining, true, StandardCharsets.UTF_8));
        try {
            return Comparison.run(args);
        } finally {
            System.setOut(out);
            System.setErr(err);
            printed = printing.toString(StandardCharsets.UTF_8);
            errors = complaining.toString(StandardCharsets.UTF_8);
        }
    }

    @Test
    @Timeout(300)
    void everySystemTakesItsTurn() {
        String peers = Stream.of(Peer.values()).map(Peer::text).collect(Collectors.joining(","));
        assertThat(run("systems", "--peers", peers, "--sizes", "1000", "--loads", "10", "--runs", "1", "--seconds", "0.2", "--warm-up", "0",
                "--jvm=-Xmx128m", "--jvm=-XX:+UseSerialGC", "--jvm=-XX:TieredStopAtLevel=1")).as(errors).isZero();
        for (Peer peer : Peer.values()) {
            assertThat(errors).contains("run 1 of 1: " + peer.text());
            assertThat(printed).containsPattern("(?m)^\\| 1000 +\\| " + peer.text() + " .*\\| +1 \\|$");
        }
        assertThat(printed).contains("difference µs");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "systems --peers nonsense | peer 'nonsense': accepted are xpand-default, xpand",
        "systems --sizes 19 | --sizes [19]: accepted are sizes from 20",
        "systems --loads 0 | --loads [0]: accepted are 1 to 100",
        "systems --runs 0 | --runs 0"})
    void wrongUseIsReportedInOneLine(String line, String complaint) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        assertThat(errors.lines()).singleElement().asString().contains(complaint);
    }
}
