package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.seal.SharedKey;

/** Sites with a key: all sealed, and others left out. */
class KeyedSitesTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private static SharedKey key(int filler) {
        byte[] secret = new byte[SharedKey.LENGTH];
        Arrays.fill(secret, (byte) filler);
        return SharedKey.of(secret);
    }

    @Test
    void sitesWithTheKeyHearEachOtherThroughATakeoverAndOthersAreLeftOut() throws Exception {
        try (TestSites sites = new TestSites(); TestSites strangers = sites.beside(key(2))) {
            sites.key(key(1));
            Deliveries delivered = new Deliveries();
            XpandNode delegate = sites.add(0, "m0");
            Group sending = sites.add(1, "m1").join("all", new Deliveries());
            sites.add(0, "m2").join("all", delivered);
            Group stranger = strangers.add(2, "m3").join("all", new Deliveries());
            await().atMost(SOON).until(() -> sending.view().size() == 2);
            send(sending, 0, 100);
            await().atMost(SOON).until(() -> delivered.next(sending.id()) == 100);
            delegate.close(Duration.ZERO);
            send(sending, 100, 200);
            await().atMost(SOON).until(() -> delivered.next(sending.id()) == 200);
            assertThat(delivered.broken).isEmpty();
            assertThat(delivered.gaps).isEmpty();
            assertThat(sending.view().size()).isEqualTo(2);
            assertThat(stranger.view().size()).isEqualTo(1);
        }
    }

    private static void send(Group group, int from, int to) throws InterruptedException {
        for (int i = from; i < to; i++) {
            group.send(Deliveries.message(i));
        }
    }
}
