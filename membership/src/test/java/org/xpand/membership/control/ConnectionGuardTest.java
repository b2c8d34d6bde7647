package org.xpand.membership.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.BytesMessage;
import org.jgroups.ObjectMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.xpand.membership.Peer;
import org.xpand.membership.jgroups.ConnectionLimits;
import org.xpand.protocols.api.Endpoint;

/** What strangers at the control port can do. */
class ConnectionGuardTest {
    private static final Duration SOON = Duration.ofSeconds(8);
    private static final int PORT = Peer.firstPort() + 5;
    private static final AtomicInteger MADE = new AtomicInteger();

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private TestDelegate start(int site, ConnectionLimits limits) {
        List<Endpoint> seeds = site == 1 ? List.of() : List.of(new Endpoint("127.0.0.1", PORT));
        TestDelegate delegate = new TestDelegate(new ControlConfig("s" + site, site,
                new Endpoint("127.0.0.1", PORT - 1 + site), Optional.empty(), seeds, ControlConfig.Timings.WIDE_AREA, limits, Optional.empty(),
                Optional.empty()))
                .announce(Sites.site(site));
        open.add(delegate);
        return delegate.start();
    }

    private Stranger stranger() throws IOException {
        Stranger stranger = new Stranger(PORT);
        open.add(stranger);
        return stranger;
    }

    private void assertThatOneMoreCanJoin(TestDelegate first) {
        TestDelegate second = start(2, ConnectionLimits.DEFAULT);
        await().atMost(SOON).until(() -> first.sees(1L, 2L) && second.sees(1L, 2L));
    }

    @Test
    void whoIsSlowToSayWhoTheyAreHoldNobodyUpAndAreClosedInTheEnd() throws Exception {
        TestDelegate first = start(1, new ConnectionLimits(64, 64, 32, Duration.ofSeconds(3), 1 << 18));
        for (int i = 0; i < 5; i++) {
            stranger().say((byte) 'b');
        }
        assertThatOneMoreCanJoin(first);
        assertThat(((Stranger) open.get(1)).closedWithin(SOON)).isTrue();
    }

    @Test
    void aFloodOfConnectionsCostsNoMoreThanTheLimitsSay() throws Exception {
        TestDelegate first = start(1, new ConnectionLimits(64, 24, 8, Duration.ofSeconds(30), 1 << 18));
        List<Stranger> silent = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            silent.add(stranger());
        }
        for (Stranger each : silent.subList(0, 32)) {
            assertThat(each.closedWithin(SOON)).isTrue();
        }
        assertThatOneMoreCanJoin(first);
        for (int i = 0; i < 40; i++) {
            silent.add(stranger().hello(40_000 + i));
        }
        assertThat(silent.get(79).closedWithin(SOON)).isTrue();
    }

    @Test
    void aFrameThatIsTooLongEndsItsConnectionAndOneThatClaimsTooMuchIsDropped() throws Exception {
        TestDelegate first = start(1, ConnectionLimits.DEFAULT);
        byte[] claims = Stranger.frame(new BytesMessage(null, new byte[4]));
        claims[claims.length - 8] = 0x7F;
        Stranger stranger = stranger().hello(40_000);
        stranger.announce(claims.length).say(claims);
        assertThat(stranger.announce(1 << 30).closedWithin(SOON)).isTrue();
        assertThat(stranger().hello(40_000).announce(-7).closedWithin(SOON)).isTrue();
        assertThatOneMoreCanJoin(first);
    }

    @Test
    void noObjectIsMadeOfWhatAStrangerSends() throws Exception {
        TestDelegate first = start(1, ConnectionLimits.DEFAULT);
        // A frame that is too long is seen after those before it were read.
        assertThat(stranger().hello(40_000).send(new ObjectMessage(null, new Payload())).announce(1 << 30)
                .closedWithin(SOON)).isTrue();
        assertThat(MADE).hasValue(0);
        assertThatOneMoreCanJoin(first);
    }

    @Test
    void limitsAreChecked() {
        assertThatThrownBy(() -> new ConnectionLimits(10, 11, 1, Duration.ofSeconds(1), 1 << 18))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("perAddress 11: accepted are 1 to 10");
        assertThatThrownBy(() -> new ConnectionLimits(10, 10, 1, Duration.ZERO, 1 << 18)).hasMessageContaining("hello");
    }

    /** Tells when it is read. */
    private static final class Payload implements Serializable {
        private static final long serialVersionUID = 1;

        private void readObject(ObjectInputStream in) {
            MADE.incrementAndGet();
        }
    }
}
