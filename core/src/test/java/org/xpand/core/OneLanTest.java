package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.xpand.membership.api.LanTransport;

/** A group of which all members are on one LAN needs no WAN address. */
class OneLanTest {
    private static final int MESSAGES = 3_000;

    @Test
    void membersOfOneSiteWithoutAWanReachEachOther() throws Exception {
        List<Integer> received = new CopyOnWriteArrayList<>();
        String site = "lan" + Long.toHexString(System.nanoTime());
        try (XpandNode first = node(site, "first"); XpandNode second = node(site, "second")) {
            Group sender = first.join("all", message -> { });
            Group receiver = second.join("all", message -> received.add(ByteBuffer.wrap(message.payload()).getInt()));
            await().atMost(Duration.ofSeconds(10)).until(() -> sender.view().size() == 2);
            for (int i = 0; i < MESSAGES; i++) {
                sender.send(ByteBuffer.allocate(2000).putInt(i).array());
            }
            await().atMost(Duration.ofSeconds(20)).until(() -> received.size() == MESSAGES);
            for (int i = 0; i < MESSAGES; i++) {
                assertThat(received.get(i)).isEqualTo(i);
            }
            assertThat(sender.stats().allocationBitPerSecond()).as("nothing is allotted within a LAN").isInfinite();
            assertThat(first.isDelegate()).as("nobody reaches other sites").isFalse();
            assertThat(sender.close(Duration.ofSeconds(10))).isZero();
            assertThat(receiver.close(Duration.ofSeconds(10))).isZero();
        }
    }

    @Test
    void itIsKnownWhoIsThereWithoutOtherSites() throws Exception {
        String site = "lan" + Long.toHexString(System.nanoTime());
        try (XpandNode first = node(site, "first"); XpandNode second = node(site, "second")) {
            JoinOptions options = JoinOptions.reliable().withState(() -> out -> out.write(7), in -> assertThat(in.read()).isEqualTo(7))
                    .withStateSettings(StateSettings.defaults().withPatience(Duration.ofSeconds(3)));
            first.join("all", options, message -> { });
            assertThat(second.join("all", options, message -> { }).view().size()).isEqualTo(2);
        }
    }

    private static XpandNode node(String site, String name) {
        return XpandNode.builder().site(site).name(name).lan(new LanTransport.Local()).start();
    }
}
