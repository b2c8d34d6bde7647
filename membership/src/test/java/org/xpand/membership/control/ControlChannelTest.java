package org.xpand.membership.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.xpand.membership.control.Sites.group;
import static org.xpand.membership.control.Sites.site;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.xpand.membership.MembershipException;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.SiteInfo;

class ControlChannelTest {
    private static final Duration BOUND = Duration.ofSeconds(15);
    private static final Endpoint SEED = new Endpoint("127.0.0.1", 17820);

    private final List<TestDelegate> open = new ArrayList<>();

    private TestDelegate start(SiteInfo site, int port, Endpoint... seeds) {
        TestDelegate delegate = new TestDelegate(new ControlConfig(site.name(), site.incarnation(),
                new Endpoint("127.0.0.1", port), Optional.empty(), List.of(seeds)));
        open.add(delegate);
        delegate.announce(site);
        delegate.channel.start();
        return delegate;
    }

    @AfterEach
    void closeAll() {
        open.forEach(TestDelegate::close);
    }

    private static void assertAgreement(List<TestDelegate> delegates, Long... sites) {
        for (TestDelegate delegate : delegates) {
            assertThat(delegate.sees(sites)).isTrue();
            assertThat(delegate.directory.sites()).isEqualTo(delegates.get(0).directory.sites());
            assertThat(delegate.directory.snapshots().get(0)).isEqualTo(delegates.get(0).directory.snapshots().get(0));
            assertThat(delegate.directory.sites().values()).extracting(SiteInfo::snapshot)
                    .containsOnly(delegate.directory.snapshots().get(0).id());
        }
    }

    @Test
    void directoriesAndSnapshotsConvergeAndASiteThatLeavesIsRemoved() {
        long before = System.nanoTime();
        TestDelegate a = start(site(1, "s1", 1, Map.of(2L, 10L), group("board", "tfrc")), 17820, SEED);
        long first = System.nanoTime();
        TestDelegate b = start(site(2, "s2", 2, Map.of(1L, 20L), group("board", "tfrc")), 17821, SEED);
        TestDelegate c = start(site(3), 17822, SEED);
        await().atMost(BOUND).pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertAgreement(List.of(a, b, c), 1L, 2L, 3L));
        System.out.printf("control: first started after %d ms, three agree after %d ms%n",
                (first - before) / 1_000_000, (System.nanoTime() - before) / 1_000_000);
        assertThat(c.directory.snapshots().get(0).costs().cost(new SiteId(1), new SiteId(2))).isEqualTo(15e6);

        b.channel.close();
        long closed = System.nanoTime();
        await().atMost(BOUND).pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertAgreement(List.of(a, c), 1L, 3L));
        System.out.printf("control: a site that left is removed %d ms after%n",
                (System.nanoTime() - closed) / 1_000_000);

        a.channel.close();
        await().atMost(BOUND).untilAsserted(() -> assertAgreement(List.of(c), 3L));
        assertThat(c.directory.snapshots().get(0).id().coordinator()).isEqualTo(3);
    }

    @Test
    void aSeedThatStartsLaterIsFound() {
        Endpoint late = new Endpoint("127.0.0.1", 17830);
        TestDelegate early = start(site(1), 17831, late);
        await().atMost(BOUND).until(() -> early.sees(1L));
        TestDelegate other = start(site(2), 17832, late);
        await().atMost(BOUND).until(() -> other.sees(2L));

        TestDelegate seed = start(site(3), 17830, late);
        long before = System.nanoTime();
        await().atMost(BOUND).pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertAgreement(List.of(early, other, seed), 1L, 2L, 3L));
        System.out.printf("control: a late seed is merged after %d ms%n", (System.nanoTime() - before) / 1_000_000);
    }

    @Test
    void strategiesThatDifferAreRefusedAtTheYoungerSite() {
        TestDelegate a = start(site(1, group("board", "tfrc")), 17820, SEED);
        TestDelegate b = start(site(2, group("board", "tfmcc")), 17821, SEED);
        await().atMost(BOUND).untilAsserted(() -> {
            for (TestDelegate delegate : List.of(a, b)) {
                assertThat(delegate.conflicts).singleElement().satisfies(conflict -> assertThat(conflict.message())
                        .contains("'board'", "'tfrc'", "'tfmcc'", "'s1'", "'s2'"));
            }
            assertThat(b.directory.sites()).hasSize(2);
            assertThat(b.directory.local().groups()).isEmpty();
        });
    }

    @Test
    void changesReachTheOthers() {
        TestDelegate a = start(site(1), 17820, SEED);
        TestDelegate b = start(site(2), 17821, SEED);
        await().atMost(BOUND).until(() -> a.sees(1L, 2L) && b.sees(1L, 2L));
        b.announce(site(2, group("late", "tfrc")));
        await().atMost(Duration.ofSeconds(1)).until(() ->
                a.directory.sites().get(new SiteId(2)).groups().size() == 1
                        && a.directory.snapshots().get(0).groups().size() == 1);
    }

    @Test
    void delegatesBehindRelaysMeetAndAPartitionHeals() throws IOException {
        meetPartAndMeetAgain(Duration.ZERO);
    }

    @Test
    void aPartitionHealsAlsoBehindALongRoundTrip() throws IOException {
        meetPartAndMeetAgain(Duration.ofMillis(100));
    }

    private void meetPartAndMeetAgain(Duration oneWay) throws IOException {
        ControlConfig.Timings quick = new ControlConfig.Timings(Duration.ofMillis(500), Duration.ofMillis(800),
                Duration.ofMillis(500), Duration.ofSeconds(3), Duration.ofMillis(500), Duration.ofMillis(600));
        List<Endpoint> advertised = List.of(new Endpoint("127.0.0.1", 17850), new Endpoint("127.0.0.1", 17851));
        try (TcpRelay before1 = new TcpRelay(17850, 17840, oneWay); TcpRelay before2 = new TcpRelay(17851, 17841, oneWay)) {
            List<TestDelegate> both = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                TestDelegate delegate = new TestDelegate(new ControlConfig("s" + i, i + 1L,
                        new Endpoint("127.0.0.1", 17840 + i), Optional.of(advertised.get(i)), advertised, quick));
                open.add(delegate);
                both.add(delegate);
                delegate.announce(site(i + 1L));
                delegate.channel.start();
                assertThat(delegate.channel.endpoint()).contains(advertised.get(i));
            }
            await().atMost(BOUND).untilAsserted(() -> assertAgreement(both, 1L, 2L));

            before1.cut(true);
            before2.cut(true);
            await().atMost(BOUND).until(() -> both.get(0).sees(1L) && both.get(1).sees(2L));
            before1.cut(false);
            before2.cut(false);
            await().atMost(BOUND).untilAsserted(() -> assertAgreement(both, 1L, 2L));
            assertThat(both).allSatisfy(delegate -> assertThat(delegate.conflicts).isEmpty());
        }
    }

    @Test
    void connectionsComeFromTheBoundAddressSoThatARelayKnowsTheSite() throws IOException {
        try (TcpRelay relay = new TcpRelay(17852, 17842)) {
            TestDelegate seed = new TestDelegate(new ControlConfig("s1", 1, new Endpoint("127.0.0.1", 17842),
                    Optional.of(new Endpoint("127.0.0.1", 17852)), List.of()));
            TestDelegate far = new TestDelegate(new ControlConfig("s2", 2, new Endpoint("127.0.0.22", 17842), Optional.empty(),
                    List.of(new Endpoint("127.0.0.1", 17852))));
            for (TestDelegate delegate : List.of(seed, far)) {
                open.add(delegate);
                delegate.announce(site(delegate == seed ? 1 : 2));
                delegate.channel.start();
            }
            await().atMost(BOUND).untilAsserted(() -> assertAgreement(List.of(seed, far), 1L, 2L));
            assertThat(relay.sources).containsExactly("127.0.0.22");
        }
    }

    @Test
    void aPortInUseIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThatThrownBy(() -> start(site(1), taken.getLocalPort())).isInstanceOf(MembershipException.class)
                    .hasMessageContaining("WAN bind address '127.0.0.1:" + taken.getLocalPort() + "'")
                    .hasMessageContaining("the port is in use, accepted is one that is free").hasMessageNotContaining("\n");
        }
    }

    @Test
    void aSeedWithoutAddressIsNoError() {
        TestDelegate alone = start(site(1), 17820, new Endpoint("no-such-host.invalid", 7800));
        await().atMost(BOUND).until(() -> alone.sees(1L));
        assertThat(alone.channel.endpoint()).contains(new Endpoint("127.0.0.1", 17820));
    }
}
