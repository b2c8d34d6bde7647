package org.xpand.examples.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The schema is what the settings declare, and refuses nothing that is accepted. */
class ConfigurationSchemaTest {
    /** Of each setting values of all forms. */
    private static final Map<String, List<String>> ACCEPTED = new TreeMap<>(Map.ofEntries(Map.entry("site", List.of("a", "7.a-b_c")),
            Map.entry("name", List.of("m 1")), Map.entry("wan-bind", List.of("0.0.0.0:7800", "[::1]:1", "host.example:65535")),
            Map.entry("advertise", List.of("host:1")), Map.entry("seeds", List.of("a:1", "a:1, b:2", "[::1]:1,b:2")),
            Map.entry("lan", List.of("udp", "tcp", "local")), Map.entry("lan-bind", List.of("192.0.2.1", "a:1")),
            Map.entry("lan-peers", List.of("a:1,b:2")), Map.entry("lan-multicast", List.of("239.1.1.1:7")),
            Map.entry("strategy", List.of("mca", "tfmcc", "tfrc", "tuf")), Map.entry("key", List.of("/etc/xpand/key")),
            Map.entry("policy", List.of("p")), Map.entry("daemon", List.of("true", "false")),
            Map.entry("found-after-seconds", List.of("0.1", "3600", "1e2")), Map.entry("join-within-seconds", List.of("5")),
            Map.entry("page", List.of("7780", "0", "0.0.0.0:7780", "[::]:1")), Map.entry("silence", List.of("0.5", "60")),
            Map.entry("site-silence", List.of("0.3")), Map.entry("retention", List.of("60", "60,1000000")),
            Map.entry("slow-members", List.of("wait", "gap,5", "expel,10")), Map.entry("minimum-rate", List.of("0", "1000000")),
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
