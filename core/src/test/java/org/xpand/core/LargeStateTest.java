package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The memory that a state's transfer needs does not depend on the state's size: a process of its own with a small heap. */
@Execution(ExecutionMode.CONCURRENT)
class LargeStateTest {
    private static final long BYTES = 100_000_000;

    @Test
    void aStateOfTwiceTheHeapIsGivenAndTaken() throws Exception {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx48m",
                "-XX:+UseSerialGC", "-Djava.net.preferIPv4Stack=true", "-cp", System.getProperty("java.class.path"),
                LargeState.class.getName(), Long.toString(BYTES)).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String sum = output.replaceFirst("(?s).*given " + BYTES + " ", "").lines().findFirst().orElse("");
        assertThat(output).contains("taken " + BYTES + " " + sum).doesNotContain("OutOfMemory");
        assertThat(sum).matches("[0-9a-f]{1,8}");
    }
}
