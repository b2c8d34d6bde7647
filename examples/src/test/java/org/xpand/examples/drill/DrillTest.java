package org.xpand.examples.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xpand.core.KeyFile;
import org.xpand.examples.Json;
import org.xpand.examples.process.Signals;
import org.xpand.protocols.keys.SharedKey;
import picocli.CommandLine;

/** Who sits where, what a signal does, and a drill without a fault in real processes. */
@ResourceLock(Resources.SYSTEM_OUT)
class DrillTest {
    @ParameterizedTest
    @EnumSource(Fault.class)
    void everyFaultIsReadAsItIsWritten(Fault fault) {
        assertThat(Fault.parse(fault.text())).isEqualTo(fault);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void theHelpNamesEveryFault(Fault fault) {
        assertThat(new CommandLine(new DrillCommand()).getUsageMessage().replaceAll("\\s+", " ")).contains(
                " " + fault.text());
    }

    private static List<ProcessPlace> loads(Fault fault, boolean daemons, boolean delegateSends) {
        return ProcessPlace.plan(fault, 2, daemons, delegateSends).stream().filter(ProcessPlace::sends).toList();
    }

    @Test
    void theSenderIsNotTheDelegateUnlessAskedTo() {
        assertThat(loads(Fault.KILL_SENDER_DELEGATE, false, false)).extracting(ProcessPlace::member).containsExactly(1, 1, 1);
        assertThat(loads(Fault.KILL_SENDER_DELEGATE, false, true)).extracting(ProcessPlace::member).containsExactly(0, 0, 0);
        assertThat(loads(Fault.KILL_SENDER_DELEGATE, true, false)).extracting(ProcessPlace::member).containsExactly(2, 2, 2);
    }

    @Test
    void theSiteOfAFaultAtAReceiverDoesNotSend() {
        assertThat(loads(Fault.STOP_RECEIVER_DELEGATE, false, false)).extracting(ProcessPlace::site).containsExactly(0, 1);
        assertThat(ProcessPlace.victimSite(Fault.STOP_RECEIVER_DELEGATE)).isEqualTo(2);
        assertThat(ProcessPlace.victimSite(Fault.STOP_SENDER_DELEGATE)).isZero();
        assertThat(ProcessPlace.victimSite(Fault.LOSS)).isEqualTo(-1);
    }

    @Test
    void aDaemonIsTheFirstOfItsSiteAndNoMember() {
        List<ProcessPlace> places = ProcessPlace.plan(Fault.NONE, 2, true, false);
        assertThat(places).hasSize(9);
        assertThat(places.stream().filter(place -> !place.receives())).extracting(ProcessPlace::member).containsExactly(0, 0, 0);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aStoppedProcessStandsStillAndAResumedOneRuns() throws Exception {
        Signals.requireAvailable();
        Process sleeper = new ProcessBuilder("sleep", "60").start();
        try {
            Signals.stop(sleeper.pid());
            // A signal takes effect a moment after it was sent.
            await().atMost(Duration.ofSeconds(10)).until(() -> state(sleeper).equals("T"));
            Signals.resume(sleeper.pid());
            await().atMost(Duration.ofSeconds(10)).until(() -> !state(sleeper).equals("T"));
        } finally {
            sleeper.destroyForcibly().waitFor();
        }
        assertThatThrownBy(() -> Signals.stop(sleeper.pid())).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("kill -STOP");
    }

    @Test
    void aKeyIsChangedInThreeStepsAtEachSite(@TempDir Path folder) throws IOException {
        Path given = folder.resolve("given");
        KeyFile.create(given);
        DrillKeys keys = new DrillKeys(folder, Optional.of(given), true);
        SharedKey old = KeyFile.read(given);
        keys.change(1, DrillKeys.Step.ADD);
        assertThat(marks(keys, 1)).hasSize(2).startsWith(old.mark());
        assertThat(marks(keys, 0)).as("the others' files").containsExactly(old.mark());
        keys.change(1, DrillKeys.Step.USE);
        assertThat(marks(keys, 1)).hasSize(2).endsWith(old.mark());
        keys.change(1, DrillKeys.Step.DROP);
        assertThat(marks(keys, 1)).hasSize(1).doesNotContain(old.mark());
        assertThat(KeyFile.read(given).mark()).as("the file that was given").isEqualTo(old.mark());
        assertThat(new DrillKeys(folder, Optional.empty(), false).file(0)).isEmpty();
    }

    private static List<String> marks(DrillKeys keys, int site) {
        return KeyFile.bundle(keys.file(site).orElseThrow()).keys().stream().map(SharedKey::mark).toList();
    }

    private static String state(Process process) throws Exception {
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
    }

    @Test
    void withoutAFaultNothingIsLostWithAKey(@TempDir Path folder) throws IOException {
        Path key = folder.resolve("key");
        KeyFile.create(key);
        PrintStream before = System.out;
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setOut(new PrintStream(captured, true, StandardCharsets.UTF_8));
        int code;
        try {
            code = new CommandLine(new DrillCommand()).execute("--fault", "none", "--seconds", "3", "--before", "1",
                    "--processes", "1", "--rate", "200", "--json", "--key", key.toString());
        } finally {
            System.setOut(before);
        }
        String printed = captured.toString(StandardCharsets.UTF_8);
        assertThat(code).as(printed).isZero();
        ObjectNode fault = Json.parse(printed);
        assertThat(fault.path("fault").asText()).isEqualTo("none");
        assertThat(fault.path("lost").asLong(-1)).isZero();
        assertThat(fault.path("pairs")).hasSize(9);
        assertThat(fault.path("silenceBetweenOthersSeconds").asDouble()).isBetween(0.001, 3.0);
    }
}
