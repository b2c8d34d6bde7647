package org.xpand.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.simulator.LinkFields;

/** The schema knows the fields that the reader accepts, and no others. */
class ScenarioSchemaTest {
    private final JsonNode schema;

    ScenarioSchemaTest() throws Exception {
        schema = new ObjectMapper().readTree(Path.of("../../docs/scenario.schema.json").toFile());
    }

    private void fields(String pointer, Set<String> accepted) {
        List<String> names = new ArrayList<>();
        schema.at(pointer).fieldNames().forEachRemaining(names::add);
        assertThat(names).as(pointer).containsExactlyInAnyOrderElementsOf(accepted);
    }

    private void record(String pointer, Class<?> type) {
        fields(pointer + "/properties", RecordReader.names(type));
        for (RecordComponent component : type.getRecordComponents()) {
            if (component.getType().isRecord()) {
                record(pointer + "/properties/" + component.getName(), component.getType());
            }
        }
    }

    @Test
    void settingsOfSitesAreTheSame() {
        record("/properties/sites/properties/overlay", OverlayConfig.class);
        record("/properties/sites/properties/relay", RelayConfig.class);
    }

    @Test
    void fieldsAreTheSame() {
        fields("/properties", ScenarioReader.FIELDS);
        fields("/$defs/link", LinkFields.NAMES);
        fields("/$defs/link/red/anyOf/0/properties", LinkFields.RED_NAMES);
        fields("/properties/linkDefault/properties", LinkFields.NAMES);
        fields("/properties/links/items/properties", TopologyReader.LINK_NAMES);
        fields("/properties/changes/items/properties", TopologyReader.CHANGE_NAMES);
        fields("/properties/tcp/items/properties", TrafficReader.TCP_NAMES);
        fields("/properties/udp/items/properties", TrafficReader.UDP_NAMES);
        fields("/$defs/periods/properties", TrafficReader.PERIOD_NAMES);
        fields("/properties/sites/properties", SitesReader.SITES_NAMES);
        fields("/$defs/senders/items/properties", GroupReader.SENDER_NAMES);
        fields("/properties/sites/properties/groups/items/properties", GroupReader.GROUP_NAMES);
        fields("/properties/sites/properties/faults/items/properties", SitesReader.FAULT_NAMES);
        fields("/properties/sessions/items/properties", SessionReader.SESSION_NAMES);
        fields("/properties/sessions/items/properties/receivers/items/properties", SessionReader.RECEIVER_NAMES);
        fields("/properties/sessions/items/properties/demand/anyOf/1/properties", SessionReader.DEMAND_NAMES);
    }
}
