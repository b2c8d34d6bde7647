package org.xpand.alm.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xpand.protocols.api.SiteId;

@Isolated
class NodeLoopTest {
    /** Much more than a loop that sleeps takes while a test waits. */
    private static final long BUSY_NANOS = 500_000_000L;

    static Stream<Transport> transports() {
        return Stream.of(Transport.values()).filter(Transport::available);
    }

    @Test
    void loopRunsOnTheBestTransport() {
        try (NodeLoop loop = NodeLoop.start("test-loop")) {
            assertThat(loop.transport()).isEqualTo(Transport.EPOLL.available() ? Transport.EPOLL : Transport.NIO);
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    void oneDaemonThreadRunsEverything(Transport transport) throws Exception {
        try (NodeLoop loop = NodeLoop.start("test-loop", transport)) {
            Thread first = loop.eventLoop().submit(Thread::currentThread).get();
            Thread timer = loop.eventLoop().schedule(Thread::currentThread, 1, TimeUnit.MILLISECONDS).get();
            assertThat(first).isSameAs(timer);
            assertThat(first.isDaemon()).isTrue();
            assertThat(first.getName()).startsWith("test-loop");
            loop.close();
            first.join(5000);
            assertThat(first.isAlive()).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    @Timeout(60)
    void aBusyLoopNeverSleepsAndDoesEverythingElse(Transport transport) throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        RecordingListener listener = new RecordingListener();
        try (NodeLoop loop = NodeLoop.start("test-loop", transport, true);
             DatagramLink link = DatagramLink.open(loop, LinkSettings.bind(new InetSocketAddress("127.0.0.1", 0)), () -> 0, listener);
             DatagramSocket raw = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            InetSocketAddress from = (InetSocketAddress) raw.getLocalSocketAddress();
            Thread thread = loop.eventLoop().submit(Thread::currentThread).get();
            loop.eventLoop().submit(() -> link.endpoints(Map.of(new SiteId(1), from))).get();
            assertThat(loop.eventLoop().schedule(Thread::currentThread, 1, TimeUnit.MILLISECONDS).get()).isSameAs(thread);
            raw.send(new DatagramPacket(new byte[2], 2, link.localAddress()));
            await().atMost(Duration.ofSeconds(20)).until(() -> listener.arrivals.size() == 1);
            long before = threads.getThreadCpuTime(thread.getId());
            await().atMost(Duration.ofSeconds(30)).until(() -> threads.getThreadCpuTime(thread.getId()) - before > BUSY_NANOS);
            loop.close();
            thread.join(5000);
            assertThat(thread.isAlive()).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    @Timeout(10)
    void loopMayBeClosedFromItself(Transport transport) throws Exception {
        NodeLoop loop = NodeLoop.start("test-loop", transport);
        loop.eventLoop().submit(loop::close).get();
        assertThat(loop.eventLoop().terminationFuture().await(5, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("transports")
    void tasksWithoutEndDoNotStarveTheSocket(Transport transport) throws Exception {
        RecordingListener listener = new RecordingListener();
        AtomicBoolean stop = new AtomicBoolean();
        LinkSettings settings = LinkSettings.bind(new InetSocketAddress("127.0.0.1", 0));
        try (NodeLoop loop = NodeLoop.start("test-loop", transport);
             DatagramLink link = DatagramLink.open(loop, settings, () -> 0, listener);
             DatagramSocket raw = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            InetSocketAddress from = (InetSocketAddress) raw.getLocalSocketAddress();
            loop.eventLoop().submit(() -> link.endpoints(Map.of(new SiteId(1), from))).get();
            loop.eventLoop().execute(new Runnable() {
                @Override
                public void run() {
                    if (!stop.get()) {
                        loop.eventLoop().execute(this);
                    }
                }
            });
            // With Netty's quantum of one second, each would wait for up to a second, half of them for more than half a second.
            List<Long> waits = new ArrayList<>();
            for (int i = 1; i <= 11; i++) {
                long sent = System.nanoTime();
                raw.send(new DatagramPacket(new byte[2], 2, link.localAddress()));
                int wanted = i;
                await().pollInterval(Duration.ofMillis(2)).atMost(Duration.ofSeconds(20))
                        .until(() -> listener.arrivals.size() == wanted);
                waits.add(System.nanoTime() - sent);
            }
            stop.set(true);
            Collections.sort(waits);
            assertThat(waits.get(5)).as("median wait, ns").isLessThan(300_000_000L);
        }
    }
}
