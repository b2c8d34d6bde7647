package org.xpand.examples.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xpand.examples.Json;
import org.xpand.examples.browser.Chromium;

/** The page of fifty sites that are in two hundred groups, in a browser. */
class ManySitesPageTest {
    private static final int SITES = 50;
    private static final int GROUPS = 200;
    private static final int TIMES = 5;

    @TempDir
    private Path folder;

    private final AtomicLong millis = new AtomicLong(1_000_000);
    private final Scene scene = new Scene();

    private static String site(int number) {
        return String.format("site%02d", number);
    }

    private static String group(int number) {
        return String.format("group%03d", number);
    }

    private ObjectNode overview(int site) {
        ObjectNode out = Json.object("overview").put("site", site(site)).put("name", "m1").put("delegate", true).put("delegateName", "m1");
        out.putArray("processes").add("m1").add("m2");
        ArrayNode sites = out.putArray("sites");
        ArrayNode links = out.putArray("links");
        for (int i = 0; i < SITES; i++) {
            sites.addObject().put("name", site(i)).put("endpoint", "10.0.0." + i + ":7800").put("groups", GROUPS).put("members", 2);
            if (i != site) {
                links.addObject().put("from", site(site)).put("to", site(i)).put("rttMs", 10 + (site + i + millis.get() / 1000) % 90);
            }
        }
        ArrayNode groups = out.putArray("groups");
        ObjectNode alike = Json.object("group").put("strategy", "tfrc").put("direct", false);
        ways(alike, site);
        for (int i = 0; i < GROUPS; i++) {
            ObjectNode group = groups.addObject().setAll(alike);
            group.put("name", group(i)).putObject("source").put("allowedBitPerSecond", 1e7 + 1e5 * site).put("slowStart", false)
                    .put("limitingSite", site(7)).put("limitedMs", 1000).put("sentBitPerSecond", 1e6 + millis.get()).put("backlog", 3)
                    .put("unstable", 4);
        }
        return out;
    }

    private static void ways(ObjectNode out, int site) {
        ArrayNode tree = out.putArray("tree");
        ArrayNode members = out.putArray("members");
        ArrayNode receivers = out.putArray("receivers");
        ArrayNode sources = out.putArray("sources");
        for (int i = 0; i < SITES; i++) {
            members.addObject().put("site", site(i)).putArray("names").add("m1").add("m2");
            if (i > 0) {
                tree.addArray().add(site((i - 1) / 3)).add(site(i));
            }
            if (i != site) {
                receivers.addObject().put("site", site(i)).put("rttMs", 20 + i).put("lossEventRate", 0.001 * i).put("acceptableBitPerSecond", 1e7);
                sources.addObject().put("site", site(i)).put("bitPerSecond", 1e6).put("received", 1000).put("lost", 0);
            }
        }
        ArrayNode senders = out.putArray("senders");
        ArrayNode localReceivers = out.putArray("localReceivers");
        for (String name : new String[] {"m1", "m2"}) {
            senders.addObject().put("name", name).put("demandBitPerSecond", 1e6).put("shareBitPerSecond", 5e5);
            localReceivers.addObject().put("name", name).put("behind", 0).put("room", 100).put("holdsUpMs", 0).put("waitedFor", true);
        }
    }

    private boolean look(boolean watched) {
        millis.addAndGet(1000);
        for (int i = 0; i < SITES; i++) {
            scene.view(site(i) + "/m1", overview(i), millis.get());
        }
        return true;
    }

    @Test
    void itIsDrawnWithoutLag() throws Exception {
        Optional<Path> program = Chromium.installed();
        if (program.isEmpty()) {
            System.out.println("no Chromium is installed: the page of many sites is not looked at in a browser");
            return;
        }
        try (PageServer server = new PageServer(PageAddress.parse("--page", "127.0.0.1:0"), scene, Optional.empty(), Optional.empty(),
                this::look, millis::get);
                Chromium browser = new Chromium(program.get(), folder.resolve("browser"))) {
            Chromium.Page page = browser.open(server.url());
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() ->
                    assertThat(page.value("(document.getElementById('status') || {}).textContent")).isEqualTo("50 sites, 200 groups"));
            assertThat(page.value("inTreeOrder(['a', 'b', 'c', 'd', 'e'], ['a\\nd', 'd\\nc', 'b\\nd']).join(' ')")).as("beside those they forward to")
                    .isEqualTo("a d b c e");
            String each = page.value("(() => { const from = performance.now(); for (let i = 0; i < " + TIMES
                    + "; i++) { state.views[0].links[0].rttMs += 1; show(); } return String((performance.now() - from) / " + TIMES + "); })()");
            assertThat(Double.parseDouble(each)).as("ms for what is drawn each second").isLessThan(300);
        }
    }

    @Test
    void whatIsReportedEachSecondIsShort() {
        look(true);
        assertThat(scene.state(group(0), millis.get()).toString().length()).as("bytes for 50 sites and 200 groups").isLessThan(4_000_000);
    }

    @Test
    void theGroupThatIsLookedAtIsRememberedThoughThereIsNoRoomForAll() {
        look(true);
        scene.second(millis.get());
        scene.state(group(GROUPS - 1), millis.get());
        look(true);
        scene.second(millis.get());
        JsonNode series = scene.history(group(GROUPS - 1)).path("series");
        for (int i = 0; i < SITES; i++) {
            assertThat(series.path("allowed\n" + site(i)).path(History.SECONDS - 1).asDouble()).isEqualTo(1e7 + 1e5 * i);
        }
        assertThat(series.has("rtt\nsite00 → site07")).as("the way that limits").isTrue();
        assertThat(series.has("rtt\nsite00 → site08")).as("another one").isFalse();
        assertThat(series.size()).isLessThan(History.MAX_NAMES / 4);
    }
}
