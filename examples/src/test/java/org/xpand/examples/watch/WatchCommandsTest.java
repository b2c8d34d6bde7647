package org.xpand.examples.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.xpand.examples.Json;
import org.xpand.examples.page.PageAddress;
import org.xpand.examples.page.PageServer;
import org.xpand.examples.page.Scene;
import picocli.CommandLine;

/** The commands that look at a running node, and the files by which they find it. */
@ResourceLock(Resources.SYSTEM_OUT)
class WatchCommandsTest {
    @TempDir
    Path folder;
    private PageServer server;

    @BeforeEach
    void serve() throws Exception {
        Scene scene = new Scene();
        String overview = "{\"site\":\"a\",\"name\":\"m1\",\"delegate\":true,\"sites\":[{\"name\":\"a\",\"members\":2}],\"links\":"
                + "[{\"from\":\"a\",\"to\":\"b\",\"rttMs\":12.5}],\"groups\":[{\"name\":\"g\",\"strategy\":\"tfrc\",\"source\":"
                + "{\"allowedBitPerSecond\":5000,\"limitingSite\":\"b\",\"limitedMs\":0,\"staleSamples\":17}},"
                + "{\"name\":\"h\",\"strategy\":\"tfrc\",\"source\":{\"allowedBitPerSecond\":7000,\"reason\":\"GROWTH\","
                + "\"reasonText\":\"rising\"}}]}";
        scene.view("a/m1", Json.parse(overview), 1000);
        server = new PageServer(PageAddress.parse("--page", "0"), scene, Optional.empty(), Optional.empty(), watched -> true,
                () -> 4000);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private String run(Callable<Integer> command, String... more) {
        PrintStream console = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            String[] arguments = new String[more.length + 2];
            arguments[0] = "--at";
            arguments[1] = server.url();
            System.arraycopy(more, 0, arguments, 2, more.length);
            assertThat(new CommandLine(command).execute(arguments)).isZero();
        } finally {
            System.setOut(console);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void statusTopAndDiagnoseShowWhatTheNodeSees() {
        assertThat(run(new StatusCommand())).contains("a/m1, delegate").contains("to b").contains("12.5 ms")
                .contains("may send 5.00 kbit/s, limited by b for 3 s").contains("not used because the delegate had paused: 17")
                .contains("may send 7.00 kbit/s, rising");
        assertThat(Json.parse(run(new StatusCommand(), "--json")).path("views").path(0).path("site").asText()).isEqualTo("a");
        assertThat(run(new TopCommand(), "--times", "1")).contains("group g, tfrc");
        assertThat(run(new DiagnoseCommand())).contains("nothing limits site a");
        assertThat(Json.parse(run(new DiagnoseCommand(), "--json")).path("findings").path(0).path("kind").asText())
                .isEqualTo("NOTHING");
    }

    @Test
    void topIsPlainWithoutATerminalAndEndsWithItsReader() {
        assertThat(run(new TopCommand(), "--times", "1")).doesNotContain("\u001b").contains("group g, tfrc");
        assertThat(TopCommand.text(List.of("a", "b"), false, 2)).isEqualTo("\na\nb\n");
        assertThat(TopCommand.text(List.of("a"), true, 1)).startsWith("\u001b[2J\u001b[H").endsWith("\u001b[K\n\u001b[J");
        PrintStream console = System.out;
        System.setOut(new PrintStream(new OutputStream() {
            @Override
            public void write(int each) throws IOException {
                throw new IOException("nobody reads");
            }
        }));
        try {
            assertTimeoutPreemptively(Duration.ofSeconds(20), () ->
                    assertThat(new CommandLine(new TopCommand()).execute("--at", server.url())).isZero());
        } finally {
            System.setOut(console);
        }
    }

    @Test
    void nodesAreFoundByTheirFilesAsLongAsTheyRun() throws Exception {
        Path sub = folder.resolve("run");
        Path file = RunningNodes.add(sub, "a", "m1", "http://127.0.0.1:1/", "secret");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(sub))).isEqualTo("rwx------");
        Files.writeString(sub.resolve("dead.json"), "{\"pid\":999999999,\"site\":\"x\"}");
        assertThat(RunningNodes.all(sub)).containsExactly(
                new RunningNodes.Entry("a", "m1", ProcessHandle.current().pid(), "http://127.0.0.1:1/", "secret"));
        assertThat(sub.resolve("dead.json")).doesNotExist();
        RunningNodes.remove(file);
        assertThat(RunningNodes.all(sub)).isEmpty();
        assertThat(RunningNodes.all(folder.resolve("none"))).isEmpty();
    }

    @Test
    void aNodeWhoseFolderCannotBeWrittenGoesOnAndSaysSo() throws Exception {
        Path noFolder = Files.createFile(folder.resolve("file")).resolve("run");
        ByteArrayOutputStream warnings = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(warnings, true, StandardCharsets.UTF_8);
        assertThat(RunningNodes.enter(noFolder, "a", "m1", "http://127.0.0.1:1/", "secret", out)).isEmpty();
        assertThat(warnings.toString(StandardCharsets.UTF_8)).hasLineCount(1)
                .contains("XPAND_RUN_DIR " + noFolder, "accepted is a folder that this user can write");
    }
}
