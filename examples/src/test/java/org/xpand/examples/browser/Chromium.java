package org.xpand.examples.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless browser, driven by its DevTools protocol. */
public final class Chromium implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int SECONDS = 60;

    private final Process process;
    private final HttpClient client = HttpClient.newHttpClient();
    private final String address;

    /** Where one is installed. */
    public static Optional<Path> installed() {
        return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome").map(Path::of)
                .filter(Files::isExecutable).findFirst();
    }

    public Chromium(Path program, Path folder) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(program.toString(), "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
                "--disable-background-timer-throttling", "--disable-renderer-backgrounding", "--disable-dev-shm-usage",
                "--disable-backgrounding-occluded-windows", "--window-size=1000,700", "--remote-debugging-port=0",
                "--user-data-dir=" + folder, "about:blank").redirectErrorStream(true);
        // Who is killed leaves what it has in the system's folder.
        builder.environment().put("TMPDIR", folder.toString());
        process = builder.start();
        BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String found = null;
        for (String line = lines.readLine(); line != null && found == null; line = found == null ? lines.readLine() : line) {
            int at = line.indexOf("ws://");
            found = at < 0 ? null : line.substring(at + 5, line.indexOf('/', at + 5));
        }
        if (found == null) {
            throw new IOException(program + " does not say where its DevTools are");
        }
        address = found;
        Thread drain = new Thread(() -> lines.lines().forEach(line -> { }), "browser-output");
        drain.setDaemon(true);
        drain.start();
    }

    /** Opens a page in a tab of its own. */
    public Page open(String url) throws Exception {
        String answer = client.send(HttpRequest.newBuilder(URI.create("http://" + address + "/json/new?" + url))
                .PUT(HttpRequest.BodyPublishers.noBody()).build(), HttpResponse.BodyHandlers.ofString()).body();
        return new Page(URI.create(MAPPER.readTree(answer).path("webSocketDebuggerUrl").asText()));
    }

    /** All its processes have ended then: one that goes on writes into the folder that is being deleted. */
    @Override
    public void close() {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                .orTimeout(SECONDS, TimeUnit.SECONDS).join();
    }

    /** One tab. */
    public final class Page implements WebSocket.Listener {
        private final ConcurrentHashMap<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
        private final StringBuilder text = new StringBuilder();
        private final WebSocket socket;
        private int calls;

        private Page(URI address) {
            socket = client.newWebSocketBuilder().buildAsync(address, this).join();
        }

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                try {
                    JsonNode answer = MAPPER.readTree(text.toString());
                    CompletableFuture<JsonNode> call = waiting.remove(answer.path("id").asInt(-1));
                    if (call != null) {
                        call.complete(answer);
                    }
                } catch (IOException e) {
                    waiting.values().forEach(each -> each.completeExceptionally(e));
                }
                text.setLength(0);
            }
            from.request(1);
            return null;
        }

        private JsonNode call(String method, ObjectNode parameters) throws Exception {
            int id = ++calls;
            CompletableFuture<JsonNode> answer = new CompletableFuture<>();
            waiting.put(id, answer);
            ObjectNode order = MAPPER.createObjectNode().put("id", id).put("method", method);
            order.set("params", parameters);
            socket.sendText(order.toString(), true).join();
            return answer.get(SECONDS, TimeUnit.SECONDS);
        }

        /** What an expression is on the page. */
        public String value(String expression) throws Exception {
            JsonNode answer = call("Runtime.evaluate", MAPPER.createObjectNode().put("expression", expression)
                    .put("awaitPromise", true).put("returnByValue", true));
            if (answer.path("result").has("exceptionDetails")) {
                throw new IllegalStateException(expression + ": " + answer);
            }
            return answer.path("result").path("result").path("value").asText();
        }

        /** Gives the window a size, in pixels. */
        public void size(int width, int height) throws Exception {
            call("Emulation.setDeviceMetricsOverride", MAPPER.createObjectNode().put("width", width).put("height", height)
                    .put("deviceScaleFactor", 1).put("mobile", false));
        }

        /** Presses Enter and releases it. */
        public void enter() throws Exception {
            for (String type : List.of("keyDown", "keyUp")) {
                call("Input.dispatchKeyEvent", MAPPER.createObjectNode().put("type", type).put("key", "Enter").put("code", "Enter")
                        .put("windowsVirtualKeyCode", 13).put("text", type.equals("keyDown") ? "\r" : ""));
            }
        }

        /** Draws a line with the mouse, between points of the window. */
        public void draw(int x, int y, int toX, int toY) throws Exception {
            mouse("mousePressed", x, y);
            mouse("mouseMoved", (x + toX) / 2, (y + toY) / 2);
            mouse("mouseMoved", toX, toY);
            mouse("mouseReleased", toX, toY);
        }

        private void mouse(String type, int x, int y) throws Exception {
            call("Input.dispatchMouseEvent", MAPPER.createObjectNode().put("type", type).put("x", x).put("y", y)
                    .put("button", "left").put("buttons", 1).put("clickCount", 1));
        }
    }
}
