package org.xpand.protocols.reliability;

import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.lifecycle.Lifecycle;

/** A site that receives from this one or is awaited, and the segments that it lacks and that have been released. */
final class AwaitedSite {
    private final Lifecycle<AwaitedState> lifecycle;
    private final TreeMap<SenderId, long[]> released = new TreeMap<>();
    private long sinceNanos;

    private AwaitedSite(AwaitedState first, long nowNanos) {
        lifecycle = new Lifecycle<>(first, AwaitedState.TABLE);
        sinceNanos = nowNanos;
    }

    /** A reachable site. */
    static AwaitedSite received(long nowNanos) {
        return new AwaitedSite(AwaitedState.REACHABLE, nowNanos);
    }

    /** A site that an earlier delegate awaited, and that has not been reached yet. */
    static AwaitedSite expected(long nowNanos) {
        return new AwaitedSite(AwaitedState.AWAITED, nowNanos);
    }

    Lifecycle<AwaitedState> lifecycle() {
        return lifecycle;
    }

    boolean isReachable() {
        return lifecycle.state() == AwaitedState.REACHABLE;
    }

    /** Whether it has been awaited for so long. */
    boolean awaitedFor(long nanos, long nowNanos) {
        return lifecycle.state() == AwaitedState.AWAITED && nowNanos - sinceNanos >= nanos;
    }

    void to(AwaitedState next, long nowNanos) {
        lifecycle.to(next);
        sinceNanos = nowNanos;
    }

    /**
     * Notes that segments of a sender that it lacks are released.
     *
     * @return whether they are the first of the sender
     */
    boolean release(SenderId sender, long first, long end) {
        long[] range = released.get(sender);
        if (range != null) {
            range[1] = end;
            return false;
        }
        released.put(sender, new long[] {first, end});
        return true;
    }

    /** Passes the released ranges on, by sender: the first number, and the number after the last. */
    void takeReleased(BiConsumer<SenderId, long[]> consumer) {
        released.forEach(consumer);
        released.clear();
    }
}
