package org.xpand.alm.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MulticastSocketTest {
    private static final int LONGEST = 65_507;

    private final InetAddress loopback = InetAddress.getLoopbackAddress();
    private NodeLoop loop;
    private InetSocketAddress group;

    /** Keeps what arrives. */
    private static final class Received implements MulticastSocket.Listener {
        private final BlockingQueue<Integer> lengths = new LinkedBlockingQueue<>();
        private final BlockingQueue<InetSocketAddress> senders = new LinkedBlockingQueue<>();

        @Override
        public void datagram(byte[] datagram, InetSocketAddress from) {
            senders.add(from);
            lengths.add(datagram.length);
        }

        @Override
        public void readComplete() {
            // Nothing waits for it.
        }

        @Override
        public void writable() {
            // Never filled here.
        }

        private int next() throws InterruptedException {
            Integer length = lengths.poll(10, TimeUnit.SECONDS);
            return length == null ? -1 : length;
        }
    }

    private void start(Transport transport) throws IOException {
        assumeTrue(transport.available());
        loop = NodeLoop.start("multicast-test", transport, false);
        try (DatagramSocket free = new DatagramSocket(0, loopback)) {
            group = new InetSocketAddress(InetAddress.getByName("239.192.77.5"), free.getLocalPort());
        }
    }

    @AfterEach
    void stop() {
        if (loop != null) {
            loop.close();
        }
    }

    private MulticastSocket open(Received received) throws Exception {
        MulticastSocket socket = MulticastSocket.open(loop, loopback, group, received);
        socket.start();
        return socket;
    }

    private void send(MulticastSocket from, int length, InetSocketAddress to) {
        loop.eventLoop().submit(() -> {
            if (to == null) {
                from.send(new byte[length], length);
            } else {
                from.send(new byte[length], length, to);
            }
            from.flush();
        }).awaitUninterruptibly();
    }

    @ParameterizedTest
    @EnumSource
    void allOthersReceiveADatagramAndTheSenderDoesNot(Transport transport) throws Exception {
        start(transport);
        Received first = new Received();
        Received second = new Received();
        Received third = new Received();
        try (MulticastSocket a = open(first);
             MulticastSocket b = open(second);
             MulticastSocket c = open(third)) {
            send(a, LONGEST, null);
            assertThat(second.next()).isEqualTo(LONGEST);
            assertThat(third.next()).isEqualTo(LONGEST);
            send(b, 5, null);

            assertThat(first.next()).isEqualTo(5);
            assertThat(third.next()).isEqualTo(5);
            assertThat(c.writable()).isTrue();
            assertThat(c.capacity()).isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneProcessIsReachedAtTheAddressFromWhichItSends(Transport transport) throws Exception {
        start(transport);
        Received first = new Received();
        Received second = new Received();
        try (MulticastSocket a = open(first);
             MulticastSocket b = open(second)) {
            send(a, 3, null);
            assertThat(second.next()).isEqualTo(3);
            send(b, 4, second.senders.take());

            assertThat(first.next()).isEqualTo(4);
            assertThat(second.lengths).isEmpty();
        }
    }

    /** A datagram that came before its listener was ready broke the node. */
    @ParameterizedTest
    @EnumSource
    void whatArrivesBeforeTheStartWaits(Transport transport) throws Exception {
        start(transport);
        Received received = new Received();
        try (MulticastSocket early = MulticastSocket.open(loop, loopback, group, received);
             MulticastSocket sender = open(new Received())) {
            Received third = new Received();
            try (MulticastSocket ready = open(third)) {
                send(sender, 3, null);
                assertThat(third.next()).isEqualTo(3);
                send(sender, 4, null);
                assertThat(third.next()).isEqualTo(4);
            }
            assertThat(received.lengths).isEmpty();
            early.start();
            assertThat(received.next()).isEqualTo(3);
            assertThat(received.next()).isEqualTo(4);
        }
    }
}
