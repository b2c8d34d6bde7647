package org.xpand.membership.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.membership.Peer;
import org.xpand.membership.api.LanTransport;
import org.xpand.membership.control.Stranger;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.keys.Authority;
import org.xpand.protocols.keys.Identity;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.keys.SharedKey;
import org.xpand.protocols.seal.ConnectionTrust;
import org.xpand.protocols.site.ProcessRole;

/** Who has the key is a member of the site, and nobody else is. */
class SiteKeyTest {
    private static final Instant NOW = Instant.parse("2030-01-02T03:04:05Z");
    private static final Duration DAYS = Duration.ofDays(30);
    private static final Random RANDOM = new Random(1);
    private static final Authority AUTHORITY = Authority.create("all", NOW, DAYS, RANDOM);
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
        Inboxed member = new Inboxed(new SiteConfig(Peer.siteName(), "p" + process, new ProcessId(process), ProcessRole.REGULAR,
                transport(udp, process)).with(key.map(KeyRing::new)));
        open.add(member.channel);
        return member;
    }

    private void startCertified(int process, Identity identity, List<Inboxed> into) {
        ConnectionTrust trust = new ConnectionTrust(() -> new ConnectionTrust.TrustSettings(Optional.of(identity), List.of(AUTHORITY.certificate()),
                serial -> false, NOW, site -> site.equals("boston") ? Optional.empty() : Optional.of("it is of site " + site)));
        Inboxed member = new Inboxed(new SiteConfig(Peer.siteName(), "p" + process, new ProcessId(process), ProcessRole.REGULAR,
                transport(false, process)).with(key(1).map(KeyRing::new)).with(trust));
        open.add(member.channel);
        into.add(member);
    }

    @Test
    void overTcpWhoHasTheKeyAndTheCertificateOfAnotherSiteIsLeftOut() throws Exception {
        List<Inboxed> members = new ArrayList<>();
        startCertified(1, AUTHORITY.issue("boston", "", NOW, DAYS, RANDOM), members);
        // Where all look first.
        startCertified(2, AUTHORITY.issue("boston", "", NOW, DAYS, RANDOM), members);
        Inboxed withoutOne = start(false, 4, key(1));
        startCertified(3, AUTHORITY.issue("paris", "", NOW, DAYS, RANDOM), members);
        startCertified(5, AUTHORITY.issue("boston", "late", NOW, DAYS, RANDOM), members);
        List<Inboxed> honest = List.of(members.get(0), members.get(1), members.get(3));
        await().atMost(SOON).untilAsserted(() -> honest.forEach(each -> assertThat(members(each)).containsExactly(1L, 2L, 5L)));
        members.get(0).multicast("word");
        await().atMost(SOON).untilAsserted(() -> assertThat(members.get(1).from(1)).containsExactly("word"));
        assertThat(members(members.get(2))).as("of another site").containsExactly(3L);
        assertThat(members(withoutOne)).as("of none").containsExactly(4L);
    }

    private static List<Long> members(Inboxed of) {
        return of.view().members().stream().map(member -> member.process().value()).sorted().toList();
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
