package org.xpand.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.examples.Json;
import org.xpand.examples.page.Scene;
import org.xpand.simulator.WanProfile;

/** Two sites of real processes, and everything the page can order. */
class LivingDemoTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Scene scene = new Scene();

    private LivingDemo demo() throws Exception {
        return new LivingDemo(WanProfile.load("lan", 2), 1, "tfrc", 1, 50, 100, List.of(), scene, text -> { });
    }

    private static ObjectNode order(String text) {
        return Json.parse(text);
    }

    private static JsonNode process(LivingDemo demo, int index) {
        return demo.state().path("processes").path(index);
    }

    @Test
    void wrongOrdersAreRefusedWithWhatIsAccepted() throws Exception {
        try (LivingDemo demo = demo()) {
            assertThatThrownBy(() -> demo.change(order("{\"action\":\"fly\"}"))).hasMessageContaining("accepted are link");
            assertThatThrownBy(() -> demo.change(order("{\"action\":\"cut\",\"link\":\"1-0\"}")))
                    .hasMessageContaining("link '1-0'");
            assertThatThrownBy(() -> demo.change(order("{\"action\":\"link\",\"link\":\"0-1\",\"rateMbps\":-1}")))
                    .hasMessageContaining("rateMbps -1");
            assertThatThrownBy(() -> demo.change(order("{\"action\":\"kill\",\"process\":\"site1/m1\"}")))
                    .hasMessageContaining("is dead");
            assertThatThrownBy(() -> demo.change(order("{\"action\":\"start\",\"process\":\"x\"}")))
                    .hasMessageContaining("site1/m1");
            assertThatThrownBy(() -> demo.change(order("{\"action\":\"partition\",\"site\":\"x\"}")))
                    .hasMessageContaining("site1");
            assertThatThrownBy(() -> demo.change(order("{\"action\":\"strategy\",\"strategy\":\"x\"}")))
                    .hasMessageContaining("tfrc");
            demo.change(order("{\"action\":\"link\",\"link\":\"0-1\",\"rateMbps\":2.5,\"delayMs\":7,\"lossPercent\":3}"));
            JsonNode link = demo.state().path("links").path(0);
            assertThat(link.path("rateMbps").asDouble()).isEqualTo(2.5);
            assertThat(link.path("delayMs").asDouble()).isEqualTo(7);
            assertThat(link.path("lossPercent").asDouble()).isEqualTo(3);
            demo.change(order("{\"action\":\"partition\",\"site\":\"site1\",\"cut\":true}"));
            assertThat(demo.state().path("links").path(0).path("cut").asBoolean()).isTrue();
            assertThat(demo.state().path("sites").path(1).path("cutLinks").asInt()).isEqualTo(1);
        }
    }

    @Test
    void aSiteSaysHowManyOfItsLinksAreCut() throws Exception {
        try (LivingDemo demo = new LivingDemo(WanProfile.load("lan", 3), 1, "tfrc", 1, 50, 100, List.of(), scene, text -> { })) {
            demo.change(order("{\"action\":\"partition\",\"site\":\"site1\",\"cut\":true}"));
            demo.change(order("{\"action\":\"partition\",\"site\":\"site2\",\"cut\":true}"));
            demo.change(order("{\"action\":\"partition\",\"site\":\"site1\",\"cut\":false}"));
            JsonNode sites = demo.state().path("sites");
            assertThat(sites.findValuesAsText("cutLinks")).containsExactly("0", "1", "1");
            assertThat(sites.findValuesAsText("links")).containsExactly("2", "2", "2");
        }
    }

    @Test
    void processesSendAndChangeTheStrategyAndAreKilledAndStarted() throws Exception {
        try (LivingDemo demo = demo()) {
            demo.start();
            await().atMost(PATIENCE).until(() -> sitesSeen() == 2
                    && demo.state().path("delivered").asLong() > 20);
            demo.change(order("{\"action\":\"strategy\",\"strategy\":\"tfmcc\"}"));
            await().atMost(PATIENCE).until(() -> scene.overview().path("views").findValuesAsText("strategy").contains("tfmcc"));
            await().atMost(PATIENCE).until(() -> process(demo, 0).path("state").asText().equals("running")
                    && process(demo, 1).path("state").asText().equals("running"));
            demo.change(order("{\"action\":\"kill\",\"process\":\"site2/m1\"}"));
            assertThat(process(demo, 1).path("state").asText()).isEqualTo("dead");
            long delivered = demo.state().path("delivered").asLong();
            demo.change(order("{\"action\":\"start\",\"process\":\"site2/m1\"}"));
            await().atMost(PATIENCE).until(() -> process(demo, 1).path("state").asText().equals("running")
                    && demo.state().path("delivered").asLong() > delivered + 20);
            assertThat(demo.state().path("wrong").asLong()).isZero();
            assertThat(demo.state().path("missed").asLong()).isZero();
        }
    }

    private int sitesSeen() {
        return scene.overview().path("views").path(0).path("sites").size();
    }
}
