package org.xpand.examples.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.xpand.core.metrics.OpenMetrics;
import org.xpand.examples.Json;

/**
 * Serves the page: the page itself, a stream of its figures, once a second, and its requests for changes. At other addresses than
 * loopback, a token is required.
 */
public final class PageServer implements AutoCloseable {
    /** Prefix of the message about an address that cannot be bound. */
    public static final String PAGE_ADDRESS = "page";
    /** Maximum number of open pages. */
    private static final int MAX_STREAMS = 32;
    private static final int MAX_ORDER_BYTES = 10_000;
    private static final String HEALTH = "/health/";
    private static final String LOOK = "GET, HEAD";
    private static final String ORDER = "POST";
    /** The paths, with the methods of each. */
    private static final Map<String, String> PATHS = Map.of("/", LOOK, "/overview.json", LOOK, "/stream", LOOK, "/metrics", LOOK,
            HEALTH + "live", LOOK, HEALTH + "ready", LOOK, "/control", ORDER, "/strategy", ORDER);
    private static final String PAGE = "page.html";
    private static final String BEARER = "Bearer ";
    private static final String ORDER_HEADER = "X-Xpand-Page";

    /** For so long after a request another one is expected. */
    private static final long WATCHED_MILLIS = 5_000;
    /** A single request is answered after this many attempts at the latest, even if other processes have not answered. */
    private static final int ONCE_TRIES = 15;
    private static final long ONCE_PAUSE_MILLIS = 100;

    private final HttpServer server;
    private final ExecutorService handlers = Executors.newCachedThreadPool(task -> daemon(task, "page"));
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            task -> daemon(task, "page-clock"));
    private final Scene scene;
    private final Optional<PageControls> controls;
    private final Optional<NodeProbes> probes;
    private final LongSupplier millis;
    private final Look look;
    private volatile long askedMillis;
    private final Optional<String> token;
    private final String orderToken = PageToken.random();
    private final byte[] page;
    private final AtomicInteger streams = new AtomicInteger();
    private final Object tick = new Object();
    private long ticks;
    private volatile boolean closed;

    /**
     * Starts serving.
     *
     * @param address  the address
     * @param scene    what is shown
     * @param controls what can be changed, if anything
     * @param probes   what programs may request, if this is the page of a node
     * @param look     called once a second, may fail
     * @param millis   the time of day in milliseconds
     * @throws IOException if the address cannot be bound; the message names it
     */
    public PageServer(PageAddress address, Scene scene, Optional<PageControls> controls, Optional<NodeProbes> probes,
                      Look look, LongSupplier millis) throws IOException {
        this.scene = scene;
        this.controls = controls;
        this.probes = probes;
        this.millis = millis;
        this.look = look;
        this.askedMillis = millis.getAsLong() - WATCHED_MILLIS;
        this.token = address.isLocal() ? Optional.empty() : Optional.of(PageToken.given(System.getenv()).orElseGet(PageToken::random));
        this.page = resource();
        try {
            server = HttpServer.create(address.address(), 0);
        } catch (IOException e) {
            throw new IOException(PAGE_ADDRESS + " '" + address + "': " + address.refusal(e), e);
        }
        server.setExecutor(handlers);
        server.createContext("/", this::handle);
        server.start();
        clock.scheduleAtFixedRate(this::second, 0, 1, TimeUnit.SECONDS);
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    private static byte[] resource() throws IOException {
        try (InputStream in = PageServer.class.getResourceAsStream(PAGE)) {
            return in.readAllBytes();
        }
    }

    /** Returns the URL of the page, with the token if there is one. */
    public String url() {
        InetSocketAddress bound = server.getAddress();
        String host = bound.getAddress().isAnyLocalAddress() ? "localhost" : bound.getAddress().getHostAddress();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + bound.getPort() + "/"
                + token.map(secret -> "?token=" + secret).orElse("");
    }

    /** Returns the token for programs that change something at the node, required at every address. Reading needs less. */
    public String orderToken() {
        return orderToken;
    }

    private void second() {
        lookNow(streams.get() > 0 || millis.getAsLong() - askedMillis < WATCHED_MILLIS);
        scene.second(millis.getAsLong());
        synchronized (tick) {
            ticks++;
            tick.notifyAll();
        }
    }

    private boolean lookNow(boolean watched) {
        try {
            return look.look(watched);
        } catch (RuntimeException e) {
            // A node that does not answer in this second may answer in the next one; until then its figures are old.
            return false;
        }
    }

    /** Returns everything for a single request, after waiting for what has to be requested from other processes. */
    private ObjectNode once() throws InterruptedException {
        askedMillis = millis.getAsLong();
        for (int left = ONCE_TRIES; !lookNow(true) && left > 0; left--) {
            TimeUnit.MILLISECONDS.sleep(ONCE_PAUSE_MILLIS);
        }
        return scene.state("", millis.getAsLong());
    }

    private void overview(HttpExchange exchange) throws IOException {
        try {
            answer(exchange, 200, "application/json", once() + "\n");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answer(exchange, 503, "text/plain", "it is being stopped\n");
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
            // Health is only a word, and its requests have no token.
            if (!path.startsWith(HEALTH) && !isKnown(exchange, query)) {
                answer(exchange, 403, "text/plain", "this page needs its token: /?token=…\n");
                return;
            }
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            String methods = PATHS.get(path);
            if (methods == null) {
                answer(exchange, 404, "text/plain", "accepted are /, /overview.json, /stream, /metrics, /health/live, /health/ready\n");
            } else if (!List.of(methods.split(", ")).contains(exchange.getRequestMethod())) {
                exchange.getResponseHeaders().set("Allow", methods);
                answer(exchange, 405, "text/plain", "accepted are " + methods + "\n");
            } else {
                handle(exchange, path, query);
            }
        }
    }

    private void handle(HttpExchange exchange, String path, Map<String, String> query) throws IOException {
        switch (path) {
            case "/" -> {
                exchange.getResponseHeaders().set("Content-Security-Policy", "default-src 'none'; "
                        + "style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src data:");
                answer(exchange, 200, "text/html", page);
            }
            case "/overview.json" -> overview(exchange);
            case "/stream" -> stream(exchange, query.getOrDefault("group", ""), query.containsKey("still"));
            case "/metrics" -> metrics(exchange);
            case "/control" -> control(exchange);
            case "/strategy" -> strategy(exchange);
            default -> health(exchange, path);
        }
    }

    /** Whether a request is allowed: not from other pages in the browser, nor without the token. */
    private boolean isKnown(HttpExchange exchange, Map<String, String> query) {
        if (token.isPresent()) {
            return isSame(bearer(exchange).orElse(query.getOrDefault("token", "")), token.get())
                    || isSame(bearer(exchange).orElse(""), orderToken);
        }
        // A foreign page can make a host name of its own resolve to this address, but cannot make the browser send another host name.
        String host = exchange.getRequestHeaders().getFirst("Host");
        String name = host == null ? "" : host.replaceFirst(":\\d+$", "");
        return name.equals("localhost") || name.equals("[::1]") || name.matches("127(\\.\\d{1,3}){3}");
    }

    private static Optional<String> bearer(HttpExchange exchange) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization")).filter(value -> value.startsWith(BEARER))
                .map(value -> value.substring(BEARER.length()));
    }

    private static boolean isSame(String given, String secret) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), secret.getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> query = new HashMap<>();
        for (String part : raw == null ? new String[0] : raw.split("&")) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                query.put(part.substring(0, equals), URLDecoder.decode(part.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return query;
    }

    private void metrics(HttpExchange exchange) throws IOException {
        if (probes.isEmpty()) {
            answer(exchange, 404, "text/plain", "this is not the page of one node\n");
            return;
        }
        try {
            answer(exchange, 200, OpenMetrics.CONTENT_TYPE, probes.get().metrics().getBytes(StandardCharsets.UTF_8));
        } catch (IllegalStateException e) {
            answer(exchange, 503, "text/plain", e.getMessage() + "\n");
        }
    }

    private void health(HttpExchange exchange, String path) throws IOException {
        Optional<String> wrong = path.endsWith("live") ? probes.flatMap(NodeProbes::notLive) : probes.flatMap(NodeProbes::notReady);
        answer(exchange, wrong.isEmpty() ? 200 : 503, "text/plain", wrong.orElse("ok") + "\n");
    }

    private void control(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(MAX_ORDER_BYTES);
        ObjectNode order = Json.parse(new String(body, StandardCharsets.UTF_8));
        if (controls.isEmpty() || !exchange.getRequestHeaders().containsKey(ORDER_HEADER) || order == null) {
            answer(exchange, 400, "text/plain", "accepted are orders of the page of a demonstration\n");
            return;
        }
        obey(exchange, () -> controls.get().change(order));
    }

    private void strategy(HttpExchange exchange) throws IOException {
        if (probes.isEmpty() || !isSame(bearer(exchange).orElse(""), orderToken)) {
            answer(exchange, 403, "text/plain", "accepted is who knows the node's token for orders\n");
            return;
        }
        ObjectNode order = Json.parse(new String(exchange.getRequestBody().readNBytes(MAX_ORDER_BYTES), StandardCharsets.UTF_8));
        Map<String, String> settings = new HashMap<>();
        if (order != null) {
            order.path("settings").properties().forEach(each -> settings.put(each.getKey(), each.getValue().asText()));
        }
        obey(exchange, () -> {
            if (order == null) {
                throw new IllegalArgumentException("accepted is a JSON object with group, strategy and settings");
            }
            probes.get().changeStrategy(order.path("group").asText(), order.path("strategy").asText(), settings);
        });
    }

    /** A requested change. */
    private interface Order {
        void carryOut() throws InterruptedException;
    }

    private static void obey(HttpExchange exchange, Order order) throws IOException {
        try {
            order.carryOut();
            answer(exchange, 200, "application/json", "{}\n");
        } catch (IllegalArgumentException | IllegalStateException e) {
            answer(exchange, 400, "text/plain", e.getMessage() + "\n");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answer(exchange, 503, "text/plain", "it is being stopped\n");
        }
    }

    private void stream(HttpExchange exchange, String group, boolean still) throws IOException {
        if (isHead(exchange)) {
            answer(exchange, 200, "text/event-stream", new byte[0]);
            return;
        }
        if (streams.incrementAndGet() > MAX_STREAMS) {
            streams.decrementAndGet();
            answer(exchange, 503, "text/plain", "accepted are " + MAX_STREAMS + " open pages\n");
            return;
        }
        try {
            if (still) {
                once();
            }
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                send(out, scene.history(group));
                long lastEvent = 0;
                for (long seen = -1; !closed; seen = awaitTick(seen)) {
                    ObjectNode events = scene.events(lastEvent);
                    lastEvent = events.path("last").asLong();
                    if (!events.path("events").isEmpty()) {
                        send(out, events);
                    }
                    ObjectNode state = scene.state(group.isEmpty() ? scene.firstGroup() : group, millis.getAsLong());
                    controls.ifPresent(there -> state.set("controls", there.state()));
                    send(out, state);
                    if (still) {
                        break;
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            streams.decrementAndGet();
        }
    }

    private long awaitTick(long seen) throws InterruptedException {
        synchronized (tick) {
            while (ticks == seen && !closed) {
                tick.wait();
            }
            return ticks;
        }
    }

    private static void send(OutputStream out, ObjectNode object) throws IOException {
        out.write(("data: " + object + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        answer(exchange, status, type, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void answer(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type.contains("charset") ? type : type + "; charset=utf-8");
        if (isHead(exchange)) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    private static boolean isHead(HttpExchange exchange) {
        return exchange.getRequestMethod().equals("HEAD");
    }

    @Override
    public void close() {
        closed = true;
        clock.shutdownNow();
        synchronized (tick) {
            tick.notifyAll();
        }
        server.stop(0);
        handlers.shutdownNow();
    }
}
