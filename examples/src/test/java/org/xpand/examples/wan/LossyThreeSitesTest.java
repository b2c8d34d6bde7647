package org.xpand.examples.wan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.core.Group;
import org.xpand.core.XpandNode;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.api.SenderId;
import org.xpand.simulator.WanProfile;

/** Three sites with two members each, real JGroups and real UDP through the emulated network; everybody sends. */
@ParameterizedClass
@ValueSource(strings = {"tfrc", "tfmcc", "mca", "tuf"})
class LossyThreeSitesTest {
    @Parameter
    private String strategy;

    private static final int MESSAGES = 100;
    private static final int SITES = 3;

    @ParameterizedTest
    @CsvSource({"1, 11", "5, 12"})
    void everyoneGetsEverythingOnceInOrder(int lossPercent, int network, @TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("wan.json"), "{\"sites\":[\"a" + network + "\",\"b" + network
                + "\",\"c" + network + "\"],\"default\":{\"delayMs\":5,\"rateMbps\":50,\"queuePackets\":200,"
                + "\"lossPercent\":" + lossPercent + "}}");
        WanProfile profile = WanProfile.load(file.toString());
        List<InetSocketAddress> real = new ArrayList<>();
        for (int site = 0; site < SITES; site++) {
            real.add(new InetSocketAddress(InetAddress.getByAddress(
                    new byte[] {127, (byte) network, (byte) (site + 1), 1}), 7800));
        }
        List<XpandNode> nodes = new ArrayList<>();
        List<Group> groups = new ArrayList<>();
        List<Map<SenderId, List<Integer>>> inboxes = new ArrayList<>();
        try (EmulatedWan wan = new EmulatedWan(profile, real, 20030707)) {
            wan.start();
            try {
                for (int i = 0; i < 2 * SITES; i++) {
                    int site = i / 2;
                    XpandNode node = XpandNode.builder().site(profile.sites().get(site)).name("m" + i)
                            .strategy(strategy)
                            .wanBind(text(real.get(site))).advertise(text(wan.endpoint(site)))
                            .seeds(text(wan.endpoint(0))).lan(new LanTransport.Local()).start();
                    nodes.add(node);
                    Map<SenderId, List<Integer>> inbox = new ConcurrentHashMap<>();
                    inboxes.add(inbox);
                    groups.add(node.join("all", message -> inbox.computeIfAbsent(message.sender(),
                            id -> new CopyOnWriteArrayList<>()).add(ByteBuffer.wrap(message.payload()).getInt())));
                }
                await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(groups)
                        .allSatisfy(group -> assertThat(group.view().size()).isEqualTo(2 * SITES)));
                for (int i = 0; i < MESSAGES; i++) {
                    for (Group group : groups) {
                        byte[] payload = new byte[i % 10 == 0 ? 3000 : 200];
                        ByteBuffer.wrap(payload).putInt(i);
                        group.send(payload);
                    }
                }
                await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(inboxes)
                        .allSatisfy(LossyThreeSitesTest::isComplete));
                inboxes.forEach(inbox -> inbox.values().forEach(numbers -> {
                    for (int i = 0; i < MESSAGES; i++) {
                        assertThat(numbers.get(i)).isEqualTo(i);
                    }
                }));
                await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(groups)
                        .allSatisfy(group -> assertThat(group.stats().unstableMessages()).isZero()));
            } finally {
                nodes.forEach(node -> node.close(Duration.ofSeconds(1)));
            }
        }
    }

    private static void isComplete(Map<SenderId, List<Integer>> inbox) {
        assertThat(inbox).hasSize(2 * SITES);
        assertThat(inbox.values()).allSatisfy(numbers -> assertThat(numbers).hasSize(MESSAGES));
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }
}
