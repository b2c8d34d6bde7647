package org.xpand.examples.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.examples.Json;

/**
 * What processes have told of themselves, put together: what each has seen last, events, and figures of the last ten minutes. Safe
 * for several threads.
 */
public final class Scene {
    /** What a process has seen is forgotten if it tells nothing newer for so long. */
    private static final long FRESH_MILLIS = 5_000;
    private static final int MAX_EVENTS = 200;
    private static final long MILLIS = 1000;

    private final TreeMap<String, View> views = new TreeMap<>();
    private final ArrayDeque<ObjectNode> events = new ArrayDeque<>();
    private final History history = new History();
    private long eventNumber;
    private String self = "";

    /** What a process has seen, and when it told. */
    private record View(long millis, ObjectNode overview) {
    }

    /** It is what this process sees, by the name it is known here by; otherwise it is of several alike. */
    synchronized void self(String process) {
        self = process;
    }

    /**
     * A process has seen this.
     *
     * @param process  by which name it is known here
     * @param overview as {@link OverviewJson} writes it; taken over
     * @param millis   now, in milliseconds
     */
    public synchronized void view(String process, ObjectNode overview, long millis) {
        views.put(process, new View(millis, overview));
        for (JsonNode group : overview.path("groups")) {
            if (group.path("source") instanceof ObjectNode source) {
                source.put("limitedSince", millis - source.path("limitedMs").asLong());
            }
        }
    }

    /** A process tells this event, an object with {@code time}, {@code kind} and {@code text}. */
    public synchronized void event(String process, ObjectNode event) {
        events.addLast(event.deepCopy().put("process", process).put("number", ++eventNumber));
        if (events.size() > MAX_EVENTS) {
            events.removeFirst();
        }
    }

    /** The process is gone, and what it has seen with it. */
    public synchronized void gone(String process) {
        views.remove(process);
    }

    /** Takes the figures of this second. */
    synchronized void second(long millis) {
        history.second(millis / MILLIS);
        views.values().removeIf(view -> millis - view.millis > FRESH_MILLIS);
        for (View view : views.values()) {
            if (view.overview.path("delegate").asBoolean()) {
                String site = view.overview.path("site").asText();
                view.overview.path("groups").forEach(group -> remember(site, group));
            }
        }
    }

    private void remember(String site, JsonNode group) {
        String name = group.path("name").asText() + "\n";
        JsonNode source = group.path("source");
        if (!group.path("receivers").isEmpty()) {
            // Before somebody receives, the rate means nothing, and may be without bounds.
            history.add(name + "allowed\n" + site, source.path("allowedBitPerSecond").asDouble());
        }
        history.add(name + "sent\n" + site, source.path("sentBitPerSecond").asDouble());
        history.add(name + "backlog\n" + site, source.path("backlog").asDouble());
        for (JsonNode receiver : group.path("receivers")) {
            String way = site + " → " + receiver.path("site").asText();
            history.add(name + "rtt\n" + way, receiver.path("rttMs").asDouble());
            history.add(name + "loss\n" + way, receiver.path("lossEventRate").asDouble());
        }
    }

    /** What every process has seen last. */
    public ObjectNode overview() {
        return state("", 0);
    }

    /** Everything as it is now: all sites and links, all groups in short, and all of the chosen group. */
    synchronized ObjectNode state(String chosen, long millis) {
        ObjectNode out = Json.object("state").put("millis", millis);
        if (!self.isEmpty()) {
            out.put("self", self);
        }
        ArrayNode seen = out.putArray("views");
        for (Map.Entry<String, View> entry : views.entrySet()) {
            ObjectNode overview = entry.getValue().overview;
            ObjectNode view = overview.deepCopy().put("process", entry.getKey());
            if (!chosen.isEmpty()) {
                view.path("groups").forEach(group -> shorten(group, chosen));
            }
            seen.add(view);
        }
        return out;
    }

    private static void shorten(JsonNode group, String chosen) {
        if (group instanceof ObjectNode object && !group.path("name").asText().equals(chosen)) {
            object.put("siteCount", object.path("members").size());
            object.retain("name", "strategy", "source", "direct", "siteCount");
        }
    }

    /** The first group by name, which is shown as long as none is chosen; empty if there is none. */
    synchronized String firstGroup() {
        String first = "";
        for (View view : views.values()) {
            for (JsonNode group : view.overview.path("groups")) {
                String name = group.path("name").asText();
                first = first.isEmpty() || name.compareTo(first) < 0 ? name : first;
            }
        }
        return first;
    }

    /** The figures of a group in the last ten minutes. */
    synchronized ObjectNode history(String group) {
        ObjectNode out = Json.object("history").put("group", group);
        history.write(group + "\n", out.putObject("series"));
        return out;
    }

    /** The events after this number. */
    synchronized ObjectNode events(long after) {
        ObjectNode out = Json.object("events");
        ArrayNode array = out.putArray("events");
        for (Iterator<ObjectNode> each = events.iterator(); each.hasNext();) {
            ObjectNode event = each.next();
            if (event.path("number").asLong() > after) {
                array.add(event);
            }
        }
        return out.put("last", eventNumber);
    }
}
