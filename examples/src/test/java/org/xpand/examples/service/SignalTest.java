package org.xpand.examples.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xpand.examples.Xpand;

/** Processes of the command that are ended by SIGTERM. */
class SignalTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private Process start(Path output, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + File.separator + "bin"
                + File.separator + "java", "-Xmx128m", "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + folder, "-cp",
                System.getProperty("java.class.path"), Xpand.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile())
                .redirectInput(new File("/dev/null")).start();
    }

    private static void awaitText(Process process, Path output, String text) {
        await().atMost(PATIENCE).until(() -> Files.readString(output, StandardCharsets.UTF_8).contains(text)
                || !process.isAlive());
        assertThat(output).content().contains(text);
    }

    private static int terminate(Process process) throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Test
    void aDaemonWithoutInputRunsUntilItIsAskedToEnd() throws Exception {
        Path output = folder.resolve("daemon.txt");
        Process daemon = start(output, "daemon", "--site", "a", "--lan", "local", "--wan-bind", "127.105.5.1:7800");
        awaitText(daemon, output, "\"ready\"");
        assertThat(daemon.waitFor(300, TimeUnit.MILLISECONDS)).as("has ended of itself").isFalse();
        assertThat(terminate(daemon)).isZero();
        assertThat(output).content().doesNotContain("Exception");
    }

    @Test
    void aNodeThatIsAServiceRunsUntilItIsAskedToEnd() throws Exception {
        Path output = folder.resolve("node.txt");
        Process node = start(output, "node", "--site", "a", "--lan", "local", "--group", "g", "--service");
        awaitText(node, output, "g: 1 member in");
        assertThat(node.waitFor(300, TimeUnit.MILLISECONDS)).as("has ended of itself").isFalse();
        assertThat(terminate(node)).isZero();
        assertThat(output).content().doesNotContain("Exception");
    }

    @Test
    void aDemonstrationThatIsEndedLeavesNoProcessAndNoFile() throws Exception {
        Path output = folder.resolve("demo.txt");
        Process demo = start(output, "demo", "--sites", "2", "--members", "1", "--wan", "lan", "--size", "50000000");
        awaitText(demo, output, "starting 2 sites");
        await().atMost(PATIENCE).until(() -> demo.descendants().findAny().isPresent() || !demo.isAlive());
        List<ProcessHandle> children = demo.descendants().toList();
        terminate(demo);
        assertThat(children).isNotEmpty();
        await().atMost(PATIENCE).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.filter(each -> each.getFileName().toString().startsWith("xpand-demo"))).isEmpty();
        }
    }
}
