package org.xpand.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is started is waited for, killed and started again; here a launcher that says the same at once. */
class StartCommandTest {
    @Test
    void printsMedianAndRangeOfEachAndLeavesNoProcess(@TempDir Path folder) throws Exception {
        Path pids = folder.resolve("pids");
        Path launcher = Files.write(folder.resolve("xpand"), List.of("#!/bin/sh", "echo $$ >>" + pids,
                "case $1 in demo) echo '  0.1 s  first delivery, at a/m1' ;; *) echo '{\"type\":\"ready\"}'; exec sleep 60 ;; esac"));
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            assertThat(Comparison.run("start", "--xpand", launcher.toString(), "--runs", "2")).isZero();
        } finally {
            System.setOut(before);
        }
        assertThat(out.toString(StandardCharsets.UTF_8).lines()).hasSize(5).anyMatch(line ->
                line.matches("\\| a killed delegate is ready again \\| [0-9.]+ \\| [0-9.]+ \\| [0-9.]+ \\|"));
        List<String> started = Files.readAllLines(pids);
        assertThat(started).as("one demonstration more than runs, and three delegates in each").hasSize(3 + 2 * 3);
        assertThat(started).noneMatch(pid -> ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive).isPresent());
    }

    @Test
    void wrongUseIsRefused() {
        assertThat(Comparison.run("start", "--runs", "0")).isEqualTo(2);
    }
}
