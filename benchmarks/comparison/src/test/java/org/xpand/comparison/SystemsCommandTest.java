package org.xpand.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.comparison.peer.Peer;
import picocli.CommandLine;

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
    void everySystemTakesItsTurn(@TempDir Path folder) throws Exception {
        Path json = folder.resolve("figures.json");
        assumeThat(CCompiler.isHere()).as("a C compiler").isTrue();
        String peers = Stream.of(Peer.values()).map(Peer::text).collect(Collectors.joining(","));
        assertThat(run("systems", "--peers", peers, "--sizes", "1000", "--loads", "10", "--runs", "1", "--seconds", "0.2", "--warm-up", "0",
                "--json", json.toString(), "--rates", "500",
                "--jvm=-Xmx128m", "--jvm=-XX:+UseSerialGC", "--jvm=-XX:TieredStopAtLevel=1")).as(errors).isZero();
        for (Peer peer : Peer.values()) {
            assertThat(errors).contains("run 1 of 1: " + peer.text());
            assertThat(printed).containsPattern("(?m)^\\| 1000 +\\| " + peer.text() + " .*\\| +1 \\|$");
        }
        assertThat(printed).contains("difference µs", "of the limit")
                .as("latencies of a C program").containsPattern("(?m)^\\| 1000 +\\| 10 % +\\| c-udp +\\| +[0-9.]+ \\| +[0-9.]+ \\|")
                .as("the same rate for all").containsPattern("(?m)^\\| 1000 +\\| 500 /s +\\| netty +\\| +4.00 \\|");
        assertThat(json).content().contains("\"system\" : \"c-multicast\"");
    }

    @Test
    void theDefaultsCoverSmallAndLargeMessagesAndALightLoad() throws Exception {
        ComparisonPlan plan = CommandLine.populateCommand(new SystemsCommand()).plan();
        assertThat(plan.sizes()).containsExactly(100, 1000, 10_000, 100_000, 1_000_000);
        assertThat(plan.loads()).contains(new Load(1, false));
        assertThat(plan.peers()).startsWith(Peer.XPAND_DEFAULT);
    }

    @Test
    void xpandAsItComesIsMeasuredInAnyCase() throws Exception {
        assertThat(SystemsCommand.measured(List.of("netty", "relay3"))).containsExactly(Peer.XPAND_DEFAULT, Peer.NETTY, Peer.RELAY3);
    }

    @Test
    void aCProgramNeedsNoLongWarmUp() {
        ComparisonPlan plan = new ComparisonPlan(List.of(Peer.NETTY, Peer.C_UDP), List.of(1000), List.of(), 1, 40, 1, 1, 1, List.of());
        assertThat(plan.warmUpSeconds(Peer.NETTY)).isEqualTo(40);
        assertThat(plan.warmUpSeconds(Peer.C_UDP)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "systems --peers nonsense | peer 'nonsense': accepted are xpand-default, xpand",
        "systems --sizes 19 | --sizes [19]: accepted are sizes from 20",
        "systems --rates 0 | --rates [0]: accepted are 1 message per second and more",
        "systems --loads 0 | --loads [0]: accepted are 1 to 100",
        "systems --runs 0 | --runs 0"})
    void wrongUseIsReportedInOneLine(String line, String complaint) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        assertThat(errors.lines()).singleElement().asString().contains(complaint);
    }
}
