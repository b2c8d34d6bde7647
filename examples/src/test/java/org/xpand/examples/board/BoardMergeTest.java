package org.xpand.examples.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.xpand.core.Group;
import org.xpand.core.JoinOptions;
import org.xpand.core.XpandNode;
import org.xpand.examples.Json;
import org.xpand.membership.api.LanTransport;

/** Two sites: they draw before they find each other, and one sends what is malformed. */
class BoardMergeTest {
    private static final String FIRST = "127.105.10.1:7800";
    private static final String SECOND = "127.105.10.2:7800";

    private static final byte[] BAD = "{\"type\":\"stroke\",\"id\":\"bad\",\"by\":\"m\",\"time\":9}".getBytes(StandardCharsets.UTF_8);

    private static XpandNode node(String site, String bind, String seed) {
        return XpandNode.builder().site(site).name("m").wanBind(bind).seeds(seed).lan(new LanTransport.Local()).start();
    }

    private static ObjectNode stroke(String color) {
        ObjectNode stroke = Json.object("stroke").put("color", color);
        stroke.putArray("points").add(1).add(2);
        return stroke;
    }

    @Test
    void whatBothHaveDrawnAloneIsOnBothBoards() throws Exception {
        try (XpandNode first = node("merge-a", FIRST, SECOND)) {
            Board one = new Board(first, "board", () -> 1, event -> { });
            one.add(stroke("red"));
            try (XpandNode second = node("merge-b", SECOND, SECOND)) {
                Board other = new Board(second, "board", () -> 2, event -> { });
                other.add(stroke("blue"));
                await().atMost(Duration.ofSeconds(40)).untilAsserted(() -> {
                    assertThat(one.all().path("entries")).hasSize(2);
                    assertThat(other.all().path("entries").toString()).isEqualTo(one.all().path("entries").toString());
                });
            }
        }
    }

    @Test
    void malformedEntriesAreRefusedFromThePageAndSkippedFromMembers() throws Exception {
        try (XpandNode first = node("skip-a", FIRST, SECOND); XpandNode second = node("skip-b", SECOND, FIRST)) {
            Group raw = second.join("board", JoinOptions.reliable().withState(() -> out -> out.write(BAD), in -> { }), message -> { });
            Board one = new Board(first, "board", () -> 1, event -> { });
            await().atMost(Duration.ofSeconds(40)).until(() -> raw.view().size() == 2);
            raw.send(BAD);
            raw.send("no JSON".getBytes(StandardCharsets.UTF_8));
            assertThatThrownBy(() -> one.add(Json.object("stroke").put("color", "red"))).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("accepted is an array");
            raw.send(stroke("red").put("id", "x").put("by", "m").put("time", 5).toString().getBytes(StandardCharsets.UTF_8));
            await().atMost(Duration.ofSeconds(40)).untilAsserted(() -> assertThat(one.all().path("entries")).singleElement()
                    .satisfies(each -> assertThat(each.path("id").asText()).isEqualTo("x")));
        }
    }
}
