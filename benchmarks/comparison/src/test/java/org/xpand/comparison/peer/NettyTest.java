package org.xpand.comparison.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bare stream over UDP: messages come out as they went in, and not at all behind a datagram that was lost. */
class NettyTest {
    private static final int MESSAGES = 3000;

    private final List<byte[]> taken = new CopyOnWriteArrayList<>();

    private void take(byte[] bytes, int offset, int length) {
        taken.add(Arrays.copyOfRange(bytes, offset, offset + length));
    }

    private static int freePort() throws Exception {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getByName(FreePorts.HOST))) {
            return socket.getLocalPort();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Timeout(60)
    void messagesOfAnySizeComeOutAsTheyWentIn(boolean busyPolling) throws Exception {
        List<Integer> ports = List.of(freePort(), freePort(), freePort());
        Random random = new Random(7);
        try (PeerEndpoint first = new NettyReceiver(new Place(1, ports), this::take, busyPolling);
                PeerEndpoint second = new NettyReceiver(new Place(2, ports), (bytes, offset, length) -> { }, busyPolling);
                PeerEndpoint sender = new NettySender(new Place(0, ports), busyPolling)) {
            await().atMost(Duration.ofSeconds(10)).until(sender::connected);
            // More than a window, so that it closes and opens.
            for (int i = 0; i < MESSAGES; i++) {
                byte[] message = new byte[i % 1500 + 1];
                random.nextBytes(message);
                sender.send(message);
            }
            sender.flush();
            await().atMost(Duration.ofSeconds(10)).until(() -> taken.size() == MESSAGES);
        }
        Random again = new Random(7);
        for (int i = 0; i < MESSAGES; i++) {
            byte[] message = new byte[i % 1500 + 1];
            again.nextBytes(message);
            assertThat(taken.get(i)).isEqualTo(message);
        }
    }

    @Test
    @Timeout(30)
    void behindALostDatagramNothingIsHandedOver() throws Exception {
        List<Integer> ports = List.of(freePort(), freePort());
        try (PeerEndpoint receiver = new NettyReceiver(new Place(1, ports), this::take, false);
                DatagramSocket sender = new DatagramSocket(ports.get(0), InetAddress.getByName(FreePorts.HOST))) {
            for (long number : new long[] {0, 2, 3}) {
                byte[] bytes = ByteBuffer.allocate(20).putLong(number).putInt(8).putLong(number).array();
                sender.send(new DatagramPacket(bytes, bytes.length, InetAddress.getByName(FreePorts.HOST), ports.get(1)));
            }
            await().during(Duration.ofMillis(300)).atMost(Duration.ofSeconds(10)).until(() -> taken.size() == 1);
        }
    }
}
