package org.xpand.protocols.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

/** Segments, demands and divisions cost no memory in the steady state. */
class AllocationMemoryTest {
    private static final long MS = 1_000_000;
    private static final int SEGMENTS = 20_000;
    private static final int SENDERS = 50;

    private final Allocator allocator = new Allocator(AllocatorConfig.defaults());
    private final DemandEstimator estimator = new DemandEstimator(DemandConfig.defaults(), 0);
    private final TokenBucket bucket = new TokenBucket(1e6, 4000, 0);
    private final SenderId[] senders = new SenderId[SENDERS];
    private long now;
    private double received;

    @Test
    void segmentsDemandsAndDivisionsAllocateNothing() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < SENDERS; i++) {
            senders[i] = new SenderId(new SiteId(1), i);
        }
        long thread = Thread.currentThread().getId();
        run();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long before = threads.getThreadAllocatedBytes(thread);
            run();
            least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
        }
        assertThat(received).isPositive();
        assertThat(least).as("bytes for %d segments", SEGMENTS).isLessThan(SEGMENTS / 4);
    }

    private void run() {
        for (int i = 0; i < SEGMENTS; i++) {
            now += MS;
            estimator.filled(1000, now);
            estimator.window(i % 7 == 0, now);
            if (bucket.mayTake(now)) {
                bucket.take(1000, now);
                estimator.drained(1000, now);
            }
            SenderId sender = senders[i % SENDERS];
            if (estimator.reportDue(now)) {
                allocator.demand(sender, estimator.report(now));
            }
            allocator.update(1e6 + i % 100 * 1e4, now / 1000, now / 900, 0, 100 * MS, now);
            if (allocator.changed()) {
                received += allocator.share(sender);
                estimator.granted(allocator.share(sender), now);
                allocator.clearChanged();
            }
        }
    }
}
