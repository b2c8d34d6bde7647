package org.xpand.membership.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.xpand.membership.MembershipException;
import org.xpand.membership.Peer;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.site.Founding;
import org.xpand.protocols.site.ProcessRole;
import org.xpand.protocols.site.SiteView;

/** Who founds a site, with sockets on the loopback interface. */
class SiteSearchTest {
    private static final Duration BOUND = Duration.ofSeconds(10);

    /** Those that start at once are added by their threads. */
    private final List<Inboxed> open = new CopyOnWriteArrayList<>();

    @AfterEach
    void closeAll() {
        open.forEach(Inboxed::close);
    }

    private static SiteConfig config(long process, Endpoint bind, List<Endpoint> peers) {
        return new SiteConfig(Peer.siteName(), "p" + process, new ProcessId(process), ProcessRole.ELIGIBLE, new LanTransport.Tcp(bind, peers));
    }

    private CompletableFuture<Inboxed> starting(SiteConfig config) {
        return CompletableFuture.supplyAsync(() -> new Inboxed(config), task -> new Thread(task, "start-" + config.name()).start())
                .thenApply(member -> {
                    open.add(member);
                    return member;
                });
    }

    private static List<Endpoint> ports(int first, int count) {
        List<Endpoint> ports = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ports.add(new Endpoint("127.0.0.1", Peer.firstPort() + first + i));
        }
        return ports;
    }

    private static boolean isFree(Endpoint endpoint) throws IOException {
        try (ServerSocket free = new ServerSocket(endpoint.port(), 1, InetAddress.getByName(endpoint.host()))) {
            return free.isBound();
        } catch (BindException e) {
            return false;
        }
    }

    @Test
    void whoIsNotToFoundSaysSoInTimeAndLeavesNothing() {
        Endpoint bind = ports(0, 1).get(0);
        SiteChannel channel = new SiteChannel(config(1, bind, List.of()).with(Founding.never(Duration.ofMillis(300))),
                new SilentListener());
        assertThatThrownBy(channel::start).isInstanceOf(MembershipException.class)
                .hasMessageContaining("site '" + Peer.siteName() + "': none of its processes answered within 300 ms")
                .hasMessageContaining("accepted is").hasMessageNotContaining("\n");
        assertThat(channel.view()).isEmpty();
        // The thread that accepts holds the port until the closing has woken it, which takes a moment on a busy machine.
        await().atMost(BOUND).until(() -> isFree(bind));
    }

    @Test
    void whoIsInterruptedWhileItLooksLeavesNothing() throws Exception {
        Endpoint bind = ports(0, 1).get(0);
        SiteChannel channel = new SiteChannel(config(1, bind, List.of()).with(Founding.after(Duration.ofMinutes(1))),
                new SilentListener());
        CompletableFuture<Boolean> stillInterrupted = new CompletableFuture<>();
        Thread starter = new Thread(() -> {
            assertThatThrownBy(channel::start).isInstanceOf(MembershipException.class).hasMessageContaining("interrupted");
            stillInterrupted.complete(Thread.currentThread().isInterrupted());
        });
        starter.start();
        await().atMost(BOUND).until(() -> starter.getState() == Thread.State.TIMED_WAITING);
        starter.interrupt();
        assertThat(stillInterrupted.get(5, TimeUnit.SECONDS)).isTrue();
        await().atMost(BOUND).until(() -> isFree(bind));
    }

    @Test
    void whoIsNotToFoundWaitsForWhoDoes() throws Exception {
        List<Endpoint> ports = ports(0, 2);
        // Whose address is the least founds, and that may be the one that does not.
        CompletableFuture<Inboxed> patient = starting(config(1, ports.get(0), ports).with(Founding.never(BOUND)));
        Inboxed founder = starting(config(2, ports.get(1), ports)).get(10, TimeUnit.SECONDS);
        Inboxed joined = patient.get(10, TimeUnit.SECONDS);
        assertThat(joined.views.get(0).members()).hasSize(2);
        assertThat(joined.view().siteId()).isEqualTo(founder.views.get(0).siteId());
    }

    /** Where one of them is to found: it is notified of nobody, and the others of it. */
    @Test
    void whoIsNotifiedOfNobodyFoundsAtOnceThoughOthersLookForIt() throws Exception {
        List<Endpoint> ports = ports(0, 2);
        // The other one has the least address, and looks before there is anybody.
        CompletableFuture<Inboxed> other = starting(config(1, ports.get(0), ports).with(Founding.after(Duration.ofMinutes(1))));
        await().atMost(BOUND).until(() -> !isFree(ports.get(0)));
        long began = System.nanoTime();
        Inboxed founder = starting(config(2, ports.get(1), List.of()).with(Founding.after(Founding.LEAST))).get(10, TimeUnit.SECONDS);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).as("until it has founded").isLessThan(Duration.ofMillis(1000));
        assertThat(other.get(10, TimeUnit.SECONDS).view().siteId()).isEqualTo(founder.views.get(0).siteId());
    }

    @Test
    void thoseThatStartAtOnceAreOneSiteFromTheBeginning() throws Exception {
        List<Endpoint> ports = ports(0, 3);
        List<CompletableFuture<Inboxed>> starting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            starting.add(starting(config(i + 1, ports.get(i), ports)));
        }
        List<Inboxed> members = new ArrayList<>();
        for (CompletableFuture<Inboxed> each : starting) {
            members.add(each.get(10, TimeUnit.SECONDS));
        }
        await().atMost(BOUND).until(() -> members.stream().allMatch(each -> each.view().members().size() == 3));
        assertThat(members).flatExtracting(each -> each.views).extracting(SiteView::siteId).as("ids").containsOnly(
                members.get(0).view().siteId());
    }

    /** Beside threads that leave them little time. */
    @Test
    void thoseThatStartAtOnceByMulticastAreOneSiteFromTheBeginningOnABusyComputer() throws Exception {
        String name = Peer.siteName();
        LanTransport.Udp site = LanTransport.Udp.forSite(name);
        LanTransport lan = new LanTransport.Udp("127.0.0.1", site.group(), Peer.firstPort());
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> others = new ArrayList<>();
        List<Inboxed> members = new ArrayList<>();
        try {
            for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
                Thread busy = new Thread(() -> {
                    while (!over.get()) {
                        Thread.onSpinWait();
                    }
                });
                busy.setDaemon(true);
                busy.start();
                others.add(busy);
            }
            List<CompletableFuture<Inboxed>> starting = new ArrayList<>();
            for (int i = 1; i <= 6; i++) {
                starting.add(starting(new SiteConfig(name, "p" + i, new ProcessId(i), ProcessRole.ELIGIBLE, lan)));
            }
            for (CompletableFuture<Inboxed> each : starting) {
                members.add(each.get(60, TimeUnit.SECONDS));
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> members.stream().allMatch(each -> each.view().members().size() == 6));
        } finally {
            over.set(true);
        }
        for (Thread busy : others) {
            busy.join();
        }
        assertThat(members).flatExtracting(each -> each.views).extracting(SiteView::siteId).as("ids").containsOnly(
                members.get(0).view().siteId());
    }

    @Test
    void aLoneProcessFoundsInItsTimeByMulticast() {
        String name = Peer.siteName();
        LanTransport.Udp site = LanTransport.Udp.forSite(name);
        LanTransport lan = new LanTransport.Udp("127.0.0.1", site.group(), Peer.firstPort());
        try (Inboxed lone = new Inboxed(new SiteConfig(name, "p1", new ProcessId(1), ProcessRole.ELIGIBLE, lan))) {
            assertThat(lone.view().members()).hasSize(1);
            assertThat(Duration.ofNanos(lone.startNanos)).isBetween(Founding.DEFAULT.time(), Duration.ofMillis(3_000));
        }
    }

    @Test
    void aProcessThatIsStoppedForAMomentIsNotMistakenForOneThatIsNotThere() throws Exception {
        List<Endpoint> ports = ports(0, 2);
        try (Peer stopped = Peer.member(1, ports.get(0).port(), ports)) {
            stopped.stop();
            CompletableFuture<Inboxed> late = starting(config(2, ports.get(1), ports));
            assertThatThrownBy(() -> late.get(1000, TimeUnit.MILLISECONDS)).as("founds beside it")
                    .isInstanceOf(TimeoutException.class);
            stopped.resume();
            Inboxed joined = late.get(10, TimeUnit.SECONDS);
            assertThat(joined.views.get(0).members()).extracting(each -> each.process().value()).containsExactly(1L, 2L);
        }
    }

    @Test
    void aProcessThatComesBackAtTheSameAddressIsOfTheSameSite() throws Exception {
        List<Endpoint> ports = ports(0, 2);
        try (Peer killed = Peer.member(1, ports.get(0).port(), ports)) {
            Inboxed other = starting(config(2, ports.get(1), ports)).get(10, TimeUnit.SECONDS);
            killed.close();
            Inboxed back = starting(config(3, ports.get(0), ports)).get(10, TimeUnit.SECONDS);
            await().atMost(BOUND).untilAsserted(() -> assertThat(other.view().members()).extracting(each -> each.process().value())
                    .containsExactly(2L, 3L));
            assertThat(back.views).extracting(SiteView::siteId).containsOnly(other.views.get(0).siteId());
        }
    }
}
