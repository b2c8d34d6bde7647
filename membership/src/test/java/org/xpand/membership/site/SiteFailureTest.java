package org.xpand.membership.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jgroups.Address;
import org.jgroups.View;
import org.jgroups.protocols.pbcast.GMS;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.membership.Peer;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.site.ProcessRole;
import org.xpand.protocols.site.SiteMember;

/** A process of the site is killed. */
class SiteFailureTest {
    private static final Duration BOUND = Duration.ofSeconds(10);
    /** A suspect has so long to answer that only the proof of its death can be in time. */
    private static final SiteConfig.Timings PATIENT = new SiteConfig.Timings(Duration.ofMillis(600),
            Duration.ofMillis(800), Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofSeconds(2),
            Duration.ofSeconds(10));
    private static final int PORT = Peer.firstPort();

    private final List<Inboxed> open = new ArrayList<>();
    private Peer peer;

    @AfterEach
    void closeAll() {
        open.forEach(Inboxed::close);
        if (peer != null) {
            peer.close();
        }
    }

    private Inboxed start(long process, LanTransport transport) {
        Inboxed member = new Inboxed(new SiteConfig(Peer.siteName(), "p" + process, new ProcessId(process), ProcessRole.ELIGIBLE, transport,
                PATIENT));
        open.add(member);
        return member;
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "true, 3", "false, 1", "false, 3"})
    void aKilledMemberIsGoneAtOnceAndAnotherIsDelegate(boolean tcp, long dead) throws IOException, InterruptedException {
        List<Endpoint> peers = IntStream.range(0, 4).mapToObj(i -> new Endpoint("127.0.0.1", PORT + i)).toList();
        List<Inboxed> others = new ArrayList<>();
        for (int process = 1; process <= 3; process++) {
            if (process == dead) {
                peer = Peer.member(process, PORT + process, tcp ? peers : List.of());
            } else {
                others.add(start(process, tcp ? new LanTransport.Tcp(peers.get(process), peers) : Peer.udp(Peer.siteName())));
            }
        }
        await().atMost(BOUND).until(() -> others.stream().allMatch(each -> each.view().members().size() == 3));

        long killed = System.nanoTime();
        peer.kill();
        await().atMost(BOUND).pollInterval(Duration.ofMillis(2))
                .until(() -> others.stream().allMatch(each -> each.view().members().size() == 2));
        System.out.printf("site: member %d is gone %d ms after its death%n", dead,
                (System.nanoTime() - killed) / 1_000_000);
        assertThat(others).allSatisfy(each -> assertThat(each.view().delegate().map(SiteMember::process))
                .isEqualTo(Optional.of(new ProcessId(dead == 1 ? 2 : 1))));
    }

    /** Who hung saw nothing of it, and has the view of before: the others' view is without it, and the two are merged. */
    @Test
    void whoWasLeftOutUnawaresIsNotifiedThatTheOthersWereAway() {
        Inboxed first = start(1, new LanTransport.Local());
        Inboxed second = start(2, new LanTransport.Local());
        await().atMost(BOUND).until(() -> first.view().members().size() == 2 && second.view().members().size() == 2);
        int seen = first.views.size();

        GMS membership = second.channel.carrier().getProtocolStack().findProtocol(GMS.class);
        Address self = second.channel.carrier().getAddress();
        membership.installView(View.create(self, second.channel.carrier().getView().getViewId().getId() + 1, self));

        await().atMost(BOUND).until(() -> second.view().members().size() == 2 && first.views.size() >= seen + 2);
        assertThat(first.views.subList(seen, first.views.size()))
                .extracting(view -> view.members().stream().map(each -> each.process().value()).sorted().toList())
                .containsExactly(List.of(1L), List.of(1L, 2L));
    }

    @Test
    void theFailureDetectorsPortsWrapAroundBelowTheWellKnownOnes() {
        assertThat(SiteStack.failurePorts(45780)).hasSize(11).startsWith(45880).endsWith(45890);
        assertThat(SiteStack.failurePorts(65430)).containsExactly(65530, 65531, 65532, 65533, 65534, 65535, 1024, 1025,
                1026, 1027, 1028);
    }
}
