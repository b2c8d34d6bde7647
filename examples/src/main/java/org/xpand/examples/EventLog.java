package org.xpand.examples;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.xpand.core.NodeEvent;

/**
 * Writes events of a node as JSON lines to a file. The file is opened for each event, so that it can be moved away at any time.
 * Thread-safe.
 */
final class EventLog implements Consumer<NodeEvent> {
    private final Path file;
    private final String site;
    private final String name;
    private boolean failed;

    /**
     * @param file lines are appended to it; created if it does not exist
     * @param site site of the node, in each line
     * @param name name of the node, in each line; may be null
     * @throws IllegalArgumentException if it cannot be written
     */
    EventLog(Path file, String site, String name) {
        this.file = file;
        this.site = site;
        this.name = name;
        try {
            write("");
        } catch (IOException e) {
            throw new IllegalArgumentException("--event-log '" + file + "': accepted is a file that can be written, in a folder that is "
                    + "there", e);
        }
    }

    @Override
    public synchronized void accept(NodeEvent event) {
        ObjectNode line = Json.event(event).put("site", site).put("name", name);
        try {
            write(line + "\n");
            failed = false;
        } catch (IOException e) {
            if (!failed) {
                System.err.println("--event-log '" + file + "': events are not written: " + e.getMessage());
            }
            failed = true;
        }
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
