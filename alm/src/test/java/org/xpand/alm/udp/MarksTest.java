package org.xpand.alm.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traffic classes and marks on real sockets; a sender that marks its own datagrams replaces the router. */
@Isolated
class MarksTest extends LinkFixture {
    private static final int NONE = 0;
    private static final int ECT_0 = 2;
    private static final int EXPERIENCED = 3;
    private static final int EXPEDITED = 46 << 2;

    @BeforeEach
    void needsEpoll() {
        assumeThat(Transport.EPOLL.available()).as("Linux with Netty's native library").isTrue();
        start(Transport.EPOLL);
    }

    private static LinkSettings at(String host) {
        return new LinkSettings(new InetSocketAddress(host, 0), LinkSettings.MAX_DATAGRAM, 1 << 20, 1 << 20, 1 << 20, 32);
    }

    /** The first datagrams of a class are sent without it, until there is a socket for it. */
    private void awaitLane(DatagramLink link, int trafficClass) {
        await().pollInterval(Duration.ofMillis(2)).atMost(LIMIT).until(() -> onLoop(() -> link.hasSocket(trafficClass)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void onlyWhatIsMarkedIsReported(String host) throws Exception {
        assumeThat(host.contains(":") && Boolean.getBoolean("java.net.preferIPv4Stack")).as("this JVM has no IPv6").isFalse();
        DatagramLink a = open(atA, at(host));
        DatagramLink b = open(atB, at(host));
        assertThat(a.marks()).isTrue();
        introduce(a, b);
        int[] classes = {NONE, EXPERIENCED, ECT_0, EXPEDITED | EXPERIENCED, EXPEDITED | ECT_0, 1};
        for (int each : classes) {
            if (each != NONE) {
                awaitLane(a, each);
            }
            atB.marked.clear();
            atB.arrivals.clear();
            byte[] bytes = new byte[1201];
            Arrays.fill(bytes, (byte) each);
            // A single one, then a piece with a shorter one at its end, of even and odd lengths.
            onLoop(() -> {
                a.send(B, bytes, 0, 1, each);
                a.flush();
                for (int length : new int[] {1201, 1201, 1201, 77, 1200, 1200}) {
                    a.send(B, bytes, 0, length, each);
                }
                a.flush();
            });
            await().atMost(LIMIT).until(() -> atB.arrivals.size() == 7);
            assertThat(atB.arrivals.stream().map(arrival -> arrival.bytes().length))
                    .containsExactly(1, 1201, 1201, 1201, 77, 1200, 1200);
            assertThat(atB.arrivals).allSatisfy(arrival -> assertThat(arrival.bytes()).containsOnly((byte) each));
            assertThat(atB.marked).as("class %d", each).hasSize((each & EXPERIENCED) == EXPERIENCED ? 7 : 0);
        }
        assertThat(b.stats().marked()).isEqualTo(14);
    }

    @Test
    void theOrderOfMarkedAndOthersStays() throws Exception {
        DatagramLink a = open(atA);
        DatagramLink b = open(atB);
        introduce(a, b);
        awaitLane(a, EXPERIENCED);
        for (int i = 0; i < 200; i++) {
            int number = i;
            onLoop(() -> {
                a.send(B, new byte[] {(byte) number}, 0, 1, number % 3 == 0 ? EXPERIENCED : NONE);
                a.flush();
            });
        }
        await().atMost(LIMIT).until(() -> atB.arrivals.size() == 200);
        for (int i = 0; i < 200; i++) {
            assertThat(atB.arrivals.get(i).bytes()[0]).isEqualTo((byte) i);
        }
        assertThat(atB.marked).hasSize(67);
    }

    @Test
    void aProbeLeavesByItselfAndTheFurtherSocketsReceiveNothing() throws Exception {
        DatagramLink a = open(atA);
        DatagramLink b = open(atB);
        introduce(a, b);
        awaitLane(b, EXPEDITED);
        for (int i = 0; i < 100; i++) {
            onLoop(() -> a.probe(B, new byte[1400], 0, 1400, EXPERIENCED));
            onLoop(() -> a.probe(B, new byte[1399], 0, 1399, NONE));
        }
        await().atMost(LIMIT).until(() -> b.stats().received() == 200);
        assertThat(b.stats().marked()).isEqualTo(100);
        assertThat(a.stats().sent()).as("not counted").isZero();
    }

    @Test
    void thePortStaysTakenForOthers() throws Exception {
        DatagramLink a = open(atA);
        DatagramLink b = open(atB);
        introduce(a, b);
        awaitLane(a, ECT_0);
        LinkSettings same = settings(a.localAddress().getPort(), LinkSettings.MAX_DATAGRAM, LinkSettings.SEND_QUEUE_BYTES);
        assertThatThrownBy(() -> open(atB, same)).hasMessageContaining("the port is in use");
        a.close();
        DatagramLink again = await().atMost(LIMIT).ignoreExceptions().until(() -> open(atA, same), link -> true);
        onLoop(() -> again.endpoints(Map.of(B, b.localAddress())));
        onLoop(() -> b.send(A, new byte[3], 0, 3));
        onLoop(b::flush);
        await().atMost(LIMIT).until(() -> atA.arrivals.size() == 1);
    }

    @Test
    void moreClassesThanThereAreSocketsForLeaveWithNone() throws Exception {
        DatagramLink a = open(atA);
        DatagramLink b = open(atB);
        introduce(a, b);
        for (int i = 1; i <= FurtherSockets.MOST_CLASSES; i++) {
            awaitLane(a, i << 2);
        }
        assertThat(onLoop(() -> a.hasSocket(EXPERIENCED))).isFalse();
        onLoop(() -> a.send(B, new byte[5], 0, 5, EXPERIENCED));
        onLoop(a::flush);
        await().atMost(LIMIT).until(() -> atB.arrivals.size() == 1);
        assertThat(atB.marked).isEmpty();
    }
}
