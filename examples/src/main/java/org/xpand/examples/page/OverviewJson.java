package org.xpand.examples.page;

import java.time.Duration;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.xpand.core.Overview;
import org.xpand.examples.Json;

/** Converts an {@link Overview} to JSON: rates in bit/s, times in ms; infinite or unknown values are null. */
public final class OverviewJson {
    private static final double NANOS_PER_MILLI = 1e6;

    private OverviewJson() {
    }

    /** Returns the object, of type {@code overview}. */
    public static ObjectNode of(Overview overview) {
        ObjectNode out = Json.object("overview").put("site", overview.site()).put("name", overview.name())
                .put("delegate", overview.delegate()).put("delegateName", overview.delegateName().orElse(null));
        overview.processes().forEach(out.putArray("processes")::add);
        ArrayNode sites = out.putArray("sites");
        for (Overview.Site site : overview.sites()) {
            sites.addObject().put("name", site.name()).put("endpoint", site.endpoint().orElse(null))
                    .put("groups", site.groups()).put("members", site.members());
        }
        ArrayNode links = out.putArray("links");
        for (Overview.Link link : overview.links()) {
            links.addObject().put("from", link.from()).put("to", link.to()).put("rttMs", millis(link.rtt()));
        }
        ArrayNode groups = out.putArray("groups");
        overview.groups().forEach(group -> write(groups.addObject(), group));
        ArrayNode limits = out.putArray("limits");
        overview.limits().forEach(limit -> limits.addObject().put("group", limit.group()).put("kind", limit.kind().name())
                .put("site", limit.site()).put("member", limit.member()).put("text", limit.text()));
        return out;
    }

    private static void write(ObjectNode out, Overview.GroupState group) {
        out.put("name", group.name()).put("strategy", group.strategy()).put("direct", group.direct());
        ArrayNode members = out.putArray("members");
        for (Overview.Place place : group.members()) {
            place.names().forEach(members.addObject().put("site", place.site()).putArray("names")::add);
        }
        ArrayNode tree = out.putArray("tree");
        group.tree().forEach(edge -> tree.addArray().add(edge.a()).add(edge.b()));
        group.source().ifPresent(source -> out.putObject("source").put("staleSamples", source.staleSamples().orElse(null))
                .put("reason", source.reason().map(Enum::name).orElse(null))
                .put("reasonText", source.reason().map(reason -> ReasonText.of(reason, source)).orElse(null))
                .put("allowedBitPerSecond", Math.round(source.allowedBitPerSecond())).put("slowStart", source.slowStart())
                .put("limitingSite", source.limitingSite().orElse(null)).put("limitedMs", source.limited().toMillis())
                .put("sentBitPerSecond", Math.round(source.sentBitPerSecond())).put("sentBytes", source.chargedBytes())
                .put("packets", source.packets()).put("repairs", source.repairs()).put("backlog", source.backlog())
                .put("unstable", source.unstable()).put("missing", source.missing()));
        ArrayNode receivers = out.putArray("receivers");
        for (Overview.Receiver each : group.receivers()) {
            receivers.addObject().put("site", each.site()).put("rttMs", millis(each.rtt()))
                    .put("acceptableBitPerSecond", each.acceptableBitPerSecond().orElse(null))
                    .put("lossEventRate", each.lossEventRate());
        }
        ArrayNode sources = out.putArray("sources");
        for (Overview.Arrival each : group.sources()) {
            sources.addObject().put("site", each.site()).put("bitPerSecond", Math.round(each.receiveBitPerSecond()))
                    .put("received", each.received()).put("lost", each.lost()).put("staleSamples", each.staleSamples().orElse(null));
        }
        ArrayNode senders = out.putArray("senders");
        for (Overview.Sender each : group.senders()) {
            ObjectNode sender = senders.addObject().put("name", each.name());
            rate(sender, "demandBitPerSecond", each.demandBitPerSecond());
            rate(sender, "shareBitPerSecond", each.shareBitPerSecond());
            each.waitsFor().forEach(sender.putArray("waitsFor")::add);
        }
        ArrayNode localReceivers = out.putArray("localReceivers");
        for (Overview.LocalReceiver each : group.localReceivers()) {
            localReceivers.addObject().put("name", each.name()).put("behind", each.behind()).put("room", each.room())
                    .put("holdsUpMs", each.holdsUp().toMillis()).put("waitedFor", each.waitedFor());
        }
    }

    private static void rate(ObjectNode out, String field, double bitPerSecond) {
        if (bitPerSecond < Double.POSITIVE_INFINITY) {
            out.put(field, Math.round(bitPerSecond));
        } else {
            out.putNull(field);
        }
    }

    private static double millis(Duration time) {
        return Math.round(time.toNanos() / NANOS_PER_MILLI * 100) / 100.0;
    }
}
