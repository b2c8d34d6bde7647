package org.xpand.membership.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jgroups.JChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.xpand.membership.MembershipException;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.site.ProcessRole;
import org.xpand.protocols.site.SiteMember;
import org.xpand.protocols.site.SiteView;

class SiteChannelTest {
    private static final Duration BOUND = Duration.ofSeconds(10);

    private final List<Inboxed> open = new ArrayList<>();

    @AfterEach
    void closeAll() {
        open.forEach(Inboxed::close);
    }

    private Inboxed start(String site, long process, ProcessRole role, LanTransport transport) {
        Inboxed member = new Inboxed(new SiteConfig(site, "p" + process, new ProcessId(process), role, transport));
        open.add(member);
        System.out.printf("%s %s member %d: first view after %d ms%n", transport.getClass().getSimpleName(), site,
                process, member.startNanos / 1_000_000);
        return member;
    }

    @Test
    void membersAgreeOnViewIdAndDelegateAndADelegateThatLeavesIsReplaced() {
        LanTransport local = new LanTransport.Local();
        Inboxed regular = start("boston", 1, ProcessRole.REGULAR, local);
        Inboxed first = start("boston", 2, ProcessRole.ELIGIBLE, local);
        Inboxed second = start("boston", 3, ProcessRole.ELIGIBLE, local);

        await().atMost(BOUND).untilAsserted(() -> {
            for (Inboxed member : List.of(regular, first, second)) {
                assertThat(member.view().members()).extracting(each -> each.process().value()).containsExactly(1L, 2L, 3L);
                assertThat(member.view().members()).extracting(SiteMember::name).containsExactly("p1", "p2", "p3");
                assertThat(member.view().delegate()).map(SiteMember::process).contains(new ProcessId(2L));
                assertThat(member.view().siteId()).isEqualTo(regular.view().siteId());
            }
        });
        assertThat(first.view().isDelegate()).isTrue();
        assertThat(second.view().isDelegate()).isFalse();

        first.close();
        await().atMost(BOUND).untilAsserted(() -> {
            assertThat(regular.view().delegate()).map(SiteMember::process).contains(new ProcessId(3L));
            assertThat(second.view().isDelegate()).isTrue();
        });
        assertThat(second.view().siteId()).isEqualTo(regular.view().siteId());
    }

    @Test
    void theSiteKeepsItsIdWhenItsFounderLeaves() {
        LanTransport local = new LanTransport.Local();
        Inboxed founder = start("boston", 1, ProcessRole.ELIGIBLE, local);
        Inboxed heir = start("boston", 2, ProcessRole.ELIGIBLE, local);
        founder.close();
        Inboxed late = start("boston", 3, ProcessRole.ELIGIBLE, local);

        assertThat(heir.view().siteId()).isEqualTo(founder.view().siteId());
        assertThat(late.view().siteId()).isEqualTo(founder.view().siteId());
    }

    @Test
    void multicastsAndUnicastsArriveOnceInOrderButNotAtTheSender() {
        LanTransport local = new LanTransport.Local();
        Inboxed a = start("boston", 1, ProcessRole.ELIGIBLE, local);
        Inboxed b = start("boston", 2, ProcessRole.ELIGIBLE, local);
        Inboxed c = start("boston", 3, ProcessRole.ELIGIBLE, local);
        await().atMost(BOUND).until(() -> a.view().members().size() == 3 && b.view().members().size() == 3);

        List<String> expected = IntStream.range(0, 2000).mapToObj(Integer::toString).toList();
        expected.forEach(a::multicast);
        expected.forEach(b::multicast);
        await().atMost(BOUND).untilAsserted(() -> {
            assertThat(b.from(1)).isEqualTo(expected);
            assertThat(a.from(2)).isEqualTo(expected);
            assertThat(c.from(1)).isEqualTo(expected);
            assertThat(c.from(2)).isEqualTo(expected);
        });

        assertThat(c.send(1, "to you alone")).isTrue();
        assertThat(c.send(77, "to nobody")).isFalse();
        await().atMost(BOUND).untilAsserted(() -> assertThat(a.from(3)).containsExactly("to you alone"));
        assertThat(b.from(3)).isEmpty();
        assertThat(a.from(1)).isEmpty();
        assertThat(a.channel.stats().received()).isEqualTo(2001);
        assertThat(a.channel.stats().sent()).isEqualTo(2000);
    }

    @Test
    void aProcessIsAloneUntilAnotherIsInItsView() {
        Inboxed a = start("boston", 1, ProcessRole.ELIGIBLE, new LanTransport.Local());
        assertThat(a.channel.alone()).isTrue();
        Inboxed b = start("boston", 2, ProcessRole.ELIGIBLE, new LanTransport.Local());
        assertThat(b.channel.alone()).isFalse();
        await().atMost(BOUND).until(() -> !a.channel.alone());
        b.close();
        await().atMost(BOUND).until(a.channel::alone);
    }

    @Test
    void aListenerThatWaitsHoldsTheSenderUp() throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        Inboxed sender = start("slow", 1, ProcessRole.ELIGIBLE, new LanTransport.Local());
        SiteChannel slow = new SiteChannel(
                new SiteConfig("slow", "p2", new ProcessId(2), ProcessRole.REGULAR, new LanTransport.Local()), new SiteListener() {
                    @Override
                    public void onView(SiteView view) {
                        // Only messages matter here.
                    }

                    @Override
                    public void onMessage(ProcessId fromProcess, byte[] buffer, int offset, int length) {
                        try {
                            gate.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }
                });
        try {
            slow.start();
            AtomicInteger sent = new AtomicInteger();
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 2000; i++) {
                    sender.channel.multicast(new byte[10_000], 0, 10_000);
                    sent.incrementAndGet();
                }
            });
            thread.start();
            await().atMost(BOUND).until(() -> thread.getState() == Thread.State.TIMED_WAITING
                    || thread.getState() == Thread.State.WAITING);
            assertThat(sent.get() * 10_000L).isLessThan(5_000_000);
            gate.countDown();
            thread.join(BOUND.toMillis());
            assertThat(sent).hasValue(2000);
        } finally {
            gate.countDown();
            slow.close();
        }
    }

    @Test
    void twoProcessesMeetOverTcp() {
        List<Endpoint> peers = List.of(new Endpoint("127.0.0.1", 17810), new Endpoint("127.0.0.1", 17811));
        Inboxed a = start("tcp", 1, ProcessRole.ELIGIBLE, new LanTransport.Tcp(peers.get(0), peers));
        Inboxed b = start("tcp", 2, ProcessRole.ELIGIBLE, new LanTransport.Tcp(peers.get(1), peers));
        await().atMost(BOUND).until(() -> a.view().members().size() == 2);
        b.multicast("hello");
        await().atMost(BOUND).untilAsserted(() -> assertThat(a.from(2)).containsExactly("hello"));
        assertThat(a.view().siteId()).isEqualTo(b.view().siteId());
        assertThat(a.startNanos).isLessThan(1_500_000_000L);
    }

    @Test
    void whenAnUnluckyFounderMeetsTheSiteTheIdOfMostStays() {
        Endpoint lonely = new Endpoint("127.0.0.1", 17812);
        Endpoint one = new Endpoint("127.0.0.1", 17813);
        Endpoint two = new Endpoint("127.0.0.1", 17814);
        Inboxed a = start("split", 1, ProcessRole.ELIGIBLE, new LanTransport.Tcp(one, List.of(lonely)));
        Inboxed b = start("split", 2, ProcessRole.ELIGIBLE, new LanTransport.Tcp(two, List.of(one, lonely)));
        // Knows nobody, so it founds the site again; the others look for it.
        Inboxed founder = start("split", 3, ProcessRole.ELIGIBLE, new LanTransport.Tcp(lonely, List.of()));
        SiteView own = founder.views.get(0);
        assertThat(own.members()).hasSize(1);
        assertThat(own.siteId()).isNotEqualTo(a.view().siteId());

        await().atMost(BOUND).untilAsserted(() -> {
            for (Inboxed member : List.of(a, b, founder)) {
                assertThat(member.view().members()).hasSize(3);
                assertThat(member.view().siteId()).isEqualTo(a.views.get(0).siteId());
                assertThat(member.view().delegate()).isEqualTo(a.view().delegate());
            }
        });
    }

    @Test
    void twoProcessesMeetOverUdpMulticastAndAnotherSiteIsIgnored() {
        LanTransport.Udp boston = LanTransport.Udp.forSite("boston-udp");
        LanTransport.Udp loopback = new LanTransport.Udp("127.0.0.1", boston.group(), boston.port());
        Inboxed a = start("boston-udp", 1, ProcessRole.ELIGIBLE, loopback);
        Inboxed b = start("boston-udp", 2, ProcessRole.ELIGIBLE, loopback);
        Inboxed stranger = start("other-udp", 3, ProcessRole.ELIGIBLE, loopback);
        await().atMost(BOUND).until(() -> a.view().members().size() == 2);
        b.multicast("hello");
        await().atMost(BOUND).untilAsserted(() -> assertThat(a.from(2)).containsExactly("hello"));
        assertThat(stranger.view().members()).hasSize(1);
        assertThat(stranger.messages).isEmpty();
    }

    @Test
    void aStrangerThatCameFirstIsNamedOnceAndNotWaitedFor() throws Exception {
        List<String> announced = new CopyOnWriteArrayList<>();
        List<SiteView> views = new CopyOnWriteArrayList<>();
        SiteConfig config = new SiteConfig("boston", "p2", new ProcessId(2), ProcessRole.ELIGIBLE, new LanTransport.Local());
        try (JChannel stranger = new JChannel(SiteStack.protocols(config)).connect(config.clusterName());
             SiteChannel channel = new SiteChannel(config, new SiteListener() {
                 @Override
                 public void onView(SiteView view) {
                     views.add(view);
                 }

                 @Override
                 public void onMessage(ProcessId fromProcess, byte[] buffer, int offset, int length) {
                     throw new AssertionError("no message is expected");
                 }

                 @Override
                 public void onForeignMember(String message) {
                     announced.add(message);
                 }
             })) {
            channel.start();
            Inboxed third = start("boston", 3, ProcessRole.ELIGIBLE, new LanTransport.Local());
            assertThat(stranger.getView().size()).isEqualTo(3);
            assertThat(third.view().members()).extracting(each -> each.process().value()).containsExactly(2L, 3L);
            assertThat(views.get(0).isDelegate()).isTrue();
            assertThat(announced).singleElement().satisfies(text -> assertThat(text).contains("'xpand-site-boston'",
                    "accepted are processes of the site 'boston'").doesNotContain("\n"));
        }
    }

    @Test
    void aPortInUseIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            Endpoint bind = new Endpoint("127.0.0.1", taken.getLocalPort());
            SiteChannel channel = new SiteChannel(new SiteConfig("boston", "p", new ProcessId(1), ProcessRole.ELIGIBLE,
                    new LanTransport.Tcp(bind, List.of())), new SilentListener());
            assertThatThrownBy(channel::start).isInstanceOf(MembershipException.class)
                    .hasMessageContaining("LAN bind address '" + bind + "'").hasMessageContaining("accepted is")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void anAddressOfAnotherHostIsNamed() {
        SiteChannel channel = new SiteChannel(new SiteConfig("boston", "p", new ProcessId(1), ProcessRole.ELIGIBLE,
                new LanTransport.Tcp(new Endpoint("198.51.100.7", 17815), List.of())), new SilentListener());
        assertThatThrownBy(channel::start).isInstanceOf(MembershipException.class)
                .hasMessageContaining("'198.51.100.7'").hasMessageContaining("not an address of this host");
    }

    @Test
    void startAndCloseAreIdempotentAndAClosedChannelRefusesToSend() {
        Inboxed member = start("boston", 1, ProcessRole.ELIGIBLE, new LanTransport.Local());
        member.channel.start();
        member.close();
        member.close();
        assertThat(member.views).hasSize(1);
        assertThatThrownBy(() -> member.multicast("late")).isInstanceOf(MembershipException.class)
                .hasMessageContaining("not running");
    }
}
