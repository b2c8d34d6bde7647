package org.xpand.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Points of every kind are measured, and a table has a row for each kind. No figure is asserted. */
class ScaleCommandTest {
    private static String run(int expected, String... options) {
        PrintStream out = System.out;
        ByteArrayOutputStream printing = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printing, true, StandardCharsets.UTF_8));
        int code;
        try {
            code = Comparison.run(Stream.of(Stream.of("scale", "--warm-up", "0.2", "--seconds", "0.2", "--jvm=-Xmx256m",
                    "--jvm=-XX:+UseSerialGC", "--jvm=-XX:TieredStopAtLevel=1"), Stream.of(options)).flatMap(each -> each).toArray(String[]::new));
        } finally {
            System.setOut(out);
        }
        String printed = printing.toString(StandardCharsets.UTF_8);
        assertThat(code).as(printed).isEqualTo(expected);
        return printed;
    }

    @Test
    @Timeout(300)
    void everyKindOfGrowthHasATable() {
        String printed = run(0, "--sites", "2", "--groups", "2", "--senders", "2");
        for (String kind : new String[] {"sites", "groups", "senders"}) {
            assertThat(printed).containsPattern("(?m)^\\| " + kind + " .*\n.*\n\\| 2 ");
        }
    }

    @Test
    @Timeout(300)
    void severalRunsWithDefaultNodesHaveATableOfMediansAndOneOfAll() {
        String printed = run(0, "--kinds", "groups", "--groups", "1,2", "--runs", "2", "--defaults");
        assertThat(printed).contains("of one group").containsPattern("(?m)^\\| 1 .*\n\\| 2 .*\n\\| grows with power ")
                .containsPattern("(?m)^\\| groups \\| run .*\n.*\n\\| 1 +\\| 1 .*\n\\| 1 +\\| 2 .*\n\\| 2 +\\| 1 .*\n\\| 2 +\\| 2 ")
                .doesNotContain("sites");
    }

    @Test
    void whatCannotBeMeasuredIsRefused() {
        run(2, "--runs", "0");
        run(2, "--kinds", "nodes");
        run(2, "--aims", "--groups", "50,200");
        run(2, "--aims", "--kinds", "sites");
    }
}
