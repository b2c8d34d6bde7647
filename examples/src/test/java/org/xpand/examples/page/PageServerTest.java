package org.xpand.examples.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.xpand.core.metrics.OpenMetrics;
import org.xpand.examples.Json;

/** Who may see the page, and what is reported to it. */
class PageServerTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private final Scene scene = new Scene();
    private final AtomicInteger asked = new AtomicInteger();
    private final List<ObjectNode> orders = new ArrayList<>();
    private final List<String> changed = new ArrayList<>();
    private PageServer server;

    private Optional<String> wrong = Optional.empty();
    private final NodeProbes probes = new NodeProbes() {
        @Override
        public String metrics() {
            return wrong.map(text -> {
                throw new IllegalStateException(text);
            }).orElse("# EOF\n").toString();
        }

        @Override
        public Optional<String> notLive() {
            return wrong.filter(text -> text.startsWith("broken"));
        }

        @Override
        public Optional<String> notReady() {
            return wrong;
        }

        @Override
        public void changeStrategy(String group, String strategy, Map<String, String> settings) {
            if (strategy.equals("none")) {
                throw new IllegalArgumentException("strategy 'none': accepted is mca");
            }
            changed.add(group + " " + strategy + " " + settings);
        }
    };

    private final class Controls implements PageControls {
        @Override
        public ObjectNode state() {
            return Json.object("controls").put("strategy", "tfrc");
        }

        @Override
        public void change(ObjectNode order) {
            if (order.has("wrong")) {
                throw new IllegalArgumentException("wrong: accepted is none");
            }
            orders.add(order);
        }
    }

    /** Others are asked only if somebody looks, and answer at the third time. */
    private boolean look(boolean watched) {
        scene.view("a/m1", Json.object("overview").put("site", "a"), 1_000_000);
        if (watched && asked.incrementAndGet() >= 3) {
            scene.view("b/m1", Json.object("overview").put("site", "b"), 1_000_000);
        }
        return asked.get() >= 3;
    }

    private void serve(String address, boolean controls) throws IOException {
        server = new PageServer(PageAddress.parse("--page", address), scene,
                controls ? Optional.of(new Controls()) : Optional.empty(),
                Optional.of(probes), this::look, () -> 1_000_000);
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(server.url()).resolve(path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> order(String body, boolean header) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url()).resolve("/control"))
                .POST(HttpRequest.BodyPublishers.ofString(body));
        return client.send((header ? request.header("X-Xpand-Page", "1") : request).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> strategy(String bearer, String body) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(server.url()).resolve("/strategy")).header("Authorization", "Bearer " + bearer)
                .POST(HttpRequest.BodyPublishers.ofString(body)).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void onlyWhoKnowsTheTokenForOrdersChangesTheStrategy() throws Exception {
        serve("0", false);
        String order = "{\"group\":\"g\",\"strategy\":\"mca\",\"settings\":{\"n\":\"3\"}}";
        assertThat(strategy("x", order).statusCode()).isEqualTo(403);
        assertThat(strategy("", order).statusCode()).isEqualTo(403);
        assertThat(changed).isEmpty();
        assertThat(strategy(server.orderToken(), order).statusCode()).isEqualTo(200);
        assertThat(changed).containsExactly("g mca {n=3}");
        assertThat(strategy(server.orderToken(), order.replace("mca", "none")).body()).contains("accepted is mca");
        assertThat(strategy(server.orderToken(), "x").statusCode()).isEqualTo(400);
        assertThat(strategy(server.orderToken(), order.replace("{\"n\":\"3\"}", "7")).statusCode()).isEqualTo(200);
        assertThat(changed).endsWith("g mca {}");
    }

    @Test
    void theTokenForLookingIsNotThatForOrders() throws Exception {
        serve("0.0.0.0:0", false);
        String looking = server.url().substring(server.url().indexOf("token=") + "token=".length());
        assertThat(strategy(looking, "{}").statusCode()).isEqualTo(403);
        assertThat(strategy(server.orderToken(), "{\"group\":\"g\",\"strategy\":\"mca\"}").statusCode()).isEqualTo(200);
    }

    @Test
    void thePageNeedsNothingFromElsewhere() throws Exception {
        serve("0", false);
        HttpResponse<String> page = get("/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow()).startsWith("default-src 'none'");
        assertThat(page.body()).contains("<title>Xpand</title>").doesNotContain("src=\"http").doesNotContain("@import")
                .doesNotContain("url(");
        assertThat(get("/else").statusCode()).isEqualTo(404);
    }

    @Test
    void theStreamReportsHistoryEventsAndState() throws Exception {
        serve("0", true);
        scene.event("a/m1", Json.object("event").put("text", "something"));
        String stream = get("/stream?still=1&group=g").body();
        assertThat(stream.split("\n\n")).hasSize(3);
        assertThat(stream).contains("data: {\"type\":\"history\",\"group\":\"g\"").contains("something")
                .contains("\"controls\":{\"type\":\"controls\",\"strategy\":\"tfrc\"}");
    }

    @Test
    void aSingleQueryReturnsWhatOthersHaveToBeAskedFor() throws Exception {
        serve("0", false);
        assertThat(asked).as("nobody looks").hasValue(0);
        assertThat(Json.parse(get("/overview.json").body()).path("views")).hasSize(2);
    }

    @Test
    void anOpenStreamGoesOnOnceASecondAndEndsWithTheServer() throws Exception {
        serve("0", false);
        try (InputStream in = client.send(HttpRequest.newBuilder(URI.create(server.url()).resolve("/stream")).build(),
                HttpResponse.BodyHandlers.ofInputStream()).body()) {
            StringBuilder text = new StringBuilder();
            while (text.toString().split("\"type\":\"state\"", -1).length < 3) {
                int read = in.read();
                assertThat(read).isNotNegative();
                text.append((char) read);
            }
        }
    }

    @Test
    void onlyThePageGivesOrders() throws Exception {
        serve("0", true);
        assertThat(order("{\"action\":\"kill\"}", false).statusCode()).isEqualTo(400);
        assertThat(order("nonsense", true).statusCode()).isEqualTo(400);
        assertThat(orders).isEmpty();
        assertThat(order("{\"action\":\"kill\"}", true).statusCode()).isEqualTo(200);
        assertThat(orders).hasSize(1);
        HttpResponse<String> refused = order("{\"wrong\":1}", true);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("accepted is none");
    }

    @Test
    void anotherNameThatLeadsHereIsRefused() throws Exception {
        serve("0", false);
        URI uri = URI.create(server.url());
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write("GET / HTTP/1.1\r\nHost: evil.example:80\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 403");
        }
    }

    @Test
    void elsewhereATokenIsRequested() throws Exception {
        serve("0.0.0.0:0", false);
        assertThat(server.url()).contains("/?token=");
        String token = server.url().replaceFirst(".*token=", "");
        assertThat(token).hasSize(32);
        assertThat(get("/").statusCode()).isEqualTo(403);
        assertThat(get("/?token=" + token.substring(1) + "x").statusCode()).isEqualTo(403);
        assertThat(get("/?token=" + token).statusCode()).isEqualTo(200);
        HttpRequest bearer = HttpRequest.newBuilder(URI.create(server.url()).resolve("/overview.json"))
                .header("Authorization", "Bearer " + token).build();
        assertThat(client.send(bearer, HttpResponse.BodyHandlers.ofString()).body()).contains("\"process\":\"a/m1\"");
    }

    @Test
    void healthNeedsNoTokenAndMetricsDo() throws Exception {
        serve("0.0.0.0:0", false);
        assertThat(get("/health/live").statusCode()).isEqualTo(200);
        assertThat(get("/health/ready").body()).isEqualTo("ok\n");
        assertThat(get("/health/else").statusCode()).isEqualTo(404);
        assertThat(get("/metrics").statusCode()).isEqualTo(403);
        wrong = Optional.of("no delegate yet");
        assertThat(get("/health/live").statusCode()).isEqualTo(200);
        assertThat(get("/health/ready").statusCode()).isEqualTo(503);
        assertThat(get("/health/ready").body()).isEqualTo("no delegate yet\n");
        wrong = Optional.of("broken");
        assertThat(get("/health/live").statusCode()).isEqualTo(503);
    }

    private HttpResponse<String> ask(String method, String path) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(server.url()).resolve(path)).method(method, HttpRequest.BodyPublishers.noBody()).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void headIsGetWithoutTheBody() throws Exception {
        serve("0", false);
        for (String path : List.of("/", "/metrics", "/health/live", "/health/ready", "/overview.json")) {
            HttpResponse<String> head = ask("HEAD", path);
            assertThat(head.statusCode()).as(path).isEqualTo(200);
            assertThat(head.body()).as(path).isEmpty();
            HttpResponse<String> get = get(path);
            assertThat(head.headers().firstValue("Content-Type")).as(path).isEqualTo(get.headers().firstValue("Content-Type"));
            assertThat(head.headers().firstValue("Content-Length")).as(path).isEqualTo(get.headers().firstValue("Content-Length"));
        }
        assertThat(ask("HEAD", "/stream").statusCode()).isEqualTo(200);
        assertThat(ask("HEAD", "/else").statusCode()).isEqualTo(404);
        wrong = Optional.of("broken");
        assertThat(ask("HEAD", "/health/live").statusCode()).isEqualTo(503);
    }

    @Test
    void otherMethodsAreAnsweredWithWhatIsAccepted() throws Exception {
        serve("0", true);
        for (String path : List.of("/", "/metrics", "/stream", "/health/live", "/health/ready")) {
            HttpResponse<String> answer = ask("POST", path);
            assertThat(answer.statusCode()).as(path).isEqualTo(405);
            assertThat(answer.headers().firstValue("Allow")).as(path).contains("GET, HEAD");
        }
        assertThat(ask("GET", "/control").headers().firstValue("Allow")).contains("POST");
        assertThat(ask("PUT", "/strategy").statusCode()).isEqualTo(405);
        assertThat(ask("POST", "/else").statusCode()).isEqualTo(404);
    }

    @Test
    void metricsAreOpenMetrics() throws Exception {
        serve("0", false);
        assertThat(get("/metrics").headers().firstValue("Content-Type")).contains(OpenMetrics.CONTENT_TYPE);
        assertThat(get("/metrics").body()).isEqualTo("# EOF\n");
        wrong = Optional.of("it does not answer");
        assertThat(get("/metrics").statusCode()).isEqualTo(503);
    }

    @Test
    void anAddressInUseIsNamed() throws Exception {
        serve("0", false);
        assertThatThrownBy(() -> new PageServer(PageAddress.parse("--page", "" + URI.create(server.url()).getPort()), scene,
                Optional.empty(), Optional.empty(), watched -> true, () -> 0)).isInstanceOf(IOException.class)
                .hasMessageMatching("page '127.0.0.1:[0-9]+': the port is in use, accepted is one that is free");
    }
}
