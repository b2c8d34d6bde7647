package org.xpand.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TogetherCommandTest {
    @Test
    void twoProcessesSeeEachOtherAndCarry() {
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            assertThat(Comparison.run("together", "--members", "2", "--peers", "xpand-site", "--runs", "1")).isZero();
        } finally {
            System.setOut(before);
        }
        assertThat(out.toString(StandardCharsets.UTF_8).lines()).hasSize(3).anyMatch(line ->
                line.matches("\\| 2 \\| xpand-site \\| [^|]+ \\|( [0-9.]+ \\|){9}"));
    }

    @Test
    void wrongUseIsRefused() {
        assertThat(Comparison.run("together", "--members", "1")).isEqualTo(2);
        assertThat(Comparison.run("together", "--peers", "xpand")).isEqualTo(2);
    }
}
