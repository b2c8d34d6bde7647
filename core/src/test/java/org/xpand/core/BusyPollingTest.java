package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.xpand.membership.api.LanTransport;

/** A node whose loop never sleeps, with a listener on that loop: it does what any node does, and its loop ends with it. */
class BusyPollingTest {
    private static final int MESSAGES = 200;
    /** Much more than the loop of an idle node takes in half a minute. */
    private static final long BUSY_NANOS = 1_000_000_000L;

    private static XpandNode node(int port, String name, int seed, boolean busyPolling) {
        return XpandNode.builder().site(name + "-" + seed).name(name + "-" + seed).wanBind("127.0.0.1:" + port).seeds("127.0.0.1:" + seed)
                .lan(new LanTransport.Local()).executor(Runnable::run).busyPolling(busyPolling).start();
    }

    private static Optional<Thread> loop(String node) {
        return Thread.getAllStackTraces().keySet().stream().filter(each -> each.getName().startsWith("xpand-loop-" + node)).findAny();
    }

    @Test
    @Timeout(120)
    void messagesArriveInOrderAndTheLoopEndsWithItsNode() throws Exception {
        int port = RealSites.freePort();
        List<Byte> received = Collections.synchronizedList(new ArrayList<>());
        Thread loop;
        try (XpandNode busy = node(port, "busy", port, true); XpandNode usual = node(RealSites.freePort(), "usual", port, false)) {
            loop = loop("busy-" + port).orElseThrow();
            Group group = busy.join("g", message -> {
                if (!message.own()) {
                    assertThat(Thread.currentThread()).isSameAs(loop("busy-" + port).orElseThrow());
                    received.add(message.payload()[0]);
                }
            });
            Group other = usual.join("g", message -> { });
            await().atMost(Duration.ofSeconds(30)).until(() -> group.view().size() == 2 && other.view().size() == 2);
            List<Byte> sent = new ArrayList<>();
            for (int i = 0; i < MESSAGES; i++) {
                other.send(new byte[] {(byte) i});
                sent.add((byte) i);
                group.send(new byte[1]);
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> received.equals(sent));
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long before = threads.getThreadCpuTime(loop.getId());
            await().atMost(Duration.ofSeconds(30)).until(() -> threads.getThreadCpuTime(loop.getId()) - before > BUSY_NANOS);
        }
        loop.join(10_000);
        assertThat(loop.isAlive()).isFalse();
    }
}
