package org.xpand.examples.board;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.xpand.examples.Json;

class BoardDocumentTest {
    private static ObjectNode entry(String id, long time, String type) {
        ObjectNode entry = Json.object(type).put("id", id).put("time", time).put("by", "m");
        if (type.equals("stroke")) {
            entry.put("color", "ink").putArray("points").add(1).add(2.5);
        }
        return entry;
    }

    private static ObjectNode stroke(String points, String color) {
        return Json.parse("{\"id\":\"a\",\"time\":9,\"by\":\"m\",\"type\":\"stroke\",\"points\":" + points + ",\"color\":" + color + "}");
    }

    @Test
    void whatAPageCouldNotDrawIsSkippedAndCounted() throws Exception {
        BoardDocument document = new BoardDocument();
        document.take(entry("a", 5, "stroke"));
        String before = document.entries().toString();
        List<ObjectNode> malformed = new ArrayList<>(List.of(Json.object("stroke").put("id", "a").put("time", 9).put("by", "m"),
                stroke("[]", "\"ink\""), stroke("[1,2,3]", "\"ink\""), stroke("[\"a\",\"b\"]", "\"ink\""), stroke("[1e999,2]", "\"ink\""),
                stroke("[1,null]", "\"ink\""), stroke("5", "\"ink\""), stroke("[1,2]", "5"), stroke("[1,2]", "\"mauve\""),
                entry("a", 9, "chat"), entry("a", 9, "chat").put("text", 5), entry("a", 9, "nonsense"), entry("", 9, "erased"),
                entry("a".repeat(65), 9, "erased"), entry("a", -1, "erased"), entry("a", Long.MAX_VALUE, "erased"),
                entry("a", 9, "erased").put("time", "9"), entry("a", 9, "erased").put("by", 5)));
        malformed.forEach(each -> assertThat(document.take(each)).as(each.toString()).isFalse());
        document.read(new ByteArrayInputStream((malformed.get(0) + "\nno JSON\n").getBytes(StandardCharsets.UTF_8)));
        assertThat(document.entries()).asString().isEqualTo(before);
        assertThat(document.skipped()).isEqualTo(malformed.size() + 2);
        assertThat(document.take(stroke("[1,2]", "\"red\""))).isTrue();
    }

    @Test
    void whoeverTakesTheSameEntriesInWhateverOrderHasTheSameBoard() {
        List<ObjectNode> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            all.add(entry("e" + i % 7, i / 4, i % 3 == 0 ? "erased" : "stroke").put("by", "m" + i));
        }
        BoardDocument first = new BoardDocument();
        all.forEach(first::take);
        Random random = new Random(1);
        for (int i = 0; i < 20; i++) {
            Collections.shuffle(all, random);
            BoardDocument other = new BoardDocument();
            all.forEach(other::take);
            assertThat(other.entries()).isEqualTo(first.entries()).hasSize(7);
        }
    }

    @Test
    void anEntryIsReplacedByALaterOneOnly() {
        BoardDocument document = new BoardDocument();
        assertThat(document.take(entry("a", 5, "stroke"))).isTrue();
        assertThat(document.take(entry("a", 5, "stroke"))).as("the same").isFalse();
        assertThat(document.take(entry("a", 4, "erased"))).isFalse();
        assertThat(document.take(entry("a", 6, "erased"))).isTrue();
        assertThat(document.take(Json.object("stroke").put("time", 9))).as("without identity").isFalse();
        assertThat(document.time("a")).isEqualTo(6);
    }

    @Test
    void aBoardIsReadAsItWasWritten() throws Exception {
        BoardDocument document = new BoardDocument();
        document.take(entry("a", 5, "chat").put("text", "line\nbreak ü"));
        document.take(entry("b", 6, "stroke"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BoardDocument.write(document.entries(), out);
        BoardDocument read = new BoardDocument();
        read.read(new ByteArrayInputStream(out.toByteArray()));
        assertThat(read.entries()).asString().isEqualTo(document.entries().toString());
    }
}
