package org.xpand.examples.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher gives to Java. */
class LauncherTest {
    @TempDir
    Path home;

    private static String output(ProcessBuilder command) throws IOException, InterruptedException {
        Process process = command.redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return text;
    }

    /** The options, as a Java that prints its arguments is given them. */
    private List<String> options() throws Exception {
        Path launcher = Files.createDirectories(home.resolve("bin")).resolve("xpand");
        Files.copy(Path.of("../bin/xpand"), launcher);
        Files.createFile(Files.createDirectories(home.resolve("lib")).resolve("xpand.jar"));
        Path java = Files.createDirectories(home.resolve("java/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        ProcessBuilder command = new ProcessBuilder("sh", launcher.toString(), "status");
        command.environment().put("JAVA_HOME", home.resolve("java").toString());
        command.environment().remove("XPAND_JAVA_OPTS");
        List<String> words = output(command).lines().toList();
        return words.subList(0, words.indexOf("-cp"));
    }

    @Test
    void noJavaWarnsOfAnOption() throws Exception {
        List<String> options = options();
        assertThat(options).containsSubsequence("-XX:+UnlockDiagnosticVMOptions", "-XX:-PrintWarnings", "-XX:PerfDataSamplingInterval=1000",
                "-XX:+PrintWarnings");
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(options);
        command.add("-version");
        assertThat(output(new ProcessBuilder(command))).contains("version").doesNotContain("warning");
    }
}
