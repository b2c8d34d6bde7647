package org.xpand.examples.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The units of systemd, and the example files that go with them. */
class UnitsTest {
    private static final Path PACKAGING = Path.of("../packaging");

    private static Configuration example(String name) {
        return Configuration.read(Optional.of(PACKAGING.resolve(name)), Map.of());
    }

    private static List<String> errors(Configuration configuration, boolean daemon) {
        SettingOptions given = new SettingOptions(NodeSettings.all());
        given.complete(configuration);
        return new NodeAssembly(given, configuration.strategySettings(), daemon).errors();
    }

    private static List<String> unit(String name) throws Exception {
        return Files.readAllLines(PACKAGING.resolve("systemd").resolve(name));
    }

    @Test
    void wrongUseIsNotTriedAgainAndNoFailureIsHidden() throws Exception {
        for (String name : List.of("xpand-daemon.service", "xpand-node@.service")) {
            assertThat(unit(name)).contains("Restart=on-failure", "RestartPreventExitStatus=2").noneMatch(line ->
                    line.startsWith("SuccessExitStatus") || line.startsWith("ExecStartPre"));
        }
    }

    @Test
    void processesOfAMachineHaveFilesOfTheirOwn() throws Exception {
        assertThat(unit("xpand-daemon.service")).anyMatch(line -> line.endsWith("xpand daemon --config /etc/xpand/xpand.properties"));
        assertThat(unit("xpand-node@.service")).anyMatch(line -> line.contains("xpand node --config /etc/xpand/node-%i.properties"));
        Configuration daemon = example("xpand.properties");
        Configuration node = example("xpand-node.properties");
        assertThat(errors(daemon, true)).isEmpty();
        assertThat(errors(node, false)).isEmpty();
        Set<String> both = new TreeSet<>(daemon.values().keySet());
        both.retainAll(node.values().keySet());
        assertThat(both).doesNotContain("name", "page", "lan-bind", "wan-bind", "advertise", "event-log");
    }
}
