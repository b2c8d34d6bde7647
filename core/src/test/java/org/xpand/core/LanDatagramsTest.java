package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.alm.udp.Transport;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.lan.LanPath;

/** Processes of one site that exchange their messages as datagrams, beside JGroups. */
class LanDatagramsTest {
    private static final String PROPERTY = "org.xpand.lanDatagrams";
    private static final String HOST = "127.0.0.1";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int MESSAGES = 2000;

    private final List<XpandNode> nodes = new ArrayList<>();
    private LanTransport.Udp lan;

    @BeforeEach
    void turnOn() throws Exception {
        assumeTrue(Transport.EPOLL.available());
        System.setProperty(PROPERTY, "true");
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getByName(HOST))) {
            lan = new LanTransport.Udp(HOST, InetAddress.getByName("239.192.77.6"), free.getLocalPort());
        }
    }

    @AfterEach
    void turnOff() {
        System.clearProperty(PROPERTY);
        nodes.forEach(XpandNode::close);
    }

    private XpandNode node(String name) {
        XpandNode node = XpandNode.builder().site("datagrams").name(name).lan(lan).start();
        nodes.add(node);
        return node;
    }

    private static String text(Message message) {
        return message.from().name() + new String(message.payload(), StandardCharsets.US_ASCII);
    }

    @Test
    void everyMemberReceivesTheMessagesOfAllInOrderAsDatagrams() throws Exception {
        List<List<String>> received = new ArrayList<>();
        List<Group> groups = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
            List<String> mine = new CopyOnWriteArrayList<>();
            received.add(mine);
            groups.add(node(name).join("g", message -> mine.add(text(message))));
        }
        await().atMost(LIMIT).until(() -> groups.stream().allMatch(each -> each.view().size() == groups.size()));
        received.forEach(List::clear);
        MulticastSocket observer = new MulticastSocket(new InetSocketAddress(lan.group(), lan.port() + 1));
        observer.setSoTimeout((int) LIMIT.toMillis());
        observer.joinGroup(new InetSocketAddress(lan.group(), lan.port() + 1), NetworkInterface.getByInetAddress(InetAddress.getByName(HOST)));
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
        try (observer) {
            DatagramPacket first = new DatagramPacket(new byte[MESSAGES], MESSAGES);
            observer.receive(first);
            assertThat(first.getLength()).isGreaterThan(LanPath.HEADER_LENGTH);
        }
    }
}
