package org.xpand.membership.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jgroups.BytesMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.membership.Peer;
import org.xpand.membership.api.LanTransport;
import org.xpand.membership.control.Stranger;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.keys.SharedKey;
import org.xpand.protocols.site.ProcessRole;

/** Who has the key is a member of the site, and nobody else is. */
class SiteKeyTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final int PORT = Peer.firstPort() + 3;

    private final List<SiteChannel> open = new ArrayList<>();

    private static Optional<SharedKey> key(int filler) {
        byte[] secret = new byte[SharedKey.LENGTH];
        Arrays.fill(secret, (byte) filler);
        return Optional.of(SharedKey.of(secret));
    }

    @AfterEach
    void closeAll() {
        open.forEach(SiteChannel::close);
    }

    private static LanTransport transport(boolean udp, int process) {
        return udp ? Peer.udp(Peer.siteName()) : new LanTransport.Tcp(new Endpoint("127.0.0.1", PORT + 2 * process),
                List.of(new Endpoint("127.0.0.1", PORT + 2)));
    }

    private Inboxed start(boolean udp, int process, Optional<SharedKey> key) {
        Inboxed member = new Inboxed(new SiteConfig(Peer.siteName(), "p" + process, process, ProcessRole.REGULAR,
                transport(udp, process)).with(key.map(KeyRing::new)));
        open.add(member.channel);
        return member;
    }

    private static List<Long> members(Inboxed of) {
        return of.view().members().stream().map(member -> member.process()).sorted().toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void membersWithTheKeyFindEachOtherAndThoseWithoutAreLeftOut(boolean udp) throws Exception {
        Inboxed first = start(udp, 1, key(1));
        start(udp, 2, key(2));
        Inboxed third = start(udp, 3, key(1));
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(members(first)).containsExactly(1L, 3L);
            assertThat(members(third)).containsExactly(1L, 3L);
        });
        if (udp) {
            forge();
        }
        first.multicast("word");
        await().atMost(SOON).untilAsserted(() -> assertThat(third.from(1)).containsExactly("word"));
        assertThat(members(first)).containsExactly(1L, 3L);
    }

    private static void forge() throws Exception {
        LanTransport.Udp lan = (LanTransport.Udp) Peer.udp(Peer.siteName());
        byte[] frame = Stranger.frame(new BytesMessage(null, new byte[] {9}));
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.send(new DatagramPacket(frame, frame.length, lan.group(), lan.port()));
        }
    }
}
