package org.xpand.testbed.row;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.xpand.simulator.WanProfile;
import org.xpand.testbed.bed.Link;
import org.xpand.testbed.bed.Topology;

/** The Xpand paper's six sites, as the simulator has them. */
final class PaperSites {
    private static final String FILE = "/org/xpand/simulator/wan/ron.json";
    private static final int FULL_PACKET = 1500;
    private static final JsonNode PROFILE = read();

    private PaperSites() {
    }

    private static JsonNode read() {
        try (InputStream text = WanProfile.class.getResourceAsStream(FILE)) {
            return new ObjectMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> names() {
        List<String> names = new ArrayList<>();
        PROFILE.path("sites").forEach(name -> names.add(name.asText()));
        return names;
    }

    /** A link {@code FROM>TO} for each pair and direction. */
    static Topology topology() {
        Topology topology = new Topology();
        names().forEach(topology::site);
        Link all = Link.perfect().rate(PROFILE.path("default").path("rateMbps").asDouble())
                .queueBytes(PROFILE.path("default").path("queuePackets").asLong() * FULL_PACKET);
        for (JsonNode link : PROFILE.path("links")) {
            String from = link.path("from").asText();
            String to = link.path("to").asText();
            String name = from + ">" + to;
            topology.link(name, all.delayMillis(link.path("delayMs").asDouble()).loss(link.path("lossPercent").asDouble() / 100))
                    .route(from, to, name);
        }
        return topology;
    }
}
