package org.xpand.membership.jgroups;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts and logs frames with content that our stacks do not send: they come from a stranger, or one of our messages is of a kind
 * that {@link Frames} does not know, and then the other messages of its frame are lost too. Thread-safe.
 */
final class RefusedFrames {
    private static final Logger LOG = LoggerFactory.getLogger(RefusedFrames.class);
    private static final long REPORT_INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final String channel;
    private long count;
    private long announcedNanos;

    RefusedFrames(String channel) {
        this.channel = channel;
    }

    synchronized void add(Exception why) {
        count++;
        long now = System.nanoTime();
        if (count == 1 || now - announcedNanos >= REPORT_INTERVAL_NANOS) {
            announcedNanos = now;
            LOG.warn("{}: a frame is dropped, {} so far: {}", channel, count, why.toString());
        }
    }

    synchronized long count() {
        return count;
    }
}
