package org.xpand.examples.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.examples.LeaveOptions;
import org.xpand.examples.NodeOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What rules over what, and what a wrong configuration is told. */
class ConfigurationTest {
    @TempDir
    Path folder;

    /** A command with a node's options and one of its own. */
    @Command(name = "test")
    @SuppressWarnings("UnusedVariable") // Read through the model of the command line.
    private static final class Job implements Runnable {
        @Mixin
        private NodeOptions node;
        @Mixin
        private LeaveOptions leave;
        @Option(names = "--group")
        private String group;

        @Override
        public void run() {
            // Only the options matter.
        }
    }

    private Path file(String... lines) throws IOException {
        return Files.write(folder.resolve("xpand.properties"), List.of(lines));
    }

    private Object option(Configuration configuration, String name, String... arguments) {
        CommandLine line = new CommandLine(new Job());
        line.setDefaultValueProvider(new ConfigurationDefaults(configuration));
        line.parseArgs(arguments);
        return line.getCommandSpec().findOption(name).getValue();
    }

    @Test
    void theEnvironmentRulesOverTheFileAndFlagsOverBoth() throws IOException {
        Path file = file("# a comment", "", "site = a", "wan-bind=0.0.0.0:7800", "strategy = tfmcc", "leave-seconds = 3");
        Configuration configuration = Configuration.read(Optional.of(file), Map.of("XPAND_STRATEGY", "mca", "XPAND_PORT", "x"));
        assertThat(option(configuration, "--site")).isEqualTo("a");
        assertThat(option(configuration, "--strategy")).isEqualTo("mca");
        assertThat(option(configuration, "--strategy", "--strategy", "tuf")).isEqualTo("tuf");
        assertThat(option(configuration, "--leave-seconds")).isEqualTo("3");
        assertThat(option(configuration, "--lan")).isNull();
        assertThat(option(configuration, "--group")).isNull();
    }

    @Test
    void flagsAndListsAndSettingsOfTheRateControlCanBeGiven() throws IOException {
        Configuration configuration = Configuration.read(Optional.of(file("site = a", "daemon = true", "seeds = b:1, c:2",
                "set.preset = paper", "strategy-dscp = mca=8", "group-dscp = board=46,film=10")), Map.of());
        assertThat(option(configuration, "--daemon")).isEqualTo(true);
        assertThat(option(configuration, "--seeds")).hasToString("[b:1, c:2]");
        assertThat(option(configuration, "--set")).isEqualTo(Map.of("preset", "paper"));
        assertThat(option(configuration, "--strategy-dscp")).isEqualTo("mca=8");
        assertThat(NodeSettings.GROUP_DSCP.read("", configuration.value("group-dscp").orElseThrow()).byName())
                .isEqualTo(Map.of("board", 46, "film", 10));
    }

    @Test
    void theFileIsNamedByAFlagOrAVariable() throws IOException {
        String name = file("site = a").toString();
        assertThat(Configuration.of(new String[] {"node", "--config", name}, Map.of()).value("site")).contains("a");
        assertThat(Configuration.of(new String[] {"node", "--config=" + name}, Map.of()).value("site")).contains("a");
        assertThat(Configuration.of(new String[] {"node"}, Map.of("XPAND_CONFIG", name)).value("site")).contains("a");
        assertThat(Configuration.of(new String[] {"node"}, Map.of()).value("site")).isEmpty();
        assertThatThrownBy(() -> Configuration.of(new String[] {"--config", "/none"}, Map.of()))
                .hasMessage("configuration file '/none' is not there; accepted is a file of text of at most 1000000 bytes");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "wan-bind = x          | :2: wan-bind 'x': accepted is HOST:PORT",
        "wan-bnid = a:1        | :2: 'wan-bnid' is no setting; accepted are site, name, wan-bind",
        "nothing               | :2: 'nothing': accepted is NAME = VALUE",
        "site = b              | :2: site is set in line 1 already",
        "lan = wifi            | :2: lan 'wifi': accepted is udp, tcp, local",
        "seeds = a:1,,b:2      | :2: seeds",
        "daemon = yes          | :2: daemon 'yes': accepted is true, false",
        "page = 70000          | :2: page '70000': accepted is [HOST:]PORT",
        "strategy-dscp = mca=64 | :2: strategy-dscp 'mca=64': accepted is STRATEGY=DSCP, separated by commas, with DSCP 0 to 63",
        "group-dscp = board=-1 | :2: group-dscp 'board=-1': accepted is GROUP=DSCP, separated by commas, with DSCP 0 to 63",
        "leave-seconds = -1    | :2: leave-seconds '-1': accepted is 0 to 86400 seconds",
        "strategy = best       | :2: strategy 'best': accepted is mca, tfmcc, tfrc, tuf"})
    void whatIsWrongIsReportedWithFileAndLineAndWhatIsAccepted(String line, String message) throws IOException {
        Path file = file("site = a", line);
        assertThatThrownBy(() -> Configuration.read(Optional.of(file), Map.of())).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(file + message);
    }

    @Test
    void aWrongVariableIsNamed() {
        assertThatThrownBy(() -> Configuration.read(Optional.empty(), Map.of("XPAND_WAN_BIND", "7800")))
                .hasMessageStartingWith("XPAND_WAN_BIND: wan-bind '7800': accepted is HOST:PORT");
    }

    @Test
    void everyOptionOfANodeIsASetting() {
        Set<String> options = new TreeSet<>();
        new CommandLine(new Job()).getCommandSpec().options().stream().filter(option -> !option.hidden())
                .filter(option -> !ConfigurationDefaults.isOf(option, Job.class)).forEach(option ->
                        options.add(option.longestName().substring(2)));
        options.removeAll(Set.of("config", "set"));
        assertThat(NodeSettings.all().stream().map(NodeSetting::name)).containsExactlyInAnyOrderElementsOf(options);
    }

    @Test
    void theExampleAndTheDocumentationAreRight() throws IOException {
        assertThat(Configuration.read(Optional.of(Path.of("../packaging/xpand.properties")), Map.of()).value("site"))
                .contains("jerusalem");
        StringBuilder rows = new StringBuilder();
        NodeSettings.all().forEach(setting -> rows.append("| `").append(setting.name()).append("` | `").append(setting.variable())
                .append("` | ").append(setting.meaning()).append(" | ").append(setting.accepted()).append(" | ")
                .append(setting.byDefault()).append(" |\n"));
        assertThat(Files.readString(Path.of("../docs/configuration.md"))).as("docs/configuration.md lacks:\n" + rows)
                .contains(rows);
    }
}
