package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.site.SiteView;

class HandOverTest {
    private static final Duration BOUND = Duration.ofSeconds(10);
    private static final int LENGTH = 100 * 1024;

    private final AtomicInteger woken = new AtomicInteger();
    private final HandOver handOver = new HandOver(woken::incrementAndGet);
    private final List<byte[]> taken = new ArrayList<>();
    private final HandOver.Handler handler = new HandOver.Handler() {
        @Override
        public void message(long from, byte[] message) {
            taken.add(message);
        }

        @Override
        public void view(SiteView view) {
            throw new AssertionError("there is no view");
        }
    };

    @Test
    void messagesThatComeTogetherWakeTheLoopOnceAndAreTheArraysThatCame() {
        List<byte[]> messages = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            messages.add(new byte[1000]);
            handOver.message(1, messages.get(i), 0, 1000);
        }
        assertThat(woken).hasValue(0);
        handOver.wake();
        assertThat(woken).hasValue(1);
        assertThat(handOver.drain(handler)).isFalse();
        assertThat(taken).hasSize(100);
        for (int i = 0; i < 100; i++) {
            assertThat(taken.get(i)).isSameAs(messages.get(i));
        }
    }

    @Test
    void aTurnIsBoundedInBytes() {
        for (int i = 0; i < 100; i++) {
            handOver.message(1, new byte[60_000], 0, 60_000);
        }
        assertThat(handOver.drain(handler)).isTrue();
        assertThat(taken).as("2 MiB").hasSize(35);
    }

    @Test
    void aPartOfAnArrayIsCopied() {
        handOver.message(1, new byte[] {1, 2, 3, 4}, 1, 2);
        handOver.drain(handler);
        assertThat(taken).singleElement().isEqualTo(new byte[] {2, 3});
    }

    @Test
    void whoDeliversWaitsWhileItIsFullAndWakesTheLoop() throws InterruptedException {
        int most = HandOver.CAPACITY / (1 + LENGTH / 1024);
        for (int i = 0; i < most; i++) {
            handOver.message(1, new byte[LENGTH], 0, LENGTH);
        }
        assertThat(woken).as("there is room").hasValue(0);
        Thread delivering = new Thread(() -> handOver.message(1, new byte[LENGTH], 0, LENGTH), "delivering");
        delivering.start();
        await().atMost(BOUND).until(() -> woken.get() > 0);
        assertThat(delivering.isAlive()).isTrue();
        handOver.drain(handler);
        delivering.join(BOUND.toMillis());
        assertThat(delivering.isAlive()).isFalse();
        while (handOver.drain(handler)) {
            assertThat(taken).hasSizeLessThanOrEqualTo(most);
        }
        assertThat(taken).hasSize(most + 1);
    }

    @Test
    void whoWaitsIsLetGoWhenItIsClosed() throws InterruptedException {
        for (int i = 0; i < HandOver.CAPACITY; i++) {
            handOver.message(1, new byte[1], 0, 1);
        }
        Thread delivering = new Thread(() -> handOver.message(1, new byte[1], 0, 1), "delivering");
        delivering.start();
        await().atMost(BOUND).until(() -> woken.get() > 0);
        handOver.close();
        delivering.join(BOUND.toMillis());
        assertThat(delivering.isAlive()).isFalse();
    }
}
