package org.xpand.examples.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.core.NodeBuilder;
import org.xpand.core.XpandNode;
import org.xpand.examples.LeaveOptions;
import org.xpand.examples.NodeOptions;
import org.xpand.protocols.api.SlowMemberPolicy;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The declaration of a node's settings, and that options, help and builder agree with it. */
class NodeSettingsTest {
    /** A command with a node's options. */
    @Command(name = "test")
    private static final class Job implements Runnable {
        @Mixin
        private NodeOptions node;
        @Mixin
        @SuppressWarnings("UnusedVariable") // Read through the model of the command line.
        private LeaveOptions leave;

        @Override
        public void run() {
            // Only the options matter.
        }
    }

    private static void build(String... arguments) {
        Job job = new Job();
        new CommandLine(job).parseArgs(arguments);
        job.node.builder();
    }

    @Test
    void whatIsAcceptedIsAcceptedByTheBuilderToo() {
        build("--site", "a", "--silence", "0.5", "--site-silence", "0.3", "--retention", "1", "--slow-members", "gap", "--minimum-rate", "0",
                "--found-after-seconds", "0.1");
        build("--site", "a", "--silence", "60", "--site-silence", "10", "--retention", "86400,65536", "--slow-members", "wait,0.5",
                "--minimum-rate", "1e6", "--direct-copies", "0", "--join-within-seconds", "3600", "--seeds", "b:1,c:2", "--seeds", "d:3");
        build("--site", "a", "--retention", "1," + NodeBuilder.MOST_RETENTION);
        build("--site", "a", "--strategy-dscp", "mca=0,tuf=63", "--group-dscp", "board=0, film=63");
    }

    @Test
    void whatIsNotAcceptedIsNamedWithOptionValueAndWhatIs() {
        for (Map.Entry<String, List<String>> wrong : Map.of(
                "silence", List.of("0.4", "61", "x", "NaN", "1e300"),
                "site-silence", List.of("0.2", "11", ""),
                "retention", List.of("0", "60,1000", "60,", "1,2,3", "x"),
                "slow-members", List.of("kill", "gap,0", "gap,1,2", "gap,x"),
                "found-after-seconds", List.of("0", "3601"),
                "leave-seconds", List.of("86401", "1.5"),
                "strategy-dscp", List.of("mca=64", "best=1", "mca", "mca=1=2"),
                "group-dscp", List.of("board=64", "board=x", "-=1", "board=1,board=2"),
                "minimum-rate", List.of("-1", "NaN", "x"), "direct-copies", List.of("-1", "1001", "x")).entrySet()) {
            NodeSetting<?> setting = NodeSettings.of(wrong.getKey()).orElseThrow();
            for (String value : wrong.getValue()) {
                assertThatIllegalArgumentException().as("%s %s", wrong.getKey(), value).isThrownBy(() -> setting.read("here", value))
                        .withMessageStartingWith("here '" + value + "': accepted is " + setting.accepted());
                assertThatThrownBy(() -> build("--site", "a", setting.option() + "=" + value)).isInstanceOf(CommandLine.ParameterException.class)
                        .hasMessageStartingWith(setting.option() + " '" + value + "': accepted is " + setting.accepted());
            }
        }
    }

    @Test
    void defaultsAreValuesThatAreAccepted() {
        for (NodeSetting<?> setting : NodeSettings.all()) {
            if (!setting.byDefault().isEmpty()) {
                assertThat(setting.read("default", setting.byDefault())).as(setting.name()).isNotNull();
            }
        }
        assertThat(NodeSettings.SILENCE.byDefault()).isEqualTo("1.2");
        assertThat(NodeSettings.SLOW_MEMBERS.byDefault()).isEqualTo("expel,10");
        assertThat(NodeSettings.SLOW_MEMBERS.read("", "gap")).isEqualTo(new SlowMemberSetting(SlowMemberPolicy.GAP, Duration.ofSeconds(10)));
    }

    @Test
    void theHelpSaysMeaningAcceptedValuesAndDefault() {
        String help = new CommandLine(new Job()).getUsageMessage().replaceAll("\\s+", " ");
        for (NodeSetting<?> setting : NodeSettings.all()) {
            assertThat(help).contains(setting.option(), setting.help().replaceAll("\\s+", " "));
        }
    }

    @Test
    void theBuilderRefusesWhatMakesNoSense() {
        assertThatThrownBy(() -> XpandNode.builder().siteSilence(Duration.ofMillis(299))).hasMessageContaining("0.3 s to 10.0 s");
        assertThatThrownBy(() -> XpandNode.builder().retention(Duration.ZERO)).hasMessageContaining("more than 0 s");
        assertThatThrownBy(() -> XpandNode.builder().retention(Duration.ofSeconds(1), 1000)).hasMessageContaining("65536");
        assertThat(XpandNode.builder().retention(Duration.ofSeconds(1), 65536)).isNotNull();
    }
}
