package org.xpand.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Points of every kind are measured, and a table has a row for each kind. No figure is asserted. */
class ScaleCommandTest {
    @Test
    @Timeout(300)
    void everyKindOfGrowthHasATable() {
        PrintStream out = System.out;
        ByteArrayOutputStream printing = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printing, true, StandardCharsets.UTF_8));
        int code;
        try {
            code = Comparison.run("scale", "--sites", "2", "--groups", "2", "--senders", "2", "--warm-up", "0.2",
                    "--seconds", "0.2", "--jvm=-Xmx256m", "--jvm=-XX:+UseSerialGC", "--jvm=-XX:TieredStopAtLevel=1");
        } finally {
            System.setOut(out);
        }
        String printed = printing.toString(StandardCharsets.UTF_8);
        assertThat(code).as(printed).isZero();
        for (String kind : new String[] {"sites", "groups", "senders"}) {
            assertThat(printed).containsPattern("(?m)^\\| " + kind + " .*\n.*\n\\| 2 ");
        }
    }
}
