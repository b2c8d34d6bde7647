package org.xpand.alm.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.api.SiteId;

/** While strangers flood a socket, the system blocks them and no other process. */
class StrangerFilterTest extends LinkFixture {
    private static final int EXPERIENCED = 3;
    private static final SiteId OTHER = new SiteId(0xc);

    @BeforeEach
    void needsEpoll() {
        assumeThat(Transport.EPOLL.available()).as("Linux with Netty's native library").isTrue();
        start(Transport.EPOLL);
    }

    private DatagramLink link(RecordingListener listener, String host) {
        AtomicLong clock = new AtomicLong();
        DatagramLink link = DatagramLink.open(loop, new LinkSettings(new InetSocketAddress(host, 0), LinkSettings.MAX_DATAGRAM,
                1 << 20, 1 << 20, 1 << 20, 32), clock::incrementAndGet, listener);
        opened.add(link);
        return link;
    }

    private void receive(DatagramLink from) {
        int before = atA.arrivals.size();
        receive(from, 0, () -> atA.arrivals.size() > before);
    }

    private void receiveMarked(DatagramLink from) {
        // The first arrival may be another one of those that were sent without a mark.
        atA.marked.clear();
        receive(from, EXPERIENCED, () -> !atA.marked.isEmpty());
    }

    private void receive(DatagramLink from, int trafficClass, BooleanSupplier received) {
        // Earlier datagrams of strangers may still fill the socket's buffer.
        await().atMost(LIMIT).until(() -> {
            onLoop(() -> from.send(A, new byte[] {1, 2, 3}, 0, 3, trafficClass));
            onLoop(from::flush);
            return received.getAsBoolean();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void strangersAreShutOutWhileTheyFloodAndSitesAreReachable(String host) throws Exception {
        assumeThat(host.contains(":") && Boolean.getBoolean("java.net.preferIPv4Stack")).as("this JVM has no IPv6").isFalse();
        DatagramLink a = link(atA, host);
        DatagramLink b = link(atB, host);
        DatagramLink c = link(atB, host);
        onLoop(() -> a.endpoints(Map.of(new SiteId(1), new InetSocketAddress("127.0.0.9", 9), new SiteId(2),
                new InetSocketAddress("::9", 9), B, b.localAddress())));
        onLoop(() -> b.endpoints(Map.of(A, a.localAddress())));
        onLoop(() -> c.endpoints(Map.of(A, a.localAddress())));
        onLoop(() -> b.send(A, new byte[1], 0, 1, EXPERIENCED));
        await().atMost(LIMIT).until(() -> onLoop(() -> b.hasSocket(EXPERIENCED)));
        try (DatagramSocket stranger = new DatagramSocket(0, InetAddress.getByName(host))) {
            DatagramPacket noise = new DatagramPacket(new byte[100], 100, a.localAddress());
            stranger.send(noise);
            await().atMost(LIMIT).until(() -> a.stats().droppedUnknownSender() == 1);
            assertThat(onLoop(() -> a.strangerFilter().isShut())).isFalse();
            await().atMost(LIMIT).until(() -> {
                for (int i = 0; i < StrangerFilter.MANY; i++) {
                    stranger.send(noise);
                }
                return onLoop(() -> a.strangerFilter().isShut());
            });
            receive(b);
            long counted = a.stats().droppedUnknownSender();
            for (int i = 0; i < 50; i++) {
                stranger.send(noise);
            }
            receiveMarked(b);
            assertThat(a.stats().droppedUnknownSender()).isEqualTo(counted);
            onLoop(() -> a.endpoints(Map.of(OTHER, c.localAddress(), B, b.localAddress())));
            receive(c);
            receive(b);
            onLoop(() -> a.strangerFilter().open());
            stranger.send(noise);
            await().atMost(LIMIT).until(() -> a.stats().droppedUnknownSender() == counted + 1);
        }
        receiveMarked(b);
    }
}
