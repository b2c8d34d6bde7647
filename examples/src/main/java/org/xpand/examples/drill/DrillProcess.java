package org.xpand.examples.drill;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.xpand.examples.process.Child;
import org.xpand.examples.traffic.WallClock;

/** A process of a drill and its last reports. Thread-safe. */
final class DrillProcess {
    private static final int MAX_EVENTS = 1000;

    private final ProcessPlace place;
    private final String site;
    private final Path trace;
    private final List<ObjectNode> events = new CopyOnWriteArrayList<>();
    private final Child child;
    private final long startedNanos = WallClock.nanos();
    private volatile ObjectNode ready;
    private volatile ObjectNode second;
    private volatile ObjectNode sent;
    private volatile ObjectNode summary;

    DrillProcess(ProcessPlace place, String site, Path trace, int heapMegabytes, List<String> arguments) throws IOException {
        this.place = place;
        this.site = site;
        this.trace = trace;
        this.child = new Child(site + "/" + place.name(), heapMegabytes, arguments, (from, object) -> received(object));
    }

    private void received(ObjectNode object) {
        switch (object.path("type").asText()) {
            case "ready" -> ready = object;
            case "second" -> second = object;
            case "sent" -> sent = object;
            case "summary" -> summary = object;
            case "event" -> {
                if (events.size() < MAX_EVENTS) {
                    events.add(object);
                }
            }
            default -> {
                // Not needed here.
            }
        }
    }

    ProcessPlace place() {
        return place;
    }

    Child child() {
        return child;
    }

    Path trace() {
        return trace;
    }

    /** Returns {@code site/name}, as sources are named. */
    String name() {
        return child.name();
    }

    String site() {
        return site;
    }

    /** Returns its start time, nanoseconds since the epoch. */
    long startedNanos() {
        return startedNanos;
    }

    boolean isReady() {
        return ready != null;
    }

    /** Returns the incarnation that its messages carry. */
    long process() {
        return Long.parseUnsignedLong(ready.path("process").asText(), 16);
    }

    /** Whether it has reported that it is its site's delegate. */
    boolean isDelegate() {
        return place.role() == ProcessPlace.Role.DAEMON
                ? events.stream().anyMatch(event -> event.path("kind").asText().equals("DELEGATE"))
                : second != null && second.path("delegate").asBoolean();
    }

    /** Returns how many messages of a source it had received according to its last report. */
    long delivered(DrillProcess source) {
        return second == null ? 0 : second.path("perSource").path(source.name()).asLong();
    }

    /** Returns its used heap according to its last report, MiB. */
    long heapMegabytes() {
        return second == null ? 0 : second.path("heapMegabytes").asLong();
    }

    /** Returns its progress, for people. */
    String progress() {
        return name() + (ready == null ? " is not ready" : second == null ? " is ready" : " sees "
                + second.path("members").asText() + " members, has " + second.path("perSource"));
    }

    /** Whether it has stopped sending and waited for its messages to be stable. */
    boolean hasSent() {
        return sent != null;
    }

    /** Returns how many messages the group has accepted from it; -1 if it died before it reported that. */
    long messagesSent() {
        ObjectNode last = summary != null ? summary : sent;
        return last == null ? -1 : last.path("messagesSent").asLong();
    }

    /** Returns its summary, or null. */
    ObjectNode summary() {
        return summary;
    }

    List<ObjectNode> events() {
        return events;
    }
}
