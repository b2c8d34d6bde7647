package org.xpand.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xpand.core.NodeEvent;

class EventLogTest {
    @TempDir
    private Path folder;

    private static NodeEvent event(String text) {
        return new NodeEvent.Refused(Optional.empty(), text);
    }

    @Test
    void eventsAreLinesBehindWhatTheFileHolds() throws Exception {
        Path file = Files.writeString(folder.resolve("events.jsonl"), "{}\n");
        EventLog log = new EventLog(file, "jerusalem", "m1");
        log.accept(event("a \"quoted\"\nstory"));
        log.accept(event("another"));
        assertThat(Files.readAllLines(file)).hasSize(3);
        ObjectNode first = Json.parse(Files.readAllLines(file).get(1));
        assertThat(first.path("kind").asText()).isEqualTo(event("").kind().toString());
        assertThat(first.path("text").asText()).isEqualTo("a \"quoted\"\nstory");
        assertThat(first.path("site").asText()).isEqualTo("jerusalem");
        assertThat(first.path("name").asText()).isEqualTo("m1");
        assertThat(first.path("time").asText()).endsWith("Z");
    }

    @Test
    void aFileThatIsMovedAwayIsMadeAnew() throws Exception {
        Path file = folder.resolve("events.jsonl");
        EventLog log = new EventLog(file, "a", null);
        log.accept(event("old"));
        Files.move(file, folder.resolve("events.1"));
        log.accept(event("new"));
        assertThat(Files.readString(file)).contains("new").doesNotContain("old");
    }

    @Test
    void whereNothingCanBeWrittenIsReportedAtTheStart() {
        Path file = folder.resolve("no/such/folder/events");
        assertThatThrownBy(() -> new EventLog(file, "a", "b")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--event-log '" + file + "': accepted is a file");
    }
}
