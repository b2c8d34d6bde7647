package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xpand.protocols.keys.KeyBundle;
import org.xpand.protocols.keys.SharedKey;

/** Sites with a key: all traffic is sealed, and others are excluded. */
class KeyedSitesTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private static SharedKey key(int filler) {
        byte[] secret = new byte[SharedKey.LENGTH];
        Arrays.fill(secret, (byte) filler);
        return SharedKey.of(secret);
    }

    @Test
    void sitesWithTheKeyReceiveFromEachOtherThroughATakeoverAndOthersAreLeftOut() throws Exception {
        try (RealSites sites = new RealSites(); RealSites strangers = sites.beside(key(2))) {
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

    @Test
    void theKeyIsChangedUnderTrafficAndNothingIsLost(@TempDir Path folder) throws Exception {
        Path[] files = {folder.resolve("a"), folder.resolve("b")};
        for (Path file : files) {
            KeyFile.create(file, KeyBundle.of(key(1)));
        }
        try (RealSites sites = new RealSites()) {
            XpandNode[] nodes = new XpandNode[2];
            Deliveries delivered = new Deliveries();
            sites.trust(files[0], Optional.empty());
            nodes[0] = sites.add(0, "m0");
            nodes[0].join("all", delivered);
            sites.trust(files[1], Optional.empty());
            nodes[1] = sites.add(1, "m1");
            Group sending = nodes[1].join("all", new Deliveries());
            await().atMost(SOON).until(() -> sending.view().size() == 2);
            int sent = 0;
            for (List<SharedKey> keys : List.of(List.of(key(1), key(2)), List.of(key(2), key(1)), List.of(key(2)))) {
                for (int i = 0; i < nodes.length; i++) {
                    KeyFile.replace(files[i], KeyBundle.of(key(1)).with(keys));
                    nodes[i].lookAtTrust();
                    send(sending, sent, sent += 100);
                }
                int all = sent;
                await().atMost(SOON).until(() -> delivered.next(sending.id()) == all);
            }
            send(sending, sent, sent + 100);
            int all = sent + 100;
            await().atMost(SOON).until(() -> delivered.next(sending.id()) == all);
            sites.trust(files[0], Optional.empty());
            Group newcomer = sites.add(2, "m2").join("all", new Deliveries());
            await().atMost(SOON).until(() -> newcomer.view().size() == 3);
            await().atMost(SOON).until(() -> sending.view().size() == 3);
            assertThat(delivered.broken).isEmpty();
            assertThat(delivered.gaps).isEmpty();
        }
    }

    private static void send(Group group, int from, int to) throws InterruptedException {
        for (int i = from; i < to; i++) {
            group.send(Deliveries.message(i));
        }
    }
}
