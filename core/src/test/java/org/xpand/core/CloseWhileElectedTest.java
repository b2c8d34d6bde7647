package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.xpand.membership.api.LanTransport;

/** A node that is closed while it becomes its site's delegate, because the previous one was closed, leaves no socket behind. */
class CloseWhileElectedTest {
    private static final String HOST = "127.99.1.1";
    private static final int PORT = 7810;

    private static XpandNode node(String site, String name) {
        String address = HOST + ":" + PORT;
        return XpandNode.builder().site(site).name(name).lan(new LanTransport.Local()).wanBind(address).advertise(address).start();
    }

    @RepeatedTest(40)
    void thePortIsFreeAfterwards(RepetitionInfo repetition) {
        String site = "s" + Long.toHexString(System.nanoTime());
        XpandNode first = node(site, "first");
        XpandNode second = node(site, "second");
        first.close(Duration.ZERO);
        // Different times, so that the close coincides with different points of the opening.
        LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100L * repetition.getCurrentRepetition()));
        second.close(Duration.ZERO);
        // Not at once: a process that a test beside this one starts has a copy of every socket until it executes its program.
        await().atMost(Duration.ofSeconds(1)).untilAsserted(
                () -> assertThatCode(() -> new DatagramSocket(new InetSocketAddress(HOST, PORT)).close()).doesNotThrowAnyException());
    }
}
