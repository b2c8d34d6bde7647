package org.xpand.examples.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.xpand.examples.Json;

/** What processes tell is put together, kept for a while, and forgotten. */
class SceneTest {
    private final Scene scene = new Scene();

    private static ObjectNode overview(String limitingSite, long limitedMs) {
        ObjectNode overview = Json.object("overview").put("site", "a").put("delegate", true);
        ObjectNode group = overview.putArray("groups").addObject().put("name", "g");
        group.putObject("source").put("allowedBitPerSecond", 5000).put("limitingSite", limitingSite).put("limitedMs", limitedMs);
        group.putArray("receivers").addObject().put("site", "b").put("rttMs", 30.5).put("lossEventRate", 0.01);
        overview.withArray("groups").addObject().put("name", "other").putArray("receivers").addObject();
        return overview;
    }

    private JsonNode source(long millis) {
        return scene.state("", millis).path("views").path(0).path("groups").path(0).path("source");
    }

    @Test
    void whoLimitsIsReportedWithTheTimeSinceWhen() {
        scene.view("a/m1", overview("b", 3000), 10_000);
        assertThat(source(11_000).path("limitedSince").asLong()).isEqualTo(7_000);
        assertThat(scene.state("", 11_000).has("self")).isFalse();
        scene.self("a/m1");
        assertThat(scene.state("", 11_000).path("self").asText()).isEqualTo("a/m1");
    }

    @Test
    void aSilentProcessIsForgotten() {
        scene.view("a/m1", overview("b", 0), 10_000);
        scene.second(15_000);
        assertThat(scene.state("", 15_000).path("views")).hasSize(1);
        scene.second(15_001);
        assertThat(scene.state("", 15_001).path("views")).isEmpty();
    }

    @Test
    void figuresOfTenMinutesAreKept() {
        for (int second = 0; second < 700; second++) {
            if (second != 650) {
                scene.view("a/m1", overview("b", second * 100L), second * 1000L);
            }
            scene.second(second * 1000L);
        }
        JsonNode allowed = scene.history("g").path("series").path("allowed\na");
        assertThat(allowed).hasSize(History.SECONDS);
        assertThat(allowed.path(599).asDouble()).isEqualTo(5000);
        assertThat(scene.history("g").path("series").path("rtt\na → b").path(0).asDouble()).isEqualTo(30.5);
        assertThat(scene.history("nobody").path("series")).isEmpty();
    }

    @Test
    void secondsWithoutFiguresAreEmpty() {
        History history = new History();
        history.second(1000);
        history.add("x", 7);
        history.second(1003);
        history.add("x", 8);
        ObjectNode out = Json.object("t");
        history.write("", out);
        assertThat(out.path("x").path(599).asDouble()).isEqualTo(8);
        assertThat(out.path("x").path(598).isNull()).isTrue();
        assertThat(out.path("x").path(596).asDouble()).isEqualTo(7);
    }

    @Test
    void beyondTheBoundTheOldestNameMakesRoom() {
        History history = new History(2);
        history.second(1);
        history.add("a", 1);
        history.add("b", 1);
        history.add("a", 1);
        history.add("c", 1);
        ObjectNode out = Json.object("t");
        history.write("", out);
        assertThat(out.has("b")).isFalse();
        assertThat(out.has("a") && out.has("c")).isTrue();
        history.addIfRoom("d", 1);
        history.addIfRoom("c", 2);
        history.write("", out);
        assertThat(out.has("d")).as("which makes nobody go").isFalse();
        assertThat(out.path("c").path(History.SECONDS - 1).asDouble()).isEqualTo(2);
    }

    @Test
    void onlyTheChosenGroupIsReportedWhole() {
        scene.view("a/m1", overview("b", 0), 10_000);
        JsonNode groups = scene.state("other", 10_000).path("views").path(0).path("groups");
        assertThat(groups.path(0).has("receivers")).isFalse();
        assertThat(groups.path(0).has("source")).isTrue();
        assertThat(groups.path(1).has("receivers")).isTrue();
        assertThat(groups.path(0).path("siteCount").isInt()).isTrue();
        assertThat(scene.firstGroup()).isEqualTo("g");
        assertThat(new Scene().firstGroup()).isEmpty();
    }

    @Test
    void newEventsAreReportedAndOldOnesGo() {
        for (int i = 0; i < 250; i++) {
            scene.event("a/m1", Json.object("event").put("text", "e" + i));
        }
        assertThat(scene.events(0).path("events")).hasSize(200);
        assertThat(scene.events(249).path("events").path(0).path("text").asText()).isEqualTo("e249");
    }

    @Test
    void anAddressHasALoopbackHostUnlessItIsGiven() {
        assertThat(PageAddress.parse("--page", "8080").isLocal()).isTrue();
        assertThat(PageAddress.parse("--page", "[::1]:8080").isLocal()).isTrue();
        assertThat(PageAddress.parse("--page", "0.0.0.0:8080").isLocal()).isFalse();
        assertThatThrownBy(() -> PageAddress.parse("--page", "host:")).hasMessageContaining("--page 'host:'")
                .hasMessageContaining("[HOST:]PORT");
        assertThatThrownBy(() -> PageAddress.parse("--page", "65536")).hasMessageContaining("65535");
    }
}
