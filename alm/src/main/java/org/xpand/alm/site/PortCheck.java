package org.xpand.alm.site;

import java.util.OptionalLong;

/**
 * When a process that has withdrawn because it could not open its port checks whether the port is free, and whether it stands for
 * election again. A check costs little; to stand again and fail interrupts the LAN. Not thread-safe.
 */
final class PortCheck {
    private final long intervalNanos;
    private OptionalLong dueNanos = OptionalLong.empty();
    /** Whether it has stood again because the port was free, which has not been in use since: if it is here again, the obstacle is another one. */
    private boolean used;

    /** @param intervalNanos time between two checks, ns */
    PortCheck(long intervalNanos) {
        this.intervalNanos = intervalNanos;
    }

    /** It could not open: checks begin. */
    void begin(long nowNanos) {
        dueNanos = OptionalLong.of(nowNanos + intervalNanos);
    }

    void end() {
        dueNanos = OptionalLong.empty();
    }

    /** Whether to check now; the next check is due an interval later. */
    boolean takeDue(long nowNanos) {
        if (dueNanos.isEmpty() || nowNanos - dueNanos.getAsLong() < 0) {
            return false;
        }
        begin(nowNanos);
        return true;
    }

    /**
     * Takes the result of a check.
     *
     * @param free whether the port is free and no other process connects the site
     * @return whether to stand again: at the first of consecutive checks that find it free
     */
    boolean standsAgain(boolean free) {
        boolean first = free && !used;
        used = free;
        return first;
    }

    /** When the next check is due; {@link Long#MAX_VALUE} if none is. */
    long deadlineNanos() {
        return dueNanos.orElse(Long.MAX_VALUE);
    }
}
