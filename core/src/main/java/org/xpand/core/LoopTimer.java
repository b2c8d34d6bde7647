package org.xpand.core;

import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.xpand.alm.udp.NodeLoop;

/** A timer of a loop that is set often, mostly earlier or later than before. Used on the loop only. */
final class LoopTimer {
    private final NodeLoop loop;
    private final Runnable action;
    private ScheduledFuture<?> timer;
    private long dueNanos;

    LoopTimer(NodeLoop loop, Runnable action) {
        this.loop = loop;
        this.action = action;
    }

    /** Runs the action at this time, or earlier if that was requested before; the action sets the timer again. */
    void at(long deadline, long nowNanos) {
        if (timer != null) {
            if (dueNanos - deadline <= 0) {
                return;
            }
            timer.cancel(false);
        }
        dueNanos = deadline;
        timer = loop.eventLoop().schedule(this::due, Math.max(0, deadline - nowNanos), TimeUnit.NANOSECONDS);
    }

    private void due() {
        timer = null;
        action.run();
    }
}
