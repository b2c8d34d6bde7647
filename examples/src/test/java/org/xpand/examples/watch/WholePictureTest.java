package org.xpand.examples.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xpand.core.Group;
import org.xpand.core.MessageListener;
import org.xpand.core.XpandNode;
import org.xpand.examples.Json;
import org.xpand.examples.page.NodePage;
import org.xpand.examples.page.PageAddress;
import org.xpand.examples.page.PageServer;
import org.xpand.examples.page.Scene;
import org.xpand.examples.wan.EmulatedWan;
import org.xpand.membership.api.LanTransport;
import org.xpand.simulator.WanProfile;

/**
 * Three sites with a lossy link, a narrow one and a slow member, each the trouble of another group: the page of every process,
 * whether delegate or not, names all three.
 */
class WholePictureTest {
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final int NETWORK = 14;
    private static final int SITES = 3;
    private static final int SENDER = 1;
    private static final long SLOW_NANOS = 300_000_000L;

    private final List<XpandNode> nodes = new ArrayList<>();
    private final List<Group> sending = new ArrayList<>();
    private final List<PageServer> pages = new ArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void everyProcessNamesTheLossyPathTheNarrowOneAndTheSlowMember(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("wan.json"), """
                {"sites":["a14","b14","c14"],"default":{"delayMs":10,"rateMbps":50,"queuePackets":100,"lossPercent":0},
                "links":[{"from":"a14","to":"b14","both":true,"lossPercent":1},{"from":"a14","to":"c14","both":true,"rateMbps":0.2,"queuePackets":20},
                {"from":"b14","to":"c14","both":true,"rateMbps":0.2,"queuePackets":20}]}""");
        WanProfile profile = WanProfile.load(file.toString());
        List<EmulatedWan.Attachment> places = new ArrayList<>();
        for (int i = 0; i < 2 * SITES; i++) {
            places.add(new EmulatedWan.Attachment(i / 2, new InetSocketAddress(InetAddress.getByAddress(
                    new byte[] {127, NETWORK, (byte) (i / 2 + 1), (byte) (i % 2 + 1)}), 7800)));
        }
        try (EmulatedWan wan = new EmulatedWan(1, profile, places)) {
            wan.start();
            for (int i = 0; i < 2 * SITES; i++) {
                nodes.add(XpandNode.builder().site(profile.sites().get(i / 2)).name("m" + (i % 2 + 1)).wanBind(text(places.get(i).real()))
                        .advertise(text(wan.endpoint(i))).seeds(text(wan.endpoint(0))).lan(new LanTransport.Local()).start());
                pages.add(NodePage.start(PageAddress.parse("--page", "0"), new Scene(), nodes.get(i)));
            }
            join("lossy", 2, message -> { });
            join("narrow", 5, message -> { });
            join("slow", 3, message -> LockSupport.parkNanos(SLOW_NANOS));
            Thread pump = new Thread(this::pump);
            pump.start();
            try {
                for (PageServer page : pages) {
                    await().atMost(PATIENCE).untilAsserted(() -> check(page));
                }
            } finally {
                pump.interrupt();
                pump.join();
            }
        } finally {
            pages.forEach(PageServer::close);
            nodes.forEach(node -> node.close(Duration.ZERO));
        }
    }

    private void join(String group, int receiver, MessageListener listener) throws InterruptedException {
        nodes.get(receiver).join(group, listener);
        sending.add(nodes.get(SENDER).join(group, message -> { }));
    }

    /** As much as each group takes. */
    private void pump() {
        while (!Thread.currentThread().isInterrupted()) {
            sending.forEach(group -> {
                while (group.trySend(new byte[1000])) {
                    // Until its window is full.
                }
            });
            LockSupport.parkNanos(5_000_000L);
        }
    }

    private void check(PageServer page) throws Exception {
        HttpResponse<String> answer = client.send(HttpRequest.newBuilder(URI.create(page.url()).resolve("/overview.json")).build(),
                HttpResponse.BodyHandlers.ofString());
        ObjectNode state = Json.parse(answer.body());
        TreeSet<String> delegates = new TreeSet<>();
        for (JsonNode view : state.path("views")) {
            if (view.path("delegate").asBoolean()) {
                delegates.add(view.path("site").asText());
            }
        }
        assertThat(delegates).as("at %s", state.path("self")).containsExactly("a14", "b14", "c14");
        List<Diagnosis.Finding> findings = Diagnosis.of(state, null);
        assertThat(findings).anySatisfy(finding -> {
            assertThat(finding.group()).isEqualTo("lossy");
            assertThat(finding.kind()).isEqualTo(Diagnosis.Kind.PATH);
            assertThat(finding.text()).contains("from a14 to b14");
            assertThat(finding.help()).contains("a quarter of the losses");
        }).anySatisfy(finding -> {
            assertThat(finding.group()).isEqualTo("narrow");
            assertThat(finding.kind()).isEqualTo(Diagnosis.Kind.PATH);
            assertThat(finding.text()).contains("from a14 to c14").contains("kbit/s");
        }).anySatisfy(finding -> {
            assertThat(finding.group()).isEqualTo("slow");
            assertThat(finding.kind()).isEqualTo(Diagnosis.Kind.MEMBER);
            assertThat(finding.text()).contains("member b14/m2").contains("does not consume");
        });
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }
}
