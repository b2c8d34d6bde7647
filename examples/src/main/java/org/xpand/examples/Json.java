package org.xpand.examples;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.xpand.core.GroupStats;
import org.xpand.core.NodeEvent;

/** The JSON lines that commands print for programs. */
public final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {
    }

    /** Returns an object of this type, to be filled and printed. */
    public static ObjectNode object(String type) {
        return MAPPER.createObjectNode().put("type", type);
    }

    /** Prints the object as one line. */
    public static synchronized void print(ObjectNode object) {
        System.out.println(object);
        System.out.flush();
    }

    /** Parses a line; returns null if it is not a JSON object. */
    public static ObjectNode parse(String line) {
        try {
            return MAPPER.readTree(line) instanceof ObjectNode object ? object : null;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    /** Returns an event of a node, with the current time. */
    public static ObjectNode event(NodeEvent event) {
        return object("event").put("time", Instant.now().toString()).put("kind", event.kind().toString())
                .put("text", event.text());
    }

    /** Returns statistics of a group. Rates in bit/s, times in ms. */
    public static ObjectNode stats(String site, String name, GroupStats stats) {
        ObjectNode object = object("stats").put("site", site).put("name", name).put("group", stats.group())
                .put("strategy", stats.strategy()).put("messagesSent", stats.messagesSent())
                .put("bytesSent", stats.bytesSent()).put("messagesDelivered", stats.messagesDelivered())
                .put("bytesDelivered", stats.bytesDelivered()).put("unstableMessages", stats.unstableMessages())
                .put("reason", stats.reason().name()).put("delegate", stats.delegate());
        if (stats.delegate()) {
            object.put("allowedBitPerSecond", stats.allowedBitPerSecond()).put("slowStart", stats.slowStart())
                    .put("limitingSite", stats.limitingSite().orElse(null)).put("packetsSent", stats.packetsSent())
                    .put("staleSamples", stats.staleSamples()).put("repairSegments", stats.repairSegments())
                    .put("backlogSegments", stats.backlogSegments());
            stats.redundancy().ifPresent(redundancy -> object.put("redundancyPackets", redundancy.packetsSent())
                    .put("redundancyBytes", redundancy.bytesSent()).put("rebuiltPackets", redundancy.packetsRebuilt()));
            ArrayNode paths = object.putArray("paths");
            for (GroupStats.Path path : stats.paths()) {
                paths.addObject().put("site", path.site()).put("rttMs", path.rtt().toNanos() / 1e6)
                        .put("lossEventRate", path.lossEventRate());
            }
        }
        return object;
    }
}
