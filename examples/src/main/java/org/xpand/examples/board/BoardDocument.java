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
import java.util.Optional;
import java.util.TreeMap;
import org.xpand.examples.Json;

/**
 * The content of a board: entries with an identity, each a stroke or a chat message. A received entry replaces the present one with
 * its identity if it is later, by time and then by text; so members that have received the same entries, in whatever order, have
 * the same board. An erased entry stays, without its content.
 * What a page could not draw ({@link BoardEntry}) is skipped, counted, and reported on standard error. Thread-safe.
 */
final class BoardDocument {
    private static final Comparator<ObjectNode> AGE = Comparator.comparingLong((ObjectNode entry) -> entry.path("time").asLong())
            .thenComparing(ObjectNode::toString);
    /** Factor from one report of skipped entries to the next. */
    private static final int REPORTS = 10;

    private final Map<String, ObjectNode> entries = new TreeMap<>();
    private long skipped;
    private long nextReported = 1;

    /**
     * Adds an entry; returns whether this has changed the board.
     *
     * @param entry null for what was no JSON object
     */
    synchronized boolean take(ObjectNode entry) {
        Optional<String> wrong = BoardEntry.wrong(entry);
        if (wrong.isPresent()) {
            skip(wrong.get());
            return false;
        }
        String id = entry.path("id").asText();
        ObjectNode there = entries.get(id);
        if (there != null && AGE.compare(there, entry) >= 0) {
            return false;
        }
        entries.put(id, entry);
        return true;
    }

    /** Reports the 1st, 10th, 100th ... only: a member that sends nothing else must not fill the log. */
    private void skip(String why) {
        skipped++;
        if (skipped == nextReported) {
            nextReported *= REPORTS;
            System.err.println("board: malformed entries of other members are skipped, " + skipped + " so far; the last one: " + why);
        }
    }

    /** Returns how many entries were skipped because they were malformed. */
    synchronized long skipped() {
        return skipped;
    }

    /** Returns all entries, the oldest first. */
    synchronized List<ObjectNode> entries() {
        return entries.values().stream().sorted(AGE).toList();
    }

    /** Returns the time of an entry, 0 if there is none with this identity. */
    synchronized long time(String id) {
        ObjectNode there = entries.get(id);
        return there == null ? 0 : there.path("time").asLong();
    }

    /** Returns the number of entries. */
    synchronized int size() {
        return entries.size();
    }

    /** Writes entries, one JSON object a line. */
    static void write(List<ObjectNode> entries, OutputStream out) throws IOException {
        for (ObjectNode entry : entries) {
            out.write((entry + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Adds the entries that {@link #write} has written. */
    void read(InputStream in) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            take(Json.parse(line));
        }
    }
}
