package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.api.SenderId;

/** Three sites with two members each, real JGroups and real UDP: all send, delegates too. */
@ParameterizedClass
@ValueSource(strings = {"tfrc", "tfmcc", "mca", "tuf"})
class ThreeSitesTest {
    @Parameter
    private String strategy;

    private static final int MESSAGES = 200;

    /** Messages of one member's listener, by sender. */
    private static final class Inbox implements MessageListener {
        private final Map<SenderId, List<Integer>> bySender = new ConcurrentHashMap<>();

        @Override
        public void onMessage(Message message) {
            bySender.computeIfAbsent(message.sender(), id -> new ArrayList<>())
                    .add(ByteBuffer.wrap(message.payload()).getInt());
        }

        int count() {
            return bySender.values().stream().mapToInt(List::size).sum();
        }
    }

    @Test
    void everyoneGetsEverythingOnceInOrder() throws Exception {
        try (RealSites sites = new RealSites(strategy)) {
            List<Group> groups = new ArrayList<>();
            List<Inbox> inboxes = new ArrayList<>();
            for (int site = 0; site < 3; site++) {
                for (int member = 0; member < 2; member++) {
                    Inbox inbox = new Inbox();
                    inboxes.add(inbox);
                    groups.add(sites.add(site, "m" + site + member).join("all", inbox));
                }
            }
            await().atMost(Duration.ofSeconds(20)).untilAsserted(
                    () -> assertThat(groups).allSatisfy(group -> assertThat(group.view().size()).isEqualTo(6)));
            List<Thread> senders = new ArrayList<>();
            for (Group group : groups) {
                Thread sender = new Thread(() -> sendAll(group));
                sender.start();
                senders.add(sender);
            }
            for (Thread sender : senders) {
                sender.join(30_000);
                assertThat(sender.isAlive()).isFalse();
            }
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(inboxes)
                    .allSatisfy(inbox -> assertThat(inbox.count()).isEqualTo(6 * MESSAGES)));
            for (Inbox inbox : inboxes) {
                assertThat(inbox.bySender).hasSize(6);
                inbox.bySender.values().forEach(numbers -> {
                    for (int i = 0; i < MESSAGES; i++) {
                        assertThat(numbers.get(i)).isEqualTo(i);
                    }
                });
            }
            await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(groups)
                    .allSatisfy(group -> assertThat(group.stats().unstableMessages()).isZero()));
        }
    }

    private static void sendAll(Group group) {
        try {
            for (int i = 0; i < MESSAGES; i++) {
                byte[] payload = new byte[i % 10 == 0 ? 5000 : 100];
                ByteBuffer.wrap(payload).putInt(i);
                group.send(payload);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
