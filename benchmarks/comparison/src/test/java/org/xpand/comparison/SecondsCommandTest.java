package org.xpand.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A turn with real processes. No figure is asserted. */
class SecondsCommandTest {
    @Test
    @Timeout(300)
    void eachSecondFromTheFirstSendOnHasItsRow() {
        PrintStream out = System.out;
        ByteArrayOutputStream printing = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printing, true, StandardCharsets.UTF_8));
        int code;
        try {
            code = Comparison.run("seconds", "--runs", "1", "--seconds", "2", "--wait", "0", "--states", "--peers",
                    "xpand-small-sockets+-Dvariant=1", "--jvm=-Xmx128m", "--jvm=-XX:+UseSerialGC", "--jvm=-XX:TieredStopAtLevel=1");
        } finally {
            System.setOut(out);
        }
        String printed = printing.toString(StandardCharsets.UTF_8);
        assertThat(code).as(printed).isZero();
        assertThat(printed).containsPattern("(?m)^\\| xpand-small-sockets\\S* \\| 1 ").containsPattern("(?m)^\\| xpand-small-sockets\\S* \\| 2 ")
                .contains("allowed Mbit/s").containsPattern("(?m)^\\| xpand-small-sockets\\S* \\| median ");
    }

    @Test
    void whatCannotBeMeasuredIsRefused() {
        assertThat(Comparison.run("seconds", "--seconds", "0")).isEqualTo(2);
        assertThat(Comparison.run("seconds", "--peers", "xpand-site")).isEqualTo(2);
        assertThat(Comparison.run("seconds", "--peers", "nobody")).isEqualTo(2);
        assertThat(Comparison.run("seconds", "--steady", "0")).isEqualTo(2);
        // The tests' own classes are in folders.
        assertThat(Comparison.run("seconds", "--archive")).isEqualTo(2);
    }
}
