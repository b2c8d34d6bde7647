package org.xpand.examples.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.xpand.examples.Units;

/** Formats what a node sees as lines of text. */
final class StatusText {
    private static final double PERCENT = 100;

    private StatusText() {
    }

    /** Returns the lines of a state of the page's server. */
    static List<String> of(JsonNode state) {
        List<String> lines = new ArrayList<>();
        for (JsonNode view : state.path("views")) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.add(view.path("site").asText() + "/" + view.path("name").asText() + (view.path("delegate").asBoolean()
                    ? ", delegate of its site" : ", a member; the delegate is " + view.path("delegateName").asText("not known")));
            List<String> sites = new ArrayList<>();
            view.path("sites").forEach(site -> sites.add(site.path("name").asText() + " (" + site.path("members").asInt() + ")"));
            if (!sites.isEmpty()) {
                lines.add("sites (members): " + String.join(", ", sites));
            }
            for (JsonNode link : view.path("links")) {
                if (link.path("from").asText().equals(view.path("site").asText())) {
                    lines.add(String.format(Locale.ROOT, "  to %-20s %s", link.path("to").asText(), rtt(link)));
                }
            }
            view.path("groups").forEach(group -> group(group, state.path("millis").asLong(), lines));
            view.path("limits").forEach(limit -> lines.add("limited: " + limit.path("text").asText()));
        }
        return lines;
    }

    private static void group(JsonNode group, long millis, List<String> lines) {
        JsonNode source = group.path("source");
        lines.add("");
        lines.add("group " + group.path("name").asText() + ", " + group.path("strategy").asText() + ": sends "
                + Units.bitPerSecond(source.path("sentBitPerSecond").asDouble()) + ", may send "
                + Units.bitPerSecond(source.path("allowedBitPerSecond").asDouble()) + ", " + limit(source, millis));
        lines.add("  segments: " + source.path("backlog").asLong() + " wait for the rate, " + source.path("unstable").asLong()
                + " not yet with everybody, " + source.path("repairs").asLong() + " sent again, "
                + source.path("missing").asLong() + " missing here");
        if (source.path("staleSamples").asLong() > 0) {
            lines.add("  round-trip times not used because the delegate had paused: " + source.path("staleSamples").asLong());
        }
        for (JsonNode receiver : group.path("receivers")) {
            lines.add(String.format(Locale.ROOT, "  to %-20s %s  %6.2f %% loss events  %s", receiver.path("site").asText(), rtt(receiver),
                    PERCENT * receiver.path("lossEventRate").asDouble(), receiver.path("acceptableBitPerSecond").isNumber()
                            ? "accepts " + Units.bitPerSecond(receiver.path("acceptableBitPerSecond").asDouble()) : "no loss yet"));
        }
        for (JsonNode source2 : group.path("sources")) {
            lines.add(String.format(Locale.ROOT, "  from %-18s %s", source2.path("site").asText(),
                    Units.bitPerSecond(source2.path("bitPerSecond").asDouble())));
        }
        for (JsonNode receiver : group.path("localReceivers")) {
            if (receiver.path("holdsUpMs").asLong() > 0 || !receiver.path("waitedFor").asBoolean()) {
                lines.add("  member " + receiver.path("name").asText() + " holds the group up for "
                        + receiver.path("holdsUpMs").asLong() + " ms");
            }
        }
    }

    /** Formats a round-trip time; 0 means never measured. */
    private static String rtt(JsonNode way) {
        double millis = way.path("rttMs").asDouble();
        return millis > 0 ? String.format(Locale.ROOT, "%8.1f ms", millis) : String.format("%8s   ", "-");
    }

    private static String limit(JsonNode source, long millis) {
        // A delegate of an older version does not tell the reason.
        if (source.path("reason").isTextual() && !source.path("reason").asText().equals("PATH")) {
            return source.path("reasonText").asText();
        }
        if (source.path("slowStart").asBoolean()) {
            return "searching for its rate";
        }
        return source.path("limitingSite").isTextual() ? "limited by " + source.path("limitingSite").asText() + " for "
                + (millis - source.path("limitedSince").asLong()) / 1000 + " s" : "not limited";
    }
}
