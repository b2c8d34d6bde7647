package org.xpand.alm.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xpand.protocols.api.SiteId;

@Isolated
class DatagramLinkTroubleTest extends LinkFixture {
    @ParameterizedTest
    @MethodSource("transports")
    void portInUseIsAnErrorInOneLine(Transport transport) throws Exception {
        start(transport);
        int port = open(atA).localAddress().getPort();
        assertThatThrownBy(() -> open(atB, settings(port, LinkSettings.MAX_DATAGRAM, LinkSettings.SEND_QUEUE_BYTES)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("WAN bind address '127.0.0.1:" + port + "': the port is in use, accepted is one that is free");
    }

    @ParameterizedTest
    @MethodSource("transports")
    void foreignAddressIsAnErrorInOneLine(Transport transport) {
        start(transport);
        // TEST-NET-1 of RFC 5737 belongs to no machine.
        assertThatThrownBy(() -> open(atA, LinkSettings.bind(new InetSocketAddress("192.0.2.1", 7800))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("WAN bind address '192.0.2.1:7800': not an address of this machine, accepted is HOST:PORT with one "
                        + "that is");
    }

    @ParameterizedTest
    @MethodSource("transports")
    void sendingToADeadPortKillsNothing(Transport transport) throws Exception {
        start(transport);
        DatagramLink a = open(atA);
        DatagramLink b = open(atB);
        InetSocketAddress dead = open(new RecordingListener()).localAddress();
        opened.remove(opened.size() - 1).close();
        SiteId gone = new SiteId(0xdead);
        onLoop(() -> a.endpoints(Map.of(B, b.localAddress(), gone, dead)));
        onLoop(() -> b.endpoints(Map.of(A, a.localAddress())));
        for (int i = 1; i <= 20; i++) {
            onLoop(() -> a.send(gone, new byte[100], 0, 100));
            onLoop(() -> a.send(B, new byte[100], 0, 100));
            onLoop(a::flush);
            int wanted = i;
            await().pollInterval(Duration.ofMillis(2)).atMost(LIMIT).until(() -> atB.arrivals.size() == wanted);
        }
        assertThat(a.stats().sent() + a.stats().droppedSendFailed()).isEqualTo(40);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void whatTheSystemRefusesIsCountedAndTheRestLeaves(Transport transport) throws Exception {
        start(transport);
        DatagramLink a = open(atA, settings(0, LinkSettings.GREATEST_DATAGRAM, LinkSettings.SEND_QUEUE_BYTES));
        DatagramLink b = open(atB);
        SiteId nowhere = new SiteId(0xbad);
        // Broadcasts are refused to a socket without permission.
        onLoop(() -> a.endpoints(Map.of(B, b.localAddress(), nowhere, new InetSocketAddress("255.255.255.255", 9))));
        onLoop(() -> b.endpoints(Map.of(A, a.localAddress())));
        onLoop(() -> {
            for (int i = 0; i < 3; i++) {
                a.send(B, new byte[1], 0, 1);
                a.send(nowhere, new byte[1], 0, 1);
            }
            a.flush();
        });
        await().atMost(LIMIT).until(() -> atB.arrivals.size() == 3);
        await().atMost(LIMIT).until(() -> a.stats().droppedSendFailed() == 3);
        assertThat(a.stats().sent()).isEqualTo(3);
    }

    @Test
    void whatTheSystemDoesNotCutApartLeavesSingly() throws Exception {
        assumeThat(Transport.best().mostInBatch()).isGreaterThan(1);
        start(Transport.best());
        // More datagrams than any Linux accepts in one piece.
        DatagramLink a = DatagramLink.open(loop, 600, settings(0, 512, 1 << 20), System::nanoTime, atA);
        opened.add(a);
        DatagramLink b = open(atB);
        introduce(a, b);
        for (int round = 1; round <= 2; round++) {
            onLoop(() -> {
                for (int i = 0; i < 600; i++) {
                    a.send(B, new byte[] {(byte) i, 1}, 0, i == 599 ? 1 : 2);
                }
                a.flush();
            });
            int wanted = 600 * round;
            await().atMost(LIMIT).until(() -> atB.arrivals.size() == wanted);
        }
        assertThat(atB.arrivals.stream().map(each -> each.bytes()[0])).startsWith((byte) 0, (byte) 1, (byte) 2);
        assertThat(atB.arrivals.get(599).bytes()).hasSize(1);
        await().atMost(LIMIT).until(() -> a.stats().sent() == 1200);
        assertThat(a.stats().droppedSendFailed()).isZero();
    }

    @ParameterizedTest
    @MethodSource("transports")
    void failingListenerIsCountedAndTheLinkGoesOn(Transport transport) throws Exception {
        start(transport);
        DatagramLink a = open(atA);
        DatagramLink b = open(new LinkListener() {
            @Override
            public void receive(SiteId from, byte[] buffer, int offset, int length, long arrivalNanos) {
                if (buffer[offset] % 2 == 0) {
                    throw new IllegalStateException("thrown by the test");
                }
            }

            @Override
            public void readComplete() {
            }

            @Override
            public void writable() {
            }
        });
        introduce(a, b);
        onLoop(() -> {
            for (int i = 0; i < 6; i++) {
                a.send(B, new byte[] {(byte) i}, 0, 1);
            }
            a.flush();
        });
        await().atMost(LIMIT).until(() -> b.stats().received() == 6 && b.stats().listenerFailures() == 3);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void closeFreesThePortAndMayBeRepeated(Transport transport) throws Exception {
        start(transport);
        DatagramLink a = open(atA);
        int port = a.localAddress().getPort();
        a.close();
        assertThatCode(a::close).doesNotThrowAnyException();
        assertThat(onLoop(() -> a.send(A, new byte[1], 0, 1))).isFalse();
        LinkSettings samePort = settings(port, LinkSettings.MAX_DATAGRAM, LinkSettings.SEND_QUEUE_BYTES);
        DatagramLink again = await().atMost(LIMIT).ignoreExceptions().until(() -> open(atA, samePort), link -> true);
        assertThat(again.localAddress().getPort()).isEqualTo(port);
        onLoop(again::close);
        loop.close();
        assertThatCode(loop::close).doesNotThrowAnyException();
        assertThatCode(again::close).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("transports")
    void listenerThatClosesTheLinkReceivesNoMore(Transport transport) throws Exception {
        start(transport);
        DatagramLink a = open(atA);
        List<Integer> received = new ArrayList<>();
        DatagramLink[] self = new DatagramLink[1];
        self[0] = open(new LinkListener() {
            @Override
            public void receive(SiteId from, byte[] buffer, int offset, int length, long arrivalNanos) {
                received.add((int) buffer[offset]);
                self[0].close();
            }

            @Override
            public void readComplete() {
                received.add(-1);
            }

            @Override
            public void writable() {
            }
        });
        introduce(a, self[0]);
        onLoop(() -> {
            for (int i = 0; i < 6; i++) {
                a.send(B, new byte[] {(byte) i}, 0, 1);
            }
            a.flush();
        });
        await().atMost(LIMIT).until(() -> onLoop(() -> !received.isEmpty()));
        assertThat(onLoop(() -> List.copyOf(received))).containsExactly(0);
    }
}
