package org.xpand.examples.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.xpand.examples.Json;
import org.xpand.examples.browser.Chromium;

/** The page of a demonstration of three sites in a browser: by keyboard, with a screen reader, on a narrow screen, and without anybody there. */
@EnabledIf("hasBrowser")
class DemoPageTest {
    private static final List<String> SITES = List.of("site1", "site2", "site3");
    private static final String FOCUSED = "document.activeElement.getAttribute('aria-label') || document.activeElement.localName";

    private static final String SAID = "document.getElementById('said').textContent";
    /** How many buttons have the name of another one. */
    private static final String SAME_NAMES = "const names = [...document.querySelectorAll('button')].map(b => b.getAttribute('aria-label') "
            + "|| b.textContent); String(names.length - new Set(names).size)";
    private static final String LEAST_TEXT = "String(Math.min(...[...document.querySelectorAll('#map text')].filter(t => t.textContent)"
            + ".map(t => t.getBoundingClientRect().height)))";

    @TempDir
    private static Path folder;
    private static Chromium browser;

    private final AtomicLong millis = new AtomicLong(1_000_000);
    private final Scene scene = new Scene();
    private final Demo demo = new Demo();
    private PageServer server;
    private Chromium.Page page;

    static boolean hasBrowser() {
        return Chromium.installed().isPresent();
    }

    @BeforeAll
    static void startBrowser() throws Exception {
        browser = new Chromium(Chromium.installed().orElseThrow(), folder.resolve("demo-browser"));
    }

    @AfterAll
    static void closeBrowser() {
        browser.close();
    }

    /** Takes orders at once; there is no process behind it. */
    private static final class Demo implements PageControls {
        private final TreeSet<String> dead = new TreeSet<>();
        private final TreeSet<String> stopped = new TreeSet<>();
        private final TreeSet<String> cut = new TreeSet<>();
        private String limiting = "site3";

        @Override
        public synchronized ObjectNode state() {
            ObjectNode out = Json.object("controls").put("strategy", "tfrc").put("delivered", 100).put("wrong", 2).put("missed", 243_154);
            out.putArray("strategies").add("tfrc").add("tuf");
            ArrayNode links = out.putArray("links");
            for (String key : List.of("0-1", "0-2", "1-2")) {
                links.addObject().put("key", key).put("a", SITES.get(key.charAt(0) - '0')).put("b", SITES.get(key.charAt(2) - '0'))
                        .put("delayMs", 10).put("lossPercent", 0).put("rateMbps", 10).put("cut", cut.contains(key));
            }
            ArrayNode sites = out.putArray("sites");
            ArrayNode processes = out.putArray("processes");
            for (int i = 0; i < SITES.size(); i++) {
                String site = SITES.get(i);
                String number = Integer.toString(i);
                sites.addObject().put("name", site).put("links", 2).put("cutLinks", cut.stream().filter(key -> key.contains(number)).count());
                String name = site + "/m1";
                processes.addObject().put("name", name).put("delegate", false).put("sends", true)
                        .put("state", dead.contains(name) ? "dead" : stopped.contains(name) ? "stopped" : "running");
            }
            return out;
        }

        @Override
        public synchronized void change(ObjectNode order) {
            String process = order.path("process").asText();
            switch (order.path("action").asText()) {
                case "kill" -> dead.add(process);
                case "start" -> dead.remove(process);
                case "stop" -> stopped.add(process);
                case "resume" -> stopped.remove(process);
                default -> {
                    String number = Integer.toString(SITES.indexOf(order.path("site").asText()));
                    List<String> links = List.of("0-1", "0-2", "1-2").stream().filter(key -> key.contains(number)).toList();
                    if (order.path("cut").asBoolean()) {
                        cut.addAll(links);
                    } else {
                        cut.removeAll(links);
                    }
                }
            }
        }

        synchronized boolean isDead(String process) {
            return dead.contains(process);
        }

        synchronized String limiting() {
            return limiting;
        }

        synchronized void limiting(String site) {
            limiting = site;
        }
    }

    private boolean look(boolean watched) {
        millis.addAndGet(1000);
        for (String site : SITES) {
            if (demo.isDead(site + "/m1")) {
                scene.gone(site + "/m1");
            } else {
                scene.view(site + "/m1", overview(site), millis.get());
            }
        }
        return true;
    }

    private ObjectNode overview(String name) {
        ObjectNode out = Json.object("overview").put("site", name).put("name", "m1").put("delegate", true).put("delegateName", "m1");
        out.putArray("processes").add("m1");
        ObjectNode group = out.putArray("groups").addObject().put("name", "demo").put("strategy", "tfrc");
        group.putArray("tree").addArray().add("site1").add("site2");
        group.withArray("tree").addArray().add("site1").add("site3");
        group.putObject("source").put("allowedBitPerSecond", 1e6).put("sentBitPerSecond", 1e5 + millis.get()).put("slowStart", false)
                .put("limitingSite", demo.limiting()).put("limitedMs", 0);
        ArrayNode sites = out.putArray("sites");
        ArrayNode links = out.putArray("links");
        for (String other : SITES) {
            sites.addObject().put("name", other).put("groups", 1).put("members", 1);
            group.withArray("members").addObject().put("site", other).putArray("names").add("m1");
            if (!other.equals(name)) {
                links.addObject().put("from", name).put("to", other).put("rttMs", 20 + millis.get() / 1000 % 7);
                group.withArray("receivers").addObject().put("site", other).put("rttMs", 20).put("lossEventRate", 0.01);
            }
        }
        return out;
    }

    private void serve(String address) throws IOException {
        server = new PageServer(PageAddress.parse("--page", address), scene, Optional.of(demo), Optional.empty(), this::look, millis::get);
    }

    private void open(String address, int width) throws Exception {
        serve(address);
        page = browser.open("about:blank");
        page.size(width, 800);
        page.value("location.href = '" + server.url() + "'; ''");
        awaitText("(document.getElementById('status') || {}).textContent", "3 sites, 1 group");
    }

    @AfterEach
    void close() throws Exception {
        page.value("stream.close(); ''");
        server.close();
    }

    private void awaitText(String expression, String text) {
        await().atMost(Duration.ofSeconds(30)).ignoreExceptions().untilAsserted(() -> assertThat(page.value(expression)).isEqualTo(text));
    }

    private void awaitSeconds(int seconds) {
        long from = millis.get();
        await().atMost(Duration.ofSeconds(30)).until(() -> millis.get() >= from + 1000L * seconds);
    }

    private void press(String label, String thenFocused) throws Exception {
        page.value("document.querySelector('[aria-label=\"" + label + "\"]').focus(); ''");
        page.enter();
        awaitText(FOCUSED, thenFocused);
    }

    @Test
    void afterAnOrderTheFocusIsOnWhatTookTheButtonsPlace() throws Exception {
        open("127.0.0.1:0", 1280);
        press("kill site2/m1", "start site2/m1");
        press("start site2/m1", "kill site2/m1");
        press("stop site2/m1", "resume site2/m1");
        press("resume site2/m1", "stop site2/m1");
        press("cut off site1", "heal site1");
        assertThat(page.value("document.querySelector('[data-key=\"site site2\"]').textContent")).contains("1 of 2 links cut").contains("heal");
        press("heal site1", "cut off site1");
        assertThat(page.value("document.querySelector('[data-key=\"site site2\"]').textContent")).contains("connected").doesNotContain("heal");
    }

    @Test
    void whatHasTheFocusKeepsItWhileFiguresChange() throws Exception {
        open("127.0.0.1:0", 1280);
        for (String button : List.of("[data-group=demo]", "[aria-label=\"cut off site2\"]", "#links [data-link=\"0-2\"]")) {
            page.value("document.getElementById('linksShown').open = true; ''");
            page.value("window.kept = document.querySelector('" + button + "'); kept.focus(); ''");
            String before = page.value("document.getElementById('groups').textContent");
            await().atMost(Duration.ofSeconds(30)).until(() -> !page.value("document.getElementById('groups').textContent").equals(before));
            assertThat(page.value("String(document.activeElement === kept && kept.isConnected)")).as(button).isEqualTo("true");
        }
        page.enter();
        awaitText("document.getElementById('link').value", "0-2");
    }

    @Test
    void onlyAChangeOfWhoLimitsWhomIsReadOut() throws Exception {
        open("127.0.0.1:0", 1280);
        awaitText(SAID, "site1 is limited by site3, site2 is limited by site3, site3 is limited by site3");
        page.value("""
                window.spoken = 0;
                new MutationObserver(all => spoken += all.length).observe(document.body, {subtree: true, childList: true, characterData: true});
                window.texts = () => [...document.querySelectorAll('[aria-live=polite],[aria-live=assertive],[role=status],[role=alert],output')]
                  .map(e => e.textContent).join('|');
                window.were = texts();
                ''""");
        awaitSeconds(3);
        assertThat(page.value("String(spoken > 0 && texts() === were)")).as("figures have changed, what is read out has not").isEqualTo("true");
        demo.limiting("site1");
        awaitText(SAID, "site1 is limited by site1, site2 is limited by site1, site3 is limited by site1");
        assertThat(page.value(SAME_NAMES)).isEqualTo("0");
    }

    @Test
    void whatWasMissedAndReportedIsAFigureOfItsOwn() throws Exception {
        open("127.0.0.1:0", 1280);
        assertThat(page.value("document.getElementById('traffic').textContent"))
                .isEqualTo("100 deliveries. Lost, doubled or out of order: 2. Missed while away, and reported: 243,154.");
    }

    @Test
    void withoutAnybodyThePageSaysSo() throws Exception {
        open("127.0.0.1:0", 1280);
        for (String site : SITES) {
            demo.change(Json.object("order").put("action", "kill").put("process", site + "/m1"));
        }
        awaitText("document.getElementById('map').textContent", "Nobody is there: no process runs.");
        assertThat(page.value("String(document.querySelector('#map svg'))")).isEqualTo("null");
        demo.change(Json.object("order").put("action", "start").put("process", "site1/m1"));
        awaitText("String(!!document.querySelector('#map svg'))", "true");
    }

    @Test
    void onANarrowScreenTheMapCanBeRead() throws Exception {
        open("127.0.0.1:0", 360);
        awaitText("String(document.querySelector('#map svg').viewBox.baseVal.width <= 360)", "true");
        assertThat(Double.parseDouble(page.value(LEAST_TEXT))).as("pixels").isGreaterThan(10);
        assertThat(page.value("document.querySelector('#links tr[data-key]').innerText")).contains("site1 – site2")
                .contains("ms").contains("1.00 %");
        assertThat(page.value("String(document.documentElement.scrollWidth <= 360)")).as("nothing to scroll sideways").isEqualTo("true");
    }

    @Test
    void thePageComesBackWhenTheNodeIsStartedAgain() throws Exception {
        scene.event("site1/m1", Json.object("event").put("time", "2026-01-01T00:00:00Z").put("text", "before"));
        open("127.0.0.1:0", 1280);
        awaitText("document.getElementById('events').children.length + ''", "1");
        int port = URI.create(server.url()).getPort();
        server.close();
        awaitText("document.getElementById('status').textContent", "no connection, trying again");
        await().atMost(Duration.ofSeconds(30)).ignoreExceptionsInstanceOf(IOException.class).until(() -> {
            serve("127.0.0.1:" + port);
            return true;
        });
        awaitText("document.getElementById('status').textContent", "3 sites, 1 group");
        assertThat(page.value("document.getElementById('events').children.length + ''")).isEqualTo("1");
    }
}
