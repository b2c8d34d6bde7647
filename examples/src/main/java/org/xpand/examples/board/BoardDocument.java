package org.xpand.examples.board;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.examples.Json;

/**
 * What is on a board: entries with an identity, a stroke or a line of the chat each. An entry that comes again replaces the one that
 * is there if it is later, by its time and then by its text; so whoever has taken the same entries, in whatever order, has the same
 * board. An entry that was erased stays, without its content. Thread-safe.
 */
final class BoardDocument {
    private static final Comparator<ObjectNode> AGE = Comparator.comparingLong((ObjectNode entry) -> entry.path("time").asLong())
            .thenComparing(ObjectNode::toString);

    private final Map<String, ObjectNode> entries = new TreeMap<>();

    /** Takes an entry; answers whether the board is another one now. An entry without identity is none. */
    synchronized boolean take(ObjectNode entry) {
        String id = entry.path("id").asText();
        ObjectNode there = entries.get(id);
        if (id.isEmpty() || there != null && AGE.compare(there, entry) >= 0) {
            return false;
        }
        entries.put(id, entry);
        return true;
    }

    /** All entries, the oldest first. */
    synchronized List<ObjectNode> entries() {
        return entries.values().stream().sorted(AGE).toList();
    }

    /** The time of an entry, 0 if there is none of this identity. */
    synchronized long time(String id) {
        ObjectNode there = entries.get(id);
        return there == null ? 0 : there.path("time").asLong();
    }

    /** How many entries there are. */
    synchronized int size() {
        return entries.size();
    }

    /** Writes entries, one JSON object a line. */
    static void write(List<ObjectNode> entries, OutputStream out) throws IOException {
        for (ObjectNode entry : entries) {
            out.write((entry + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Takes what {@link #write} wrote. */
    void read(InputStream in) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            ObjectNode entry = Json.parse(line);
            if (entry != null) {
                take(entry);
            }
        }
    }
}
