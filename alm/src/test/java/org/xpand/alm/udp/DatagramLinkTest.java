package org.xpand.alm.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xpand.alm.api.LinkStats;
import org.xpand.protocols.api.SiteId;

@Isolated
class DatagramLinkTest extends LinkFixture {
    @ParameterizedTest
    @MethodSource("transports")
    void datagramGoesThereAndBack(Transport transport) throws Exception {
        start(transport);
        DatagramLink a = open(atA);
        DatagramLink b = open(atB);
        introduce(a, b);
        byte[] hello = {9, 1, 2, 3, 9};
        onLoop(() -> a.send(B, hello, 1, 3));
        onLoop(a::flush);
        await().atMost(LIMIT).until(() -> atB.arrivals.size() == 1);
        assertThat(atB.arrivals.get(0).from()).isEqualTo(A);
        assertThat(atB.arrivals.get(0).bytes()).containsExactly(1, 2, 3);
        onLoop(() -> b.send(A, new byte[LinkSettings.MAX_DATAGRAM], 0, LinkSettings.MAX_DATAGRAM));
        onLoop(b::flush);
        await().atMost(LIMIT).until(() -> atA.arrivals.size() == 1 && atA.batches.get() > 0);
        assertThat(atA.arrivals.get(0).bytes()).hasSize(LinkSettings.MAX_DATAGRAM);
        assertThat(a.stats()).isEqualTo(new LinkStats(1, 3, 1, LinkSettings.MAX_DATAGRAM, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
        assertThat(b.stats()).isEqualTo(new LinkStats(1, LinkSettings.MAX_DATAGRAM, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    @ParameterizedTest
    @MethodSource("transports")
    void whatIsReadByItselfHasATimeOfItsOwn(Transport transport) throws Exception {
        start(transport);
        DatagramLink a = open(atA);
        DatagramLink b = open(atB);
        introduce(a, b);
        onLoop(() -> {
            for (int i = 0; i < 10; i++) {
                a.send(B, new byte[] {(byte) i}, 0, 1);
                a.flush();
            }
        });
        await().atMost(LIMIT).until(() -> atB.arrivals.size() == 10);
        assertThat(atB.arrivals.stream().map(RecordingListener.Arrival::nanos).distinct()).hasSize(10);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void whatComesInOnePieceHasOneTime(Transport transport) throws Exception {
        assumeThat(transport.available() && transport.mostInBatch() > 1).isTrue();
        start(transport);
        DatagramLink a = open(atA);
        DatagramLink b = open(atB);
        introduce(a, b);
        for (int piece = 0; piece < 2; piece++) {
            onLoop(() -> {
                for (int i = 0; i < 10; i++) {
                    a.send(B, new byte[100], 0, 100);
                }
                a.flush();
            });
        }
        await().atMost(LIMIT).until(() -> atB.arrivals.size() == 20);
        assertThat(atB.arrivals.stream().map(RecordingListener.Arrival::nanos).distinct()).hasSize(2);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void strangerIsDroppedAndCounted(Transport transport) throws Exception {
        start(transport);
        DatagramLink a = open(atA);
        DatagramLink b = open(atB);
        onLoop(() -> a.endpoints(Map.of(B, b.localAddress())));
        onLoop(() -> a.send(B, new byte[10], 0, 10));
        onLoop(a::flush);
        await().atMost(LIMIT).until(() -> b.stats().droppedUnknownSender() == 1);
        assertThat(atB.arrivals).isEmpty();
        assertThat(b.stats().received()).isZero();
    }

    @ParameterizedTest
    @MethodSource("transports")
    void siteThatLeftTheTableIsNeitherReachedNorReceived(Transport transport) throws Exception {
        start(transport);
        DatagramLink a = open(atA);
        DatagramLink b = open(atB);
        introduce(a, b);
        onLoop(() -> b.endpoints(Map.of()));
        assertThat(onLoop(() -> b.send(A, new byte[1], 0, 1))).isFalse();
        assertThat(onLoop(() -> a.send(B, new byte[1], 0, 1))).isTrue();
        onLoop(a::flush);
        await().atMost(LIMIT).until(() -> b.stats().droppedUnknownSender() == 1);
        assertThat(b.stats().droppedUnknownSite()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void datagramThatIsTooLongIsDroppedAndCounted(Transport transport) throws Exception {
        start(transport);
        DatagramLink a = open(atA, settings(0, 2000, LinkSettings.SEND_QUEUE_BYTES));
        DatagramLink b = open(atB);
        introduce(a, b);
        onLoop(() -> {
            for (int length : new int[] {LinkSettings.MAX_DATAGRAM + 1, 2000, LinkSettings.MAX_DATAGRAM}) {
                a.send(B, new byte[length], 0, length);
            }
            a.flush();
        });
        await().atMost(LIMIT).until(() -> atB.arrivals.size() == 1);
        assertThat(atB.arrivals.get(0).bytes()).hasSize(LinkSettings.MAX_DATAGRAM);
        assertThat(b.stats().droppedOversize()).isEqualTo(2);
        assertThatThrownBy(() -> onLoop(() -> b.send(A, new byte[2000], 0, 1473)))
                .rootCause().hasMessage("a datagram of 1473 bytes: accepted is 1 to maxDatagram, which is 1472");
    }

    @ParameterizedTest
    @MethodSource("transports")
    void whatTheSystemTakesNeedsNoRoomInTheQueue(Transport transport) throws Exception {
        start(transport);
        DatagramLink a = open(atA, settings(0, LinkSettings.MAX_DATAGRAM, 8192));
        DatagramLink b = open(atB);
        introduce(a, b);
        onLoop(() -> {
            for (int i = 0; i < 100; i++) {
                assertThat(a.send(B, new byte[1000], 0, 1000)).isTrue();
            }
            a.flush();
        });
        await().atMost(LIMIT).until(() -> atB.arrivals.size() == 100);
        assertThat(a.stats().droppedQueueFull()).isZero();
        assertThat(a.stats().sent()).isEqualTo(100);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void fullQueueDropsCountsAndReportsWhenThereIsRoom(Transport transport) throws Exception {
        start(transport);
        DatagramLink a = open(atA);
        DatagramLink b = open(atB);
        introduce(a, b);
        onLoop(() -> room(a, false));
        onLoop(() -> {
            assertThat(a.writable()).isFalse();
            assertThat(a.send(B, new byte[10], 0, 10)).isFalse();
        });
        assertThat(a.stats().droppedQueueFull()).isEqualTo(1);
        assertThat(atA.writable).hasValue(0);
        onLoop(() -> room(a, true));
        await().atMost(LIMIT).until(() -> atA.writable.get() == 1);
        assertThat(onLoop(() -> a.send(B, new byte[10], 0, 10))).isTrue();
        onLoop(a::flush);
        await().atMost(LIMIT).until(() -> atB.arrivals.size() == 1);
    }

    /** As if the system's buffer, which never fills up on loopback, were full, or had room again. */
    private static void room(DatagramLink link, boolean any) {
        link.channel().unsafe().outboundBuffer().setUserDefinedWritability(1, any);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void everyDatagramOfABurstIsAccountedFor(Transport transport) throws Exception {
        start(transport);
        int count = 10_000;
        DatagramLink a = open(atA, settings(0, 2000, LinkSettings.SEND_QUEUE_BYTES));
        DatagramLink stranger = open(new RecordingListener());
        BitSet seen = new BitSet();
        DatagramLink b = open(new LinkListener() {
            @Override
            public void receive(SiteId from, byte[] buffer, int offset, int length, long arrivalNanos) {
                int number = ByteBuffer.wrap(buffer, offset, length).getInt();
                assertThat(length).isEqualTo(number % 1000 + 4);
                assertThat(seen.get(number)).isFalse();
                seen.set(number);
            }

            @Override
            public void readComplete() {
            }

            @Override
            public void writable() {
            }
        });
        introduce(a, b);
        onLoop(() -> stranger.endpoints(Map.of(B, b.localAddress())));
        // So few at a time that they fit in the smallest receive buffer that a system grants.
        for (int first = 0; first < count; first += 40) {
            int from = first;
            onLoop(() -> {
                for (int number = from; number < from + 40; number++) {
                    byte[] bytes = ByteBuffer.allocate(2000).putInt(number).array();
                    if (number % 10 == 3) {
                        stranger.send(B, bytes, 0, 100);
                    } else {
                        a.send(B, bytes, 0, number % 10 == 7 ? 1800 : number % 1000 + 4);
                    }
                }
                a.flush();
                stranger.flush();
            });
            await().pollInterval(Duration.ofMillis(1)).atMost(LIMIT).until(() -> b.stats().received()
                    + b.stats().droppedOversize() + b.stats().droppedUnknownSender() == from + 40);
        }
        assertThat(a.stats().sent() + stranger.stats().sent()).isEqualTo(count);
        assertThat(b.stats().droppedOversize()).isEqualTo(count / 10);
        assertThat(b.stats().droppedUnknownSender()).isEqualTo(count / 10);
        assertThat(b.stats().listenerFailures()).isZero();
        assertThat(onLoop(seen::cardinality)).isEqualTo(count * 8 / 10);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void datagramsToTwoSitesLeaveInTheirOrderWhateverTheirLengths(Transport transport) throws Exception {
        start(transport);
        RecordingListener atC = new RecordingListener();
        SiteId c = new SiteId(0xc);
        DatagramLink a = open(atA);
        DatagramLink b = open(atB);
        DatagramLink third = open(atC);
        Map<SiteId, InetSocketAddress> table = Map.of(A, a.localAddress(), B, b.localAddress(), c, third.localAddress());
        onLoop(() -> List.of(a, b, third).forEach(link -> link.endpoints(table)));
        int[] lengths = {1400, 1400, 1400, 60, 1400, 60, 60, 100};
        int rows = 10;
        onLoop(() -> {
            for (int row = 0; row < rows; row++) {
                for (int i = 0; i < lengths.length; i++) {
                    byte[] bytes = new byte[lengths[i]];
                    Arrays.fill(bytes, (byte) (row * lengths.length + i));
                    a.send(B, bytes, 0, bytes.length);
                    a.send(c, bytes, 0, bytes.length);
                }
            }
            a.flush();
        });
        for (RecordingListener each : List.of(atB, atC)) {
            await().atMost(LIMIT).until(() -> each.arrivals.size() == rows * lengths.length);
            for (int i = 0; i < rows * lengths.length; i++) {
                byte[] wanted = new byte[lengths[i % lengths.length]];
                Arrays.fill(wanted, (byte) i);
                assertThat(each.arrivals.get(i).bytes()).containsExactly(wanted);
            }
        }
        assertThat(a.stats().sent()).isEqualTo(2L * rows * lengths.length);
        assertThat(a.stats().sentBytes()).isEqualTo(2L * rows * IntStream.of(lengths).sum());
    }

    @ParameterizedTest
    @MethodSource("transports")
    void randomBytesArriveAsTheyAreOrAreCounted(Transport transport) throws Exception {
        start(transport);
        DatagramLink b = open(atB);
        SplittableRandom random = new SplittableRandom(20);
        try (DatagramSocket raw = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            onLoop(() -> b.endpoints(Map.of(A, (InetSocketAddress) raw.getLocalSocketAddress())));
            List<byte[]> fitting = new ArrayList<>();
            int tooLong = 0;
            int strange = 0;
            for (int i = 0; i < 300; i++) {
                byte[] bytes = new byte[i < 3 ? 0 : random.nextInt(2000)];
                random.nextBytes(bytes);
                boolean ends = random.nextInt(4) > 0;
                ByteBuf sent = Unpooled.buffer().writeBytes(bytes);
                if (ends) {
                    Trailer.write(sent, bytes.length);
                } else {
                    sent.writeByte(random.nextInt(2, 256));
                }
                raw.send(new DatagramPacket(sent.array(), sent.readableBytes(), b.localAddress()));
                if (sent.readableBytes() <= Trailer.wireLength(LinkSettings.MAX_DATAGRAM)) {
                    if (ends) {
                        fitting.add(bytes);
                    } else {
                        strange++;
                    }
                } else {
                    tooLong++;
                }
                int all = i + 1;
                await().pollInterval(Duration.ofMillis(1)).atMost(LIMIT)
                        .until(() -> b.stats().received() + b.stats().droppedOversize() + b.stats().droppedNoTrailer() == all);
            }
            assertThat(b.stats().droppedNoTrailer()).isEqualTo(strange);
            assertThat(b.stats().droppedOversize()).isEqualTo(tooLong);
            assertThat(atB.arrivals.stream().map(RecordingListener.Arrival::bytes)).containsExactlyElementsOf(fitting);
        }
    }
}
