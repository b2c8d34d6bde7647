package org.xpand.examples.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Boards of real processes in two sites: a delegate is killed, and who comes late has the picture. */
class BoardProcessesTest {
    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private BoardProcesses boards;

    @BeforeEach
    void twoSites() {
        boards = new BoardProcesses(folder, "127.105.9", 2);
    }

    @AfterEach
    void end() {
        boards.close();
    }

    @Test
    void whoComesLateHasThePictureAndAllBoardsAreEqualInTheEnd() throws Exception {
        Process delegate = boards.start("a1", 0, 0);
        String a1 = boards.url("a1");
        boards.stroke(a1, 30);
        boards.start("a2", 0, 1);
        boards.start("b1", 1, 0);
        String a2 = boards.url("a2");
        String b1 = boards.url("b1");
        assertThat(boards.board(b1).path("entries")).as("of another site").hasSize(30);
        assertThat(boards.board(a2).path("entries")).hasSize(30);
        boards.stroke(b1, 10);
        String erased = boards.board(b1).path("entries").get(0).path("id").asText();
        assertThat(boards.add(b1, "{\"type\":\"erased\",\"id\":\"" + erased + "\"}").statusCode()).isEqualTo(200);
        assertThat(boards.add(b1, "{\"type\":\"nonsense\"}").body()).isEqualTo("an entry of type 'nonsense': accepted are stroke, chat, "
                + "erased\n");
        assertThat(boards.add(b1, "{\"type\":\"stroke\"}")).satisfies(refused -> {
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("accepted is an array x, y, x, y");
        });
        await().atMost(BoardProcesses.PATIENCE).untilAsserted(() -> assertThat(boards.board(a1).path("entries")).hasSize(40));

        delegate.destroyForcibly();
        boards.stroke(a2, 20);
        boards.stroke(b1, 20);
        await().atMost(BoardProcesses.PATIENCE).untilAsserted(() -> {
            assertThat(boards.board(a2).path("entries")).hasSize(80);
            assertThat(boards.board(b1).path("entries")).isEqualTo(boards.board(a2).path("entries"));
        });
        assertThat(client.send(HttpRequest.newBuilder(URI.create(a2 + "entries")).POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build(), HttpResponse.BodyHandlers.ofString()).statusCode()).as("a page from elsewhere").isEqualTo(400);
        HttpResponse<String> page = client.send(HttpRequest.newBuilder(URI.create(a2)).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(page.body()).contains("<canvas").doesNotContain("http://", "https://");
    }
}
