package org.xpand.examples.board;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.xpand.examples.Json;

class BoardDocumentTest {
    private static ObjectNode entry(String id, long time, String type) {
        return Json.object(type).put("id", id).put("time", time);
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
