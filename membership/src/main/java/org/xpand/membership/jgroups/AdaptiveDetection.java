package org.xpand.membership.jgroups;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FD_ALL3;

/**
 * Suspects members whose heartbeats are missing, as {@link FD_ALL3} does, and adapts the time-out: a member whose heartbeats were
 * late in the last minute gets 1.5 times the longest of these delays, but at most {@value #MOST_TIMES} times the configured
 * time-out. So a busy computer is not treated as failed, and the failure of a punctual one is detected early. A member of which
 * nothing has been received since it joined gets {@value #NEW_TIMES} times the time-out: it may still be loading what it needs to
 * answer. On a busy computer all get more time, see {@link BusyHost}.
 *
 * <p>Uses FD_ALL3's protocol and id.
 */
public final class AdaptiveDetection extends FD_ALL3 {
    private static final int MOST_TIMES = 4;
    private static final int NEW_TIMES = 8;
    private static final long MEMORY_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Map<Address, Gaps> gaps = new ConcurrentHashMap<>();

    /**
     * @param silenceMillis   time-out for members whose heartbeats have not been late before
     * @param heartbeatMillis interval of the heartbeats
     */
    public AdaptiveDetection(long silenceMillis, long heartbeatMillis) {
        setId(ClassConfigurator.getProtocolId(FD_ALL3.class));
        setTimeout(silenceMillis);
        setInterval(heartbeatMillis);
    }

    @Override
    protected void update(Address member, boolean logged, boolean skipped) {
        super.update(member, logged, skipped);
        if (member == null) {
            return;
        }
        long now = System.nanoTime();
        Gaps known = gaps.computeIfAbsent(member, key -> new Gaps(now));
        // A view with a member does not mean that the member has been received from.
        if (!skipped) {
            known.received(now);
        }
    }

    @Override
    protected <T> boolean needsToBeSuspected(Address member, T timestamp) {
        gaps.keySet().retainAll(getTimestamps().keySet());
        boolean silent = super.needsToBeSuspected(member, timestamp);
        Gaps known = gaps.get(member);
        return silent && (known == null || known.isOver(System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(getTimeout()), BusyHost.THIS.times()));
    }

    /** How long a member's heartbeats have been missing. Thread-safe. */
    static final class Gaps {
        private boolean received;
        private long receivedNanos;
        private long longestNanos;
        private long longestSinceNanos;

        Gaps(long nowNanos) {
            receivedNanos = nowNanos;
        }

        synchronized void received(long nowNanos) {
            long gap = nowNanos - receivedNanos;
            received = true;
            receivedNanos = nowNanos;
            if (gap >= longestNanos || nowNanos - longestSinceNanos > MEMORY_NANOS) {
                longestNanos = gap;
                longestSinceNanos = nowNanos;
            }
        }

        /**
         * Whether the member has been silent for longer than its time-out.
         *
         * @param times by how much the time-out of all members is longer at present
         */
        synchronized boolean isOver(long nowNanos, long usualNanos, double times) {
            if (!received) {
                return nowNanos - receivedNanos >= NEW_TIMES * usualNanos;
            }
            long remembered = nowNanos - longestSinceNanos > MEMORY_NANOS ? 0 : longestNanos;
            long patience = Math.max((long) (times * usualNanos), Math.min(remembered + remembered / 2, MOST_TIMES * usualNanos));
            return nowNanos - receivedNanos >= patience;
        }
    }
}
