package org.xpand.examples.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The schema is what the settings declare, and refuses nothing that is accepted. */
class ConfigurationSchemaTest {
    /** Of each setting values of all forms. */
    private static final Map<String, List<String>> ACCEPTED = new TreeMap<>(Map.ofEntries(Map.entry("site", List.of("a", "7.a-b_c")),
            Map.entry("name", List.of("m 1")), Map.entry("wan-bind", List.of("0.0.0.0:7800", "[::1]:1", "host.example:65535")),
            Map.entry("advertise", List.of("host:1")), Map.entry("seeds", List.of("a:1", "a:1 , b:2", "[::1]:1,b:2")),
            Map.entry("lan", List.of("udp", "tcp", "local")), Map.entry("lan-bind", List.of("192.0.2.1", "a:1")),
            Map.entry("lan-peers", List.of("a:1,b:2")), Map.entry("lan-multicast", List.of("239.1.1.1:7")),
            Map.entry("lan-datagrams", List.of("true", "false")),
            Map.entry("strategy", List.of("mca", "tfmcc", "tfrc", "tuf")), Map.entry("key", List.of("/etc/xpand/key")),
            Map.entry("policy", List.of("p")), Map.entry("daemon", List.of("true", "false")),
            Map.entry("found-after-seconds", List.of("0.1", ".15", "0010", "3600.0", "59.99")), Map.entry("join-within-seconds", List.of("5")),
            Map.entry("page", List.of("7780", "0", "0.0.0.0:7780", "[::]:1")), Map.entry("silence", List.of("0.5", "0.75", "1", "59.999", "60")),
            Map.entry("site-silence", List.of("0.3")), Map.entry("retention", List.of("60", "0.001", "60, 1000000", "86400,1073741824")),
            Map.entry("slow-members", List.of("wait", "gap,5", "expel , 0.5")), Map.entry("minimum-rate", List.of("0", "1000000", "1e6", "0.5")),
            Map.entry("direct-copies", List.of("0", "32", "1000")),
            Map.entry("strategy-dscp", List.of("mca=1", "tfrc=63, tuf=0")), Map.entry("group-dscp", List.of("board=46", "7.a-b_c=08 , x=0")),
            Map.entry("busy-polling", List.of("true", "false")),
            Map.entry("event-log", List.of("/var/log/x")), Map.entry("leave-seconds", List.of("0", "86400"))));

    @Test
    void whatIsAcceptedFitsTheSchemaAndWhatIsPlainlyWrongDoesNot() {
        JsonNode properties = ConfigurationSchema.schema().path("properties");
        assertThat(ACCEPTED.keySet()).containsExactlyInAnyOrderElementsOf(
                NodeSettings.all().stream().map(NodeSetting::name).toList());
        ACCEPTED.forEach((name, values) -> values.forEach(value -> {
            NodeSettings.of(name).orElseThrow().read("here", value);
            assertThat(value).as(name).matches(properties.path(name).path("pattern").asText());
        }));
        for (NodeSetting<?> setting : NodeSettings.all()) {
            assertThat("").as(setting.name()).doesNotMatch(properties.path(setting.name()).path("pattern").asText());
        }
        assertThat("wifi").doesNotMatch(properties.path("lan").path("pattern").asText());
        assertThat("a:1,,b:2").doesNotMatch(properties.path("seeds").path("pattern").asText());
        assertThat("yes").doesNotMatch(properties.path("daemon").path("pattern").asText());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"silence|3000", "silence|60.1", "silence|0.49", "silence|1.5f", "silence|0x1p0", "silence|NaN",
        "slow-members|gap,0", "slow-members|gap,0.0", "minimum-rate|-0", "minimum-rate|1d",
        "direct-copies|1001", "leave-seconds|+5", "leave-seconds|86401",
        "leave-seconds|\u0665", "retention|60,1000", "retention|0", "page|70000", "wan-bind|a:0", "wan-bind|a:65536",
        "found-after-seconds|1e2",
        "strategy-dscp|mca=64", "strategy-dscp|mca=+1", "strategy-dscp|none=1", "strategy-dscp|mca", "group-dscp|board=-1", "group-dscp|a b=1",
        "group-dscp|board=ef", "group-dscp|a=1,", "group-dscp|=1"})
    void numbersOutOfRangeOrOnlyForJavaAreRefusedByBoth(String name, String value) {
        assertThat(value).doesNotMatch(ConfigurationSchema.schema().path("properties").path(name).path("pattern").asText());
        assertThatThrownBy(() -> NodeSettings.of(name).orElseThrow().read("here", value)).hasMessageStartingWith("here '" + value + "': accepted");
    }

    @Test
    void aPatternOfWholeNumbersHasThoseAndNoOthers() {
        for (long[] range : new long[][] {{0, 0}, {1, 9}, {3, 7}, {0, 65}, {17, 23}, {95, 105}, {99, 1000}, {8, 1234}}) {
            String pattern = Patterns.whole(range[0], range[1]);
            for (int number = 0; number < 2000; number++) {
                assertThat(Integer.toString(number).matches(pattern)).as(number + " " + pattern)
                        .isEqualTo(number >= range[0] && number <= range[1]);
            }
        }
    }

    @Test
    void theFileIsWhatTheSettingsDeclare() throws Exception {
        String schema = ConfigurationSchema.schema().toPrettyString() + "\n";
        assertThat(Files.readString(Path.of("../packaging/xpand.schema.json"))).as("make it with xpand config schema").isEqualTo(schema);
    }

    @Test
    void theExampleFitsTheSchema() throws Exception {
        Configuration example = Configuration.read(Optional.of(Path.of("../packaging/xpand.properties")), Map.of());
        JsonNode schema = ConfigurationSchema.schema();
        example.values().forEach((name, value) -> assertThat(value).as(name)
                .matches(schema.path("properties").path(name).path("pattern").asText()));
    }
}
