package org.xpand.protocols.reliability;

import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.lifecycle.Lifecycle;

/** A site that is sent to, or that is waited for, and what has been let go that it lacks. */
final class AwaitedSite {
    private final Lifecycle<AwaitedState> lifecycle;
    private final TreeMap<SenderId, long[]> letGo = new TreeMap<>();
    private long sinceNanos;

    private AwaitedSite(AwaitedState first, long nowNanos) {
        lifecycle = new Lifecycle<>(first, AwaitedState.TABLE);
        sinceNanos = nowNanos;
    }

    /** One that is heard. */
    static AwaitedSite heard(long nowNanos) {
        return new AwaitedSite(AwaitedState.HEARD, nowNanos);
    }

    /** One that an earlier delegate waited for, and that has not been heard yet. */
    static AwaitedSite expected(long nowNanos) {
        return new AwaitedSite(AwaitedState.AWAITED, nowNanos);
    }

    Lifecycle<AwaitedState> lifecycle() {
        return lifecycle;
    }

    boolean isHeard() {
        return lifecycle.state() == AwaitedState.HEARD;
    }

    /** Whether it has not been heard for so long. */
    boolean awaitedFor(long nanos, long nowNanos) {
        return lifecycle.state() == AwaitedState.AWAITED && nowNanos - sinceNanos >= nanos;
    }

    void to(AwaitedState next, long nowNanos) {
        lifecycle.to(next);
        sinceNanos = nowNanos;
    }

    /**
     * Segments of a sender are let go that it lacks.
     *
     * @return whether they are the first of the sender
     */
    boolean letGo(SenderId sender, long first, long end) {
        long[] range = letGo.get(sender);
        if (range != null) {
            range[1] = end;
            return false;
        }
        letGo.put(sender, new long[] {first, end});
        return true;
    }

    /** Hands over what was let go, by sender: the first number, and that after the last. */
    void takeLetGo(BiConsumer<SenderId, long[]> taker) {
        letGo.forEach(taker);
        letGo.clear();
    }
}
