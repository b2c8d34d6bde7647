package org.xpand.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Both systems take their turns with real processes that all send. No figure is asserted. */
class LanCommandTest {
    @Test
    @Timeout(300)
    void bothSystemsTakeTurns() {
        PrintStream out = System.out;
        ByteArrayOutputStream printing = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printing, true, StandardCharsets.UTF_8));
        int code;
        try {
            code = Comparison.run("lan", "--members", "2", "--at-once", "--turns", "1", "--seconds", "0.2", "--warm-up", "0.2",
                    "--peers", "xpand-site+-Dvariant=1,jgroups-site", "--jvm=-Xmx128m", "--jvm=-XX:+UseSerialGC", "--jvm=-XX:TieredStopAtLevel=1");
        } finally {
            System.setOut(out);
        }
        String printed = printing.toString(StandardCharsets.UTF_8);
        assertThat(code).as(printed).isZero();
        assertThat(printed).containsPattern("(?m)^\\| 2 .*xpand-site.*\\| +0 \\|$").containsPattern("(?m)^\\| 2 .*jgroups-site.*\\| +0 \\|$")
                .as("the time until all see each other").containsPattern("(?m)^\\| 2 +\\| xpand-site[^|]*\\| +[0-9.]+ \\|");
    }

    @Test
    void whatASiteCannotBeIsRefused() {
        assertThat(Comparison.run("lan", "--members", "1")).isEqualTo(2);
        assertThat(Comparison.run("lan", "--members", "2", "--senders", "3")).isEqualTo(2);
        assertThat(Comparison.run("lan", "--peers", "relay3")).isEqualTo(2);
        assertThat(Comparison.run("lan", "--interface", "203.0.113.1")).isEqualTo(2);
    }

    @Test
    void sendersThatFareAlikeHaveAnIndexOfOne() {
        assertThat(new LanSample(0, 0, 0, new double[] {5, 5, 5}, 0).jain()).isEqualTo(1, within(1e-9));
        assertThat(new LanSample(0, 0, 0, new double[] {9, 0, 0}, 0).jain()).isEqualTo(1.0 / 3, within(1e-9));
    }
}
