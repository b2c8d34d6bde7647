package org.xpand.examples.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a node would refuse is found in its configuration, all of it, with file and line. */
class NodeAssemblyTest {
    @TempDir
    Path folder;

    private Path file(String... lines) throws IOException {
        return Files.write(folder.resolve("xpand.properties"), List.of(lines));
    }

    private static List<String> errors(Path file, boolean daemon, Map<String, String> environment) {
        Configuration configuration = Configuration.look(Optional.of(file), environment);
        SettingOptions given = new SettingOptions(NodeSettings.all());
        given.complete(configuration);
        List<String> errors = new ArrayList<>(configuration.errors());
        errors.addAll(new NodeAssembly(given, configuration.strategySettings(), daemon).errors());
        return errors;
    }

    private static List<String> errors(Path file) {
        return errors(file, false, Map.of());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "lan = tcp                      | :2: lan 'tcp': lan-bind (--lan-bind) is missing; accepted is HOST:PORT",
        "lan-multicast = 10.0.0.1:4     | :2: lan-multicast: LAN multicast address '10.0.0.1': accepted are 224.0.0.0",
        "key = /nosuch                  | :2: key: key file '/nosuch': accepted is a file",
        "policy = /nosuch               | :2: policy: policy file '/nosuch': accepted is a file",
        "event-log = /nosuch/x          | :2: event-log '/nosuch/x': accepted is a file that can be written",
        "event-log = /                  | :2: event-log '/': accepted is a file that can be written",
        "daemon = true                  | :2: daemon: wan-bind (--wan-bind) is missing; accepted is HOST:PORT",
        "set.nosuch = 1                 | :2: set.nosuch: setting 'nosuch'",
        "set.preset = worst             | :2: set.preset: ",
        "retention = 0.0000000001       | :2: retention: ",
        "silence = 0x1p0                | :2: silence '0x1p0': accepted is 0.5 to 60 seconds"})
    void whatTheCommandRefusesIsReportedWithFileAndLine(String line, String message) throws IOException {
        Path file = file("site = a", line);
        assertThat(errors(file)).hasSize(1).first().asString().startsWith(file + message);
    }

    @Test
    void allErrorsAreReported() throws IOException {
        Path file = file("lan = tcp", "wan-bind = x", "silence = 1.5f", "nothing", "found-after-seconds = 1",
                "join-within-seconds = 1", "daemon = true");
        assertThat(errors(file)).hasSize(6).allMatch(each -> each.startsWith(file.toString()))
                .anyMatch(each -> each.contains(":1: lan 'tcp'")).anyMatch(each -> each.contains(":2: wan-bind"))
                .anyMatch(each -> each.contains(":5: found-after-seconds and " + file + ":6: join-within-seconds: accepted is one of them"))
                .anyMatch(each -> each.contains(": site (--site) is missing"));
    }

    @Test
    void aSiteIsNeededAndADaemonNeedsAnAddress() throws IOException {
        Path file = file();
        assertThat(errors(file)).containsExactly(file + ": site (--site) is missing; accepted is " + NodeSettings.SITE.accepted());
        assertThat(errors(file, true, Map.of("XPAND_SITE", "a")))
                .containsExactly(file + ": of a daemon wan-bind (--wan-bind) is missing; accepted is HOST:PORT");
        assertThat(errors(file, true, Map.of("XPAND_SITE", "a", "XPAND_WAN_BIND", "127.0.0.1:7800"))).isEmpty();
        assertThat(errors(file, false, Map.of("XPAND_SITE", "a", "XPAND_LAN", "tcp"))).first().asString().startsWith("XPAND_LAN: lan 'tcp'");
    }

    @Test
    void keyAndPolicyAreReadAndNothingIsWritten() throws IOException {
        Path log = folder.resolve("events");
        Path policy = Files.writeString(folder.resolve("policy"), "allow all");
        Path file = file("site = a", "event-log = " + log, "policy = " + policy);
        assertThat(errors(file)).singleElement().asString().startsWith(file + ":3: policy: policy file '" + policy + "', line 1");
        Files.writeString(policy, "");
        assertThat(errors(file)).singleElement().asString().startsWith(file + ":3: policy: ").contains("without a key");
        assertThat(log).doesNotExist();
    }

    @Test
    void theTextIsUtf8WithOrWithoutAMark() throws IOException {
        Path file = folder.resolve("f");
        Files.writeString(file, "\ufeffsite = a\r\nname = \u00fc");
        assertThat(errors(file)).isEmpty();
        Files.write(file, "site = a\n\nname = \u00fc\nsilence = x\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(errors(file)).hasSize(2).first().isEqualTo(file + ":3: accepted is text in UTF-8");
    }

    @Test
    void whyAFileCannotBeReadIsSaidAndPipesAreRead() throws Exception {
        assertThatThrownBy(() -> errors(folder)).hasMessageContaining("is a folder; accepted");
        assertThatThrownBy(() -> errors(folder.resolve("none"))).hasMessageContaining("is not there; accepted");
        Path file = Files.write(folder.resolve("long"), new byte[1_000_001]);
        assertThatThrownBy(() -> errors(file)).hasMessageContaining("is too long; accepted");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        if (!Files.isReadable(file)) {
            assertThatThrownBy(() -> errors(file)).hasMessageContaining("may not be read by this user; accepted");
        }
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        Process writer = new ProcessBuilder("sh", "-c", "echo site = a > '" + pipe + "'").start();
        assertThat(errors(pipe)).isEmpty();
        assertThat(writer.waitFor()).isZero();
    }
}
