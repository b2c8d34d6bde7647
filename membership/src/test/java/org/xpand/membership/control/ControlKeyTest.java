package org.xpand.membership.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jgroups.BytesMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.xpand.membership.Peer;
import org.xpand.membership.jgroups.ConnectionLimits;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.keys.Authority;
import org.xpand.protocols.keys.Identity;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.keys.SharedKey;
import org.xpand.protocols.seal.ConnectionSeal;
import org.xpand.protocols.seal.ConnectionTrust;
import org.xpand.protocols.seal.Introduction;

/** Who has the key is heard among delegates, and nobody else is. */
class ControlKeyTest {
    private static final Duration SOON = Duration.ofSeconds(8);
    private static final int PORT = Peer.firstPort() + 2;
    private static final Optional<SharedKey> KEY = Optional.of(key(1));

    private final List<AutoCloseable> open = new ArrayList<>();

    private static SharedKey key(int filler) {
        byte[] secret = new byte[SharedKey.LENGTH];
        Arrays.fill(secret, (byte) filler);
        return SharedKey.of(secret);
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private static ControlConfig config(int site, Optional<SharedKey> key) {
        List<Endpoint> seeds = site == 1 ? List.of() : List.of(new Endpoint("127.0.0.1", PORT));
        ControlConfig config = new ControlConfig("s" + site, site, new Endpoint("127.0.0.1", PORT - 1 + site), Optional.empty(),
                seeds).with(key.map(KeyRing::new));
        assertThat(config.doors()).isEqualTo(ConnectionLimits.DEFAULT);
        return config;
    }

    private TestDelegate start(int site, Optional<SharedKey> key) {
        return start(site, config(site, key));
    }

    private TestDelegate start(int site, ControlConfig config) {
        TestDelegate delegate = new TestDelegate(config).announce(Sites.site(site));
        open.add(delegate);
        return delegate.start();
    }

    private Stranger stranger() throws Exception {
        Stranger stranger = new Stranger(PORT);
        open.add(stranger);
        return stranger;
    }

    @Test
    void delegatesWithTheKeyFindEachOtherAndThoseWithoutAreLeftOut() {
        TestDelegate first = start(1, KEY);
        TestDelegate without = start(2, Optional.empty());
        TestDelegate wrong = start(3, Optional.of(key(2)));
        TestDelegate second = start(4, KEY);
        await().atMost(SOON).until(() -> first.sees(1L, 4L) && second.sees(1L, 4L));
        assertThat(without.directory.sites()).hasSize(1);
        assertThat(wrong.directory.sites()).hasSize(1);
    }

    @Test
    void aConnectionThatDoesNotProveTheKeyIsClosedBeforeJGroupsLearnsOfIt() throws Exception {
        TestDelegate first = start(1, KEY);
        assertThat(stranger().hello(40_000).send(new BytesMessage(null, new byte[40])).closedWithin(SOON)).isTrue();
        assertThat(stranger().say(new byte[Introduction.ANSWER_LENGTH]).closedWithin(SOON)).isTrue();
        TestDelegate second = start(2, KEY);
        await().atMost(SOON).until(() -> first.sees(1L, 2L) && second.sees(1L, 2L));
    }

    @Test
    void whatIsNotSealedForItsConnectionEndsIt() throws Exception {
        TestDelegate first = start(1, KEY);
        byte[] forged = new byte[ConnectionSeal.HEAD_LENGTH + 40];
        forged[2] = 24;
        assertThat(stranger().prove(key(1)).hello(40_000).unsealed(forged).closedWithin(SOON)).isTrue();
        TestDelegate second = start(2, KEY);
        await().atMost(SOON).until(() -> first.sees(1L, 2L) && second.sees(1L, 2L));
    }

    @Test
    void whoHasTheKeyAndNoCertificateIsNotLetInWhereOneIsRequested() throws Exception {
        Authority authority = Authority.create("all", Instant.now(), Duration.ofDays(1), new Random(1));
        TestDelegate[] certified = new TestDelegate[2];
        for (int i = 0; i < 2; i++) {
            Identity identity = authority.issue("s" + i, "", Instant.now(), Duration.ofDays(1), new Random(2 + i));
            ConnectionTrust trust = new ConnectionTrust(() -> new ConnectionTrust.TrustSettings(Optional.of(identity),
                    List.of(authority.certificate()), serial -> false, Instant.now()));
            certified[i] = start(1 + i, config(1 + i, KEY).with(new KeyRing(key(1)), trust));
        }
        TestDelegate without = start(3, config(3, KEY));
        assertThat(stranger().prove(key(1)).hello(40_000).closedWithin(SOON)).isTrue();
        await().atMost(SOON).until(() -> certified[0].sees(1L, 2L) && certified[1].sees(1L, 2L));
        assertThat(without.directory.sites()).hasSize(1);
    }

    @Test
    void whoHasTheKeyIsHeldToTheLimitsToo() throws Exception {
        TestDelegate first = start(1, KEY);
        byte[] frame = Stranger.frame(new BytesMessage(null, new byte[] {1, 2, 3}));
        assertThat(stranger().prove(key(1)).hello(40_000).frame(frame).announce(1 << 30).closedWithin(SOON)).isTrue();
        assertThat(first.sees(1L)).isTrue();
    }
}
