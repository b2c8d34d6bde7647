package org.xpand.examples.board;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.xpand.examples.Json;
import org.xpand.examples.page.PageAddress;

/** Serves a member's board to browsers on this machine only. */
final class BoardServer implements AutoCloseable {
    private static final String PAGE = "board.html";
    /** Maximum number of open pages. */
    private static final int MAX_PAGES = 16;
    /** Maximum number of events that wait for a page; a page that is further behind starts again. */
    private static final int MAX_WAITING = 4096;
    private static final int KEEP_ALIVE_SECONDS = 10;
    private static final String HEADER = "X-Xpand-Board";

    private final HttpServer server;
    private final ExecutorService handlers = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "board");
        thread.setDaemon(true);
        return thread;
    });
    private final CopyOnWriteArrayList<BlockingQueue<String>> pages = new CopyOnWriteArrayList<>();
    private final byte[] page;
    private volatile Board board;
    private volatile boolean closed;

    /**
     * Binds the page's address first, so that an address in use is reported before anything else.
     *
     * @param port port on the loopback address; 0 for a free one
     * @throws IOException if it cannot be bound; the message names it
     */
    BoardServer(int port) throws IOException {
        try (InputStream in = BoardServer.class.getResourceAsStream(PAGE)) {
            page = in.readAllBytes();
        }
        InetSocketAddress address = new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
        try {
            server = HttpServer.create(address, 0);
        } catch (IOException e) {
            throw new IOException("--port '" + port + "': " + new PageAddress(address).refusal(e), e);
        }
        server.setExecutor(handlers);
        server.createContext("/", this::handle);
    }

    /** Starts serving. */
    void start(Board shown) {
        board = shown;
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    /** Sends an event of the board to all pages. */
    void publish(ObjectNode event) {
        String text = event.toString();
        for (BlockingQueue<String> each : pages) {
            if (!each.offer(text)) {
                // Its browser connects again, and gets everything.
                pages.remove(each);
            }
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String host = exchange.getRequestHeaders().getFirst("Host");
            if (host == null || !host.replaceFirst(":\\d+$", "").matches("localhost|127(\\.\\d{1,3}){3}")) {
                answer(exchange, 403, "text/plain", "accepted is a page of this machine\n".getBytes(StandardCharsets.UTF_8));
                return;
            }
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            switch (exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath()) {
                case "GET /" -> {
                    exchange.getResponseHeaders().set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; "
                            + "script-src 'unsafe-inline'; connect-src 'self'; img-src data:");
                    answer(exchange, 200, "text/html", page);
                }
                case "GET /board.json" -> answer(exchange, 200, "application/json", bytes(board.all()));
                case "GET /events" -> events(exchange);
                case "POST /entries", "POST /cursor" -> order(exchange);
                default -> answer(exchange, 404, "text/plain",
                        "accepted are /, /board.json, /events, /entries, /cursor\n".getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static byte[] bytes(ObjectNode object) {
        return (object + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Handles a request of the page; other pages in the browser cannot send the header. */
    private void order(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(Board.MAX_ENTRY_BYTES + 1);
        ObjectNode order = body.length > Board.MAX_ENTRY_BYTES ? null : Json.parse(new String(body, StandardCharsets.UTF_8));
        if (order == null || !exchange.getRequestHeaders().containsKey(HEADER)) {
            answer(exchange, 400, "text/plain", ("accepted are JSON objects of the board's page, up to " + Board.MAX_ENTRY_BYTES
                    + " bytes\n").getBytes(StandardCharsets.UTF_8));
            return;
        }
        try {
            if (exchange.getRequestURI().getPath().equals("/cursor")) {
                board.cursor(order);
            } else {
                board.add(order);
            }
            answer(exchange, 200, "application/json", "{}\n".getBytes(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException | IllegalStateException e) {
            answer(exchange, 400, "text/plain", (e.getMessage() + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answer(exchange, 503, "text/plain", "the board is being left\n".getBytes(StandardCharsets.UTF_8));
        }
    }

    private void events(HttpExchange exchange) throws IOException {
        BlockingQueue<String> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
        if (pages.size() >= MAX_PAGES) {
            answer(exchange, 503, "text/plain", ("accepted are " + MAX_PAGES + " open pages\n").getBytes(StandardCharsets.UTF_8));
            return;
        }
        pages.add(waiting);
        try {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                // Later events wait already, so none is missed.
                send(out, board.all().toString());
                send(out, board.members().toString());
                while (!closed && pages.contains(waiting)) {
                    String next = waiting.poll(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS);
                    send(out, next == null ? "{}" : next);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            pages.remove(waiting);
        }
    }

    private static void send(OutputStream out, String event) throws IOException {
        out.write(("data: " + event + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static void answer(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        closed = true;
        server.stop(0);
        handlers.shutdownNow();
    }
}
