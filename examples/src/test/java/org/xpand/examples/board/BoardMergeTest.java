package org.xpand.examples.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.xpand.core.XpandNode;
import org.xpand.examples.Json;
import org.xpand.membership.api.LanTransport;

/** Two sites that draw before they find each other. */
class BoardMergeTest {
    private static final String FIRST = "127.105.10.1:7800";
    private static final String SECOND = "127.105.10.2:7800";

    private static XpandNode node(String site, String bind, String seed) {
        return XpandNode.builder().site(site).name("m").wanBind(bind).seeds(seed).lan(new LanTransport.Local()).start();
    }

    @Test
    void whatBothHaveDrawnAloneIsOnBothBoards() throws Exception {
        try (XpandNode first = node("merge-a", FIRST, SECOND)) {
            Board one = new Board(first, "board", () -> 1, event -> { });
            one.add(Json.object("stroke").put("color", "red"));
            try (XpandNode second = node("merge-b", SECOND, SECOND)) {
                Board other = new Board(second, "board", () -> 2, event -> { });
                other.add(Json.object("stroke").put("color", "blue"));
                await().atMost(Duration.ofSeconds(40)).untilAsserted(() -> {
                    assertThat(one.all().path("entries")).hasSize(2);
                    assertThat(other.all().path("entries").toString()).isEqualTo(one.all().path("entries").toString());
                });
            }
        }
    }
}
