package org.xpand.examples.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.xpand.examples.Json;
import org.xpand.examples.process.Child;
import picocli.CommandLine;

/** The commands in processes of two sites, and several senders in one process. */
@ResourceLock(Resources.SYSTEM_OUT)
class LoadAndSinkTest {
    private static final String SEEDS = "127.105.1.1:7800,127.105.2.1:7800";

    private final Map<String, List<ObjectNode>> printed = new ConcurrentHashMap<>();

    private Child start(String command, int site, String... more) throws Exception {
        List<String> arguments = Stream.concat(Stream.of(command, "--site", "traffic" + site, "--name", command,
                "--group", "g", "--lan", "tcp", "--lan-bind", "127.105." + site + ".1:7900", "--wan-bind",
                "127.105." + site + ".1:7800", "--seeds", SEEDS), Stream.of(more)).toList();
        return new Child(command, arguments, (child, object) -> lines(child.name()).add(object));
    }

    private List<ObjectNode> lines(String name) {
        return printed.computeIfAbsent(name, key -> new CopyOnWriteArrayList<>());
    }

    private static List<ObjectNode> ofType(List<ObjectNode> lines, String type) {
        return lines.stream().filter(line -> line.path("type").asText().equals(type)).toList();
    }

    @Test
    void aSinkTakesWhatALoadSendsAndBothSaySo(@TempDir Path folder) throws Exception {
        Path stats = folder.resolve("sink.json");
        try (Child sink = start("sink", 1, "--expect", "600", "--stats", stats.toString());
                Child load = start("load", 2, "--seconds", "0", "--rate", "300", "--size", "200")) {
            assertThat(sink.awaitExit(30)).as(sink.complaints()).isTrue();
            assertThat(sink.exitCode()).as("%s %s", sink.complaints(), ofType(lines("sink"), "summary")).isZero();
            ProcessHandle.of(load.pid()).orElseThrow().destroy();
            assertThat(load.awaitExit(15)).isTrue();
            await().atMost(Duration.ofSeconds(5)).until(() -> !ofType(lines("load"), "summary").isEmpty());

            ObjectNode taken = Json.parse(Files.readString(stats));
            assertThat(taken).isEqualTo(ofType(lines("sink"), "summary").get(0));
            assertThat(taken.path("perSource").path("traffic2/load").asLong()).isGreaterThanOrEqualTo(600);
            for (String none : List.of("duplicates", "reordered", "gaps", "foreign", "messagesSent")) {
                assertThat(taken.path(none).asLong(-1)).as(none).isZero();
            }
            assertThat(taken.path("latency").path("p50").asDouble()).isGreaterThan(0);
            ObjectNode sent = ofType(lines("load"), "summary").get(0);
            assertThat(sent.path("messagesSent").asLong()).isGreaterThanOrEqualTo(600)
                    .isEqualTo(sent.path("messagesDelivered").asLong());
            assertThat(sent.path("unstable").asInt(-1)).isZero();
            ObjectNode second = ofType(lines("load"), "second").get(1);
            assertThat(second.path("second").asLong()).isEqualTo(2);
            assertThat(second.path("delegate").asBoolean()).isTrue();
            assertThat(second.path("allowedBitPerSecond").asLong()).isPositive();
            assertThat(second.path("rttMs").asDouble()).isPositive();
            assertThat(ofType(lines("load"), "event").get(0).path("kind").asText()).isEqualTo("DELEGATE");
        }
    }

    @Test
    void senderNodesOfOneProcessAreMembersEach(@TempDir Path folder) throws Exception {
        Path stats = folder.resolve("load.json");
        PrintStream before = System.out;
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setOut(new PrintStream(captured, true, StandardCharsets.UTF_8));
        int code;
        try {
            code = new CommandLine(new LoadCommand()).execute("--site", "several", "--name", "n", "--group", "g", "--lan",
                    "local", "--wan-bind", "127.105.3.1:7800", "--senders", "3", "--wait", "3", "--seconds", "1",
                    "--rate", "100", "--stats", stats.toString());
        } finally {
            System.setOut(before);
        }
        assertThat(code).as(captured.toString(StandardCharsets.UTF_8)).isZero();
        List<ObjectNode> summaries = Files.readAllLines(stats).stream().map(Json::parse).toList();
        assertThat(summaries).extracting(each -> each.path("name").asText()).containsExactly("n", "n-1", "n-2");
        assertThat(summaries).allSatisfy(each -> assertThat(each.path("perSource")).hasSize(3)
                .allSatisfy(count -> assertThat(count.asLong()).isBetween(90L, 100L)));
    }
}
