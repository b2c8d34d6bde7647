package org.xpand.examples.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.xpand.examples.Json;

/** The combined reports of processes: the last overview of each, events, and figures of the last ten minutes. Thread-safe. */
public final class Scene {
    /** The overview of a process is removed if no newer one arrives for so long. */
    private static final long FRESH_MILLIS = 5_000;
    private static final int MAX_EVENTS = 200;
    private static final long MILLIS = 1000;
    /** In a group with more sites, only the paths that limit are recorded: the curves of all could not be distinguished. */
    private static final int MOST_WAYS = 12;
    /** Fields shown of a group that is not selected. */
    private static final List<String> IN_SHORT = List.of("name", "strategy", "source", "direct");
    /** A selected group has priority over others for so long. */
    private static final long LOOKED_AT_MILLIS = 600_000;

    private final TreeMap<String, View> views = new TreeMap<>();
    private final ArrayDeque<ObjectNode> events = new ArrayDeque<>();
    private final History history = new History();
    private long eventNumber;
    private String self = "";
    /** When each group was selected last. */
    private final TreeMap<String, Long> lookedAt = new TreeMap<>();

    /** The overview of a process, and when it arrived. */
    private record View(long millis, ObjectNode overview) {
    }

    /** Names the process that serves the page, for a page that is a node's own; otherwise the page shows several processes. */
    synchronized void self(String process) {
        self = process;
    }

    /**
     * Records the overview of a process.
     *
     * @param process  its name in this scene
     * @param overview as {@link OverviewJson} writes it; must not be changed any more
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

    /** Records an event of a process, an object with {@code time}, {@code kind} and {@code text}. */
    public synchronized void event(String process, ObjectNode event) {
        events.addLast(event.deepCopy().put("process", process).put("number", ++eventNumber));
        if (events.size() > MAX_EVENTS) {
            events.removeFirst();
        }
    }

    /** Removes a process and its overview. */
    public synchronized void gone(String process) {
        views.remove(process);
    }

    /** Records the figures of this second. */
    synchronized void second(long millis) {
        history.second(millis / MILLIS);
        views.values().removeIf(view -> millis - view.millis > FRESH_MILLIS);
        lookedAt.values().removeIf(at -> millis - at > LOOKED_AT_MILLIS);
        remember(lookedAt::containsKey, history::add);
        remember(name -> !lookedAt.containsKey(name), history::addIfRoom);
    }

    private void remember(Predicate<String> wanted, BiConsumer<String, Double> into) {
        for (View view : views.values()) {
            if (view.overview.path("delegate").asBoolean()) {
                String site = view.overview.path("site").asText();
                for (JsonNode group : view.overview.path("groups")) {
                    if (wanted.test(group.path("name").asText())) {
                        remember(site, group, into);
                    }
                }
            }
        }
    }

    private static void remember(String site, JsonNode group, BiConsumer<String, Double> into) {
        String name = group.path("name").asText() + "\n";
        JsonNode source = group.path("source");
        JsonNode receivers = group.path("receivers");
        if (!receivers.isEmpty()) {
            // Without receivers the rate has no meaning, and may be infinite.
            into.accept(name + "allowed\n" + site, source.path("allowedBitPerSecond").asDouble());
        }
        into.accept(name + "sent\n" + site, source.path("sentBitPerSecond").asDouble());
        into.accept(name + "backlog\n" + site, source.path("backlog").asDouble());
        for (JsonNode receiver : receivers) {
            if (receivers.size() < MOST_WAYS || receiver.path("site").equals(source.path("limitingSite"))) {
                String way = site + " → " + receiver.path("site").asText();
                into.accept(name + "rtt\n" + way, receiver.path("rttMs").asDouble());
                into.accept(name + "loss\n" + way, receiver.path("lossEventRate").asDouble());
            }
        }
    }

    /** Returns the last overview of each process. */
    public ObjectNode overview() {
        return state("", 0);
    }

    /** Returns the present state: all sites and links, a summary of all groups, and all details of the selected group. */
    synchronized ObjectNode state(String chosen, long millis) {
        ObjectNode out = Json.object("state").put("millis", millis);
        if (!self.isEmpty()) {
            out.put("self", self);
        }
        ArrayNode seen = out.putArray("views");
        if (!chosen.isEmpty()) {
            lookedAt.put(chosen, millis);
        }
        for (Map.Entry<String, View> entry : views.entrySet()) {
            // The content is shared: it is not changed any more.
            ObjectNode view = seen.addObject().setAll(entry.getValue().overview);
            view.put("process", entry.getKey());
            if (!chosen.isEmpty() && view.has("groups")) {
                ArrayNode groups = view.arrayNode();
                view.path("groups").forEach(group -> groups.add(group.path("name").asText().equals(chosen) ? group : inShort(group)));
                view.set("groups", groups);
            }
        }
        return out;
    }

    private static JsonNode inShort(JsonNode group) {
        ObjectNode out = Json.object("group").put("siteCount", group.path("members").size());
        out.remove("type");
        for (String field : IN_SHORT) {
            if (group.has(field)) {
                out.set(field, group.get(field));
            }
        }
        return out;
    }

    /** Returns the first group by name, which is shown if none is selected; empty if there is none. */
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

    /** Returns the figures of a group in the last ten minutes. */
    synchronized ObjectNode history(String group) {
        ObjectNode out = Json.object("history").put("group", group);
        history.write(group + "\n", out.putObject("series"));
        return out;
    }

    /** Returns the events after this number. */
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
