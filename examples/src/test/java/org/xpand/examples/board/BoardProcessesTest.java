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
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xpand.examples.Json;
import org.xpand.examples.Xpand;

/** Boards of real processes in two sites: a delegate is killed, and who comes late has the picture. */
class BoardProcessesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String SITE_A = "127.105.9.1:7800";
    private static final String SITE_B = "127.105.9.2:7800";
    private static final String LAN_A = "127.105.9.11:7900,127.105.9.12:7900";

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Process> processes = new ArrayList<>();

    private Process start(String name, String site, String wan, String lanBind, String lanPeers) throws Exception {
        Process process = new ProcessBuilder(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + folder, "-cp",
                System.getProperty("java.class.path"), Xpand.class.getName(), "board", "--site", site, "--name", name, "--wan-bind",
                wan, "--seeds", SITE_A + "," + SITE_B, "--lan", "tcp", "--lan-bind", lanBind, "--lan-peers", lanPeers)
                .redirectErrorStream(true).redirectOutput(folder.resolve(name).toFile()).start();
        processes.add(process);
        return process;
    }

    private String url(String name) throws Exception {
        Path output = folder.resolve(name);
        await().atMost(PATIENCE).until(() -> Files.readString(output).contains("\"board\""));
        try (Stream<String> lines = Files.lines(output)) {
            return lines.map(Json::parse).filter(each -> each != null && each.has("url")).findFirst().orElseThrow().path("url")
                    .asText();
        }
    }

    private ObjectNode board(String url) throws Exception {
        return Json.parse(client.send(HttpRequest.newBuilder(URI.create(url + "board.json")).build(),
                HttpResponse.BodyHandlers.ofString()).body());
    }

    private HttpResponse<String> add(String url, String entry) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(url + "entries")).header("X-Xpand-Board", "1")
                .POST(HttpRequest.BodyPublishers.ofString(entry)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private void stroke(String url, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            assertThat(add(url, "{\"type\":\"stroke\",\"color\":\"blue\",\"points\":[1," + i + ",2,3]}").statusCode()).isEqualTo(200);
        }
    }

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void whoComesLateHasThePictureAndAllBoardsAreEqualInTheEnd() throws Exception {
        Process delegate = start("a1", "a", SITE_A, "127.105.9.11:7900", LAN_A);
        String a1 = url("a1");
        stroke(a1, 30);
        start("a2", "a", SITE_A, "127.105.9.12:7900", LAN_A);
        start("b1", "b", SITE_B, "127.105.9.21:7900", "127.105.9.21:7900");
        String a2 = url("a2");
        String b1 = url("b1");
        assertThat(board(b1).path("entries")).as("of another site").hasSize(30);
        assertThat(board(a2).path("entries")).hasSize(30);
        stroke(b1, 10);
        String erased = board(b1).path("entries").get(0).path("id").asText();
        assertThat(add(b1, "{\"type\":\"erased\",\"id\":\"" + erased + "\"}").statusCode()).isEqualTo(200);
        assertThat(add(b1, "{\"type\":\"nonsense\"}").body()).isEqualTo("an entry of type 'nonsense': accepted are stroke, chat, "
                + "erased\n");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(board(a1).path("entries")).hasSize(40));

        delegate.destroyForcibly();
        stroke(a2, 20);
        stroke(b1, 20);
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(board(a2).path("entries")).hasSize(80);
            assertThat(board(b1).path("entries")).isEqualTo(board(a2).path("entries"));
        });
        assertThat(client.send(HttpRequest.newBuilder(URI.create(a2 + "entries")).POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build(), HttpResponse.BodyHandlers.ofString()).statusCode()).as("a page from elsewhere").isEqualTo(400);
        HttpResponse<String> page = client.send(HttpRequest.newBuilder(URI.create(a2)).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(page.body()).contains("<canvas").doesNotContain("http://", "https://");
    }
}
