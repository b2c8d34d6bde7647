package org.xpand.membership.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Receiver;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.xpand.membership.Peer;
import org.xpand.membership.jgroups.QuietLogging;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.control.ControlCodec;
import org.xpand.protocols.control.ForeignDelegates;

/** Members of the control cluster that cannot be talked to. */
class ForeignDelegatesTest {
    private static final Duration BOUND = Duration.ofSeconds(15);
    private static final int PORT = Peer.firstPort();
    private static final List<Endpoint> SEED = List.of(new Endpoint("127.0.0.1", PORT));

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private static ControlConfig config(long site) {
        return new ControlConfig("s" + site, site, new Endpoint("127.0.0.1", PORT - 1 + (int) site), Optional.empty(), SEED);
    }

    private TestDelegate start(long site) {
        TestDelegate delegate = new TestDelegate(config(site)).announce(Sites.site(site));
        open.add(delegate);
        return delegate.start();
    }

    private static void awaitAgreement(List<TestDelegate> delegates) {
        await().atMost(BOUND).untilAsserted(() -> assertThat(delegates).allSatisfy(each -> {
            assertThat(each.directory.sites()).containsOnlyKeys(new SiteId(2), new SiteId(3));
            assertThat(each.directory.snapshots()).isNotEmpty();
            assertThat(each.directory.snapshots().get(0).id().coordinator()).isEqualTo(2);
            assertThat(each.directory.sites().values())
                    .allSatisfy(site -> assertThat(site.snapshot().coordinator()).isEqualTo(2));
        }));
    }

    @Test
    void aCoordinatorOfAnotherVersionIsNamedOnceWithBothVersionsAndNotWaitedFor() throws Exception {
        JChannel newer = new ControlConnector(config(1)).build(new Receiver() {
        }, 7);
        open.add(newer);
        newer.connect(ControlConnector.CLUSTER);
        List<TestDelegate> delegates = List.of(start(2), start(3));
        byte[] message = {ControlCodec.VERSION + 6, 1, 2, 3};
        for (int i = 0; i < 3; i++) {
            newer.send(new BytesMessage(null, message));
        }
        awaitAgreement(delegates);
        assertThat(delegates).allSatisfy(each -> assertThat(each.foreigners).singleElement().satisfies(text ->
                assertThat(text).contains("'s1'", "version " + (ControlCodec.VERSION + 6), "version " + ControlCodec.VERSION,
                        "accepted is").doesNotContain("\n")));
    }

    @Test
    void aCoordinatorThatIsNoDelegateIsNamedOnceAndNotWaitedFor() throws Exception {
        InetAddress loopback = InetAddress.getByName("127.0.0.1");
        IpAddress address = new IpAddress(loopback, PORT);
        JChannel stranger = QuietLogging.during(() -> new JChannel(
                ControlStack.protocols(config(1), loopback, address, List.of(address)))).name("stranger");
        open.add(stranger);
        stranger.connect(ControlConnector.CLUSTER);
        List<TestDelegate> delegates = List.of(start(2), start(3));
        awaitAgreement(delegates);
        assertThat(delegates).allSatisfy(each -> assertThat(each.foreigners).singleElement().satisfies(text ->
                assertThat(text).contains("no delegate", "xpand-control", "version " + ControlCodec.VERSION,
                        "accepted are")
                        .doesNotContain("\n")));
    }

    @Test
    void whoLeftIsNotifiedOfAgainWhenItComesBackWithAnotherVersion() {
        ForeignDelegates foreign = new ForeignDelegates();
        assertThat(foreign.onVersion(1, "a", 7)).isPresent();
        assertThat(foreign.onVersion(1, "a", 7)).isEmpty();
        assertThat(foreign.onVersion(1, "a", 8)).isPresent();
        assertThat(foreign.without(List.of(1L, 2L))).containsExactly(2L);
        assertThat(foreign.without(List.of(2L))).containsExactly(2L);
        assertThat(foreign.without(List.of(1L, 2L))).containsExactly(1L, 2L);
    }
}
