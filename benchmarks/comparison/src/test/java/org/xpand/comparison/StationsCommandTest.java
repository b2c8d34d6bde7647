package org.xpand.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each system's threads have their rows. No figure is asserted. */
class StationsCommandTest {
    @Test
    @Timeout(300)
    void theThreadsOfAMessagesWayHaveRows() throws Exception {
        assumeThat(Path.of("/proc/self/task")).as("Linux").isDirectory();
        assumeThat(CCompiler.isHere()).as("a C compiler").isTrue();
        PrintStream out = System.out;
        ByteArrayOutputStream printing = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printing, true, StandardCharsets.UTF_8));
        int code;
        try {
            code = Comparison.run("stations", "--peers", "c-udp", "--rates", "200", "--seconds", "1", "--warm-up", "0", "--jvm=-Xmx128m",
                    "--jvm=-XX:+UseSerialGC", "--jvm=-XX:TieredStopAtLevel=1");
        } finally {
            System.setOut(out);
        }
        String printed = printing.toString(StandardCharsets.UTF_8);
        assertThat(code).as(printed).isZero();
        assertThat(printed.lines().skip(2).findFirst().orElseThrow()).startsWith("| xpand-default ");
        assertThat(printed).containsPattern("(?m)^\\| xpand-default +\\| \\d+ +\\| sender +\\| application ")
                .containsPattern("(?m)^\\| xpand-default +\\| \\d+ +\\| receiver +\\| loop ")
                .containsPattern("(?m)^\\| c-udp +\\| \\d+ +\\| sender +\\| sender ")
                .containsPattern("(?m)^\\| c-udp +\\| \\d+ +\\| receiver +\\| receiver ")
                .contains("LocalSender.cut", "limit.c: put");
    }

    @Test
    void whatCannotBeMeasuredIsRefused() {
        assertThat(Comparison.run("stations", "--size", "19")).isEqualTo(2);
        assertThat(Comparison.run("stations", "--rates", "-1")).isEqualTo(2);
        assertThat(Comparison.run("stations", "--peers", "nobody")).isEqualTo(2);
    }
}
