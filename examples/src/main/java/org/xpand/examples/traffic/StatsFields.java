package org.xpand.examples.traffic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.xpand.core.GroupStats;

/** Converts statistics of a group to JSON fields: rates in bit/s, times in ms. */
final class StatsFields {
    private StatsFields() {
    }

    /** Writes the fields; those that only the site's delegate knows are omitted at other nodes. */
    static void write(ObjectNode out, GroupStats stats) {
        out.put("delegate", stats.delegate()).put("messagesSent", stats.messagesSent())
                .put("bytesSent", stats.bytesSent()).put("unstable", stats.unstableMessages())
                .put("gapSegments", stats.gapSegments()).put("demandBitPerSecond", Math.round(stats.demandBitPerSecond()))
                .put("windowBytes", stats.windowBytes());
        // Within one LAN no rate is granted: only the window limits.
        if (stats.allocationBitPerSecond() < Double.POSITIVE_INFINITY) {
            out.put("allocationBitPerSecond", Math.round(stats.allocationBitPerSecond()));
        }
        out.put("reason", stats.reason().name());
        if (stats.delegate()) {
            out.put("allowedBitPerSecond", Math.round(stats.allowedBitPerSecond())).put("slowStart", stats.slowStart())
                    .put("rttMs", stats.paths().stream().mapToLong(path -> path.rtt().toNanos()).max().orElse(0) / 1e6)
                    .put("lossEventRate",
                            stats.paths().stream().mapToDouble(GroupStats.Path::lossEventRate).max().orElse(0))
                    .put("limitingSite", stats.limitingSite().orElse(null)).put("repairs", stats.repairSegments())
                    .put("staleSamples", stats.staleSamples());
            stats.waitsFor().forEach(out.putArray("waitsFor")::add);
        }
    }
}
