package org.xpand.alm.udp;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.xpand.protocols.api.SiteId;

/** Links on one loop, closed after each test. */
abstract class LinkFixture {
    static final SiteId A = new SiteId(0xa);
    static final SiteId B = new SiteId(0xb);
    static final Duration LIMIT = Duration.ofSeconds(10);

    final List<AutoCloseable> opened = new ArrayList<>();
    final AtomicLong clockReads = new AtomicLong();
    final RecordingListener atA = new RecordingListener();
    final RecordingListener atB = new RecordingListener();
    NodeLoop loop;

    static Stream<Transport> transports() {
        return Stream.of(Transport.values()).filter(Transport::available);
    }

    @AfterEach
    void closeAll() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    void start(Transport transport) {
        loop = NodeLoop.start("test-loop", transport);
        opened.add(loop);
    }

    DatagramLink open(LinkListener listener) {
        return open(listener, settings(0, LinkSettings.MAX_DATAGRAM, LinkSettings.SEND_QUEUE_BYTES));
    }

    DatagramLink open(LinkListener listener, LinkSettings settings) {
        LongSupplier clock = clockReads::incrementAndGet;
        DatagramLink link = DatagramLink.open(loop, settings, clock, listener);
        opened.add(link);
        return link;
    }

    static LinkSettings settings(int port, int maxDatagram, int sendQueueBytes) {
        return new LinkSettings(new InetSocketAddress("127.0.0.1", port), maxDatagram,
                LinkSettings.SOCKET_BUFFER_BYTES, LinkSettings.SOCKET_BUFFER_BYTES, sendQueueBytes,
                LinkSettings.READ_BATCH);
    }

    void introduce(DatagramLink a, DatagramLink b) throws Exception {
        Map<SiteId, InetSocketAddress> table = Map.of(A, a.localAddress(), B, b.localAddress());
        onLoop(() -> {
            a.endpoints(table);
            b.endpoints(table);
        });
    }

    <T> T onLoop(Callable<T> task) throws Exception {
        return loop.eventLoop().submit(task).get();
    }

    void onLoop(Runnable task) throws Exception {
        loop.eventLoop().submit(task).get();
    }
}
