package org.xpand.comparison.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.xpand.comparison.peer.PeerEndpoint;

/** Messages carry when they were due, however long the other side made the sender wait. */
class GeneratorTest {
    private static final double RATE = 1000;
    private static final int MESSAGES = 200;

    @Test
    @Timeout(30)
    void aSendThatWaitsDoesNotMoveWhenTheNextOnesAreDue() throws InterruptedException {
        List<Long> due = new ArrayList<>();
        CountDownLatch enough = new CountDownLatch(MESSAGES);
        PeerEndpoint slow = new PeerEndpoint() {
            @Override
            public boolean connected() {
                return true;
            }

            @Override
            public void send(byte[] message) throws InterruptedException {
                due.add(Stamp.dueNanos(message, 0));
                if (due.size() == 10) {
                    TimeUnit.MILLISECONDS.sleep(100);
                }
                enough.countDown();
            }

            @Override
            public void close() {
            }
        };
        Generator generator = new Generator(slow, 0, 1, 100, RATE);
        Thread thread = new Thread(generator);
        thread.start();
        enough.await();
        generator.stop();
        thread.join();
        assertThat(generator.sent()).isEqualTo(due.size());
        for (int i = 1; i < due.size(); i++) {
            assertThat(due.get(i) - due.get(i - 1)).isBetween(999_000L, 1_001_000L);
        }
    }
}
