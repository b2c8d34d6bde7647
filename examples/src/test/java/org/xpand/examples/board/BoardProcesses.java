package org.xpand.examples.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.xpand.core.KeyFile;
import org.xpand.examples.Json;
import org.xpand.examples.Xpand;

/** Real processes of {@code xpand board} that share a key, at loopback addresses of their own for each site and process. */
final class BoardProcesses implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder;
    private final String network;
    private final int sites;
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Process> processes = new ArrayList<>();

    /**
     * @param network first three bytes of the addresses
     * @param sites   how many sites, each with up to three processes
     */
    BoardProcesses(Path folder, String network, int sites) {
        this.folder = folder;
        this.network = network;
        this.sites = sites;
    }

    private String wan(int site) {
        return network + "." + (site + 1) + ":7800";
    }

    private String lan(int site, int process) {
        return network + "." + (10 * (site + 1) + process + 1) + ":7900";
    }

    /** Starts a process. */
    Process start(String name, int site, int process) throws Exception {
        Path key = folder.resolve("board.key");
        if (!Files.exists(key)) {
            KeyFile.create(key);
        }
        String seeds = IntStream.range(0, sites).mapToObj(this::wan).collect(Collectors.joining(","));
        String peers = IntStream.range(0, 3).mapToObj(each -> lan(site, each)).collect(Collectors.joining(","));
        Process started = new ProcessBuilder(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + folder, "-cp",
                System.getProperty("java.class.path"), Xpand.class.getName(), "board", "--site", "site" + site, "--name", name,
                "--wan-bind", wan(site), "--seeds", seeds, "--lan", "tcp", "--lan-bind", lan(site, process), "--lan-peers", peers,
                "--key", key.toString())
                .redirectErrorStream(true).redirectOutput(folder.resolve(name).toFile()).start();
        processes.add(started);
        return started;
    }

    /** Where the page of a process is, once it is there. */
    String url(String name) throws Exception {
        Path output = folder.resolve(name);
        await().atMost(PATIENCE).until(() -> Files.readString(output).contains("\"board\""));
        try (Stream<String> lines = Files.lines(output)) {
            return lines.map(Json::parse).filter(each -> each != null && each.has("url")).findFirst().orElseThrow().path("url")
                    .asText();
        }
    }

    /** What is on a board. */
    ObjectNode board(String url) throws Exception {
        return Json.parse(client.send(HttpRequest.newBuilder(URI.create(url + "board.json")).build(),
                HttpResponse.BodyHandlers.ofString()).body());
    }

    HttpResponse<String> add(String url, String entry) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(url + "entries")).header("X-Xpand-Board", "1")
                .POST(HttpRequest.BodyPublishers.ofString(entry)).build(), HttpResponse.BodyHandlers.ofString());
    }

    void stroke(String url, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            assertThat(add(url, "{\"type\":\"stroke\",\"color\":\"blue\",\"points\":[1," + i + ",2,3]}").statusCode()).isEqualTo(200);
        }
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }
}
