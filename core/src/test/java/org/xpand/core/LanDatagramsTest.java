package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.net.StandardSocketOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.keys.SharedKey;
import org.xpand.protocols.lan.LanPath;

/** Processes of one site that exchange their messages as datagrams, beside JGroups. */
class LanDatagramsTest {
    private static final String HOST = "127.0.0.1";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int MESSAGES = 2000;

    private final List<XpandNode> nodes = new ArrayList<>();
    private LanTransport.Udp lan;

    @BeforeEach
    void choosePort() throws Exception {
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getByName(HOST))) {
            lan = new LanTransport.Udp(HOST, InetAddress.getByName("239.192.77.6"), free.getLocalPort() & ~1);
        }
    }

    @AfterEach
    void close() {
        nodes.forEach(XpandNode::close);
    }

    private XpandNode node(String name, UnaryOperator<NodeBuilder> settings) {
        XpandNode node = settings.apply(XpandNode.builder().site("datagrams").name(name).lan(lan)).start();
        nodes.add(node);
        return node;
    }

    private static String text(Message message) {
        return message.from().name() + new String(message.payload(), StandardCharsets.US_ASCII);
    }

    /** Three members, the last of which has settings of its own, send to each other. */
    private void everyMemberReceivesEverythingInOrder(UnaryOperator<NodeBuilder> settings, UnaryOperator<NodeBuilder> ofTheLast) throws Exception {
        List<List<String>> received = new ArrayList<>();
        List<Group> groups = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
            List<String> mine = new CopyOnWriteArrayList<>();
            received.add(mine);
            groups.add(node(name, "c".equals(name) ? ofTheLast : settings).join("g", message -> mine.add(text(message))));
        }
        await().atMost(LIMIT).until(() -> groups.stream().allMatch(each -> each.view().size() == groups.size()));
        received.forEach(List::clear);
        for (int i = 0; i < MESSAGES; i++) {
            for (Group each : groups) {
                each.send(String.valueOf(i).getBytes(StandardCharsets.US_ASCII));
            }
        }
        for (List<String> each : received) {
            for (String sender : List.of("a", "b", "c")) {
                await().atMost(LIMIT).untilAsserted(() -> assertThat(each.stream().filter(text -> text.startsWith(sender)).toList())
                        .isEqualTo(IntStream.range(0, MESSAGES).mapToObj(i -> sender + i).toList()));
            }
        }
    }

    private LanStats stats(int node) {
        return nodes.get(node).stats().lan().orElseThrow();
    }

    private MulticastSocket onTheLan() throws Exception {
        InetSocketAddress group = new InetSocketAddress(lan.group(), lan.port() + 1);
        MulticastSocket socket = new MulticastSocket(group);
        socket.setSoTimeout((int) LIMIT.toMillis());
        socket.setOption(StandardSocketOptions.IP_MULTICAST_IF, NetworkInterface.getByInetAddress(InetAddress.getByName(HOST)));
        socket.joinGroup(group, NetworkInterface.getByInetAddress(InetAddress.getByName(HOST)));
        return socket;
    }

    @Test
    void everyMemberReceivesTheMessagesOfAllInOrderAsDatagrams() throws Exception {
        try (MulticastSocket observer = onTheLan()) {
            everyMemberReceivesEverythingInOrder(each -> each, each -> each);
            DatagramPacket first = new DatagramPacket(new byte[MESSAGES], MESSAGES);
            observer.receive(first);
            assertThat(first.getLength()).isGreaterThan(LanPath.HEADER_LENGTH);
        }
        for (int i = 0; i < nodes.size(); i++) {
            assertThat(stats(i).sent()).isPositive();
            assertThat(stats(i).received()).isPositive();
            assertThat(stats(i).byJGroups()).isZero();
            assertThat(stats(i).refused()).isZero();
        }
    }

    @Test
    void withAKeyNobodyElseCanReadOrSend() throws Exception {
        SharedKey key = SharedKey.of(new byte[32]);
        byte[] secret = "1999".getBytes(StandardCharsets.US_ASCII);
        try (MulticastSocket stranger = onTheLan()) {
            UnaryOperator<NodeBuilder> keyed = each -> each.key(key);
            everyMemberReceivesEverythingInOrder(keyed, keyed);
            DatagramPacket datagram = new DatagramPacket(new byte[1 << 16], 1 << 16);
            stranger.receive(datagram);
            byte[] heard = Arrays.copyOf(datagram.getData(), datagram.getLength());
            assertThat(new String(heard, StandardCharsets.ISO_8859_1)).doesNotContain(new String(secret, StandardCharsets.US_ASCII));
            // Once more, as it came, and something of one's own.
            stranger.send(new DatagramPacket(heard, heard.length, new InetSocketAddress(lan.group(), lan.port() + 1)));
            stranger.send(new DatagramPacket(new byte[100], 100, new InetSocketAddress(lan.group(), lan.port() + 1)));
            await().atMost(LIMIT).until(() -> stats(0).refused() >= 2);
        }
        assertThat(stats(1).received()).isPositive();
        assertThat(stats(1).byJGroups()).isZero();
    }

    @Test
    void aProcessThatHasNoDatagramsGetsAndSendsEverythingThroughJGroups() throws Exception {
        everyMemberReceivesEverythingInOrder(each -> each, each -> each.lanDatagrams(false));
        assertThat(nodes.get(2).stats().lan()).isEmpty();
        assertThat(stats(0).byJGroups()).isEqualTo(1);
        assertThat(stats(0).received()).isPositive();
    }

    @Test
    void theWildcardStandsForAnInterfaceWithMulticast() throws Exception {
        lan = new LanTransport.Udp("0.0.0.0", lan.group(), lan.port());
        everyMemberReceivesEverythingInOrder(each -> each, each -> each);
        assertThat(stats(0).received()).isPositive();
    }
}
