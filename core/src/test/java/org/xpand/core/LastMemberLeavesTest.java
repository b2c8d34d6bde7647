package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The last member of a group in a site ends its process, which is not the site's delegate: the other sites do not wait for it. */
class LastMemberLeavesTest {
    @Test
    void itsSiteLearnsOfItAlsoIfItsLoopIsBusyThen() throws Exception {
        try (RealSites sites = new RealSites()) {
            sites.add(0, "delegate");
            XpandNode member = sites.add(0, "member");
            member.join("g", message -> { });
            Group other = sites.add(1, "other").join("g", message -> { });
            await().atMost(Duration.ofSeconds(20)).until(() -> other.view().size() == 2);
            other.sendAsync(new byte[1]).get(20, TimeUnit.SECONDS);

            CountDownLatch goOn = new CountDownLatch(1);
            member.engine().execute(() -> {
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            Thread closing = new Thread(() -> member.close(Duration.ZERO), "closing");
            closing.start();
            await().atMost(Duration.ofSeconds(5)).until(() -> closing.getState() == Thread.State.TIMED_WAITING
                    || closing.getState() == Thread.State.WAITING);
            goOn.countDown();
            closing.join(Duration.ofSeconds(20).toMillis());
            assertThat(closing.isAlive()).isFalse();

            await().atMost(Duration.ofSeconds(5)).until(() -> other.view().size() == 1);
            other.sendAsync(new byte[1]);
            // Otherwise it is unstable for as long as the retention.
            await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> assertThat(other.stats().unstableMessages()).isZero());
        }
    }
}
