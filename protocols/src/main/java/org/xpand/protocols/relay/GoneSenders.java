package org.xpand.protocols.relay;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Senders of this site that are gone: their members tell what they hold, and whoever holds most brings it to all, so that
 * what any member has heard is heard by everyone.
 */
final class GoneSenders {
    private static final long QUERY_AGAIN_NANOS = 200_000_000;
    private static final long RECALL_AGAIN_NANOS = 500_000_000;

    private final TreeMap<Long, Gone> gone = new TreeMap<>();
    private final Actions actions;

    /** What becomes of a sender that is gone. */
    interface Actions {
        /** The number after the last segment the delegate has, or -1 if it knows nothing of the sender. */
        long end(long process);

        /** Nothing below {@code first} is needed by anybody: the sender is to be heard from there on. */
        void open(long process, long first, long nowNanos);

        void query(long process);

        void recall(long process, long holder, long from);

        /** Everything that anybody holds is there. */
        void complete(long process);

        /** Nothing of the sender is needed. */
        void forget(long process);
    }

    /** What is known of one sender that is gone. */
    private static final class Gone {
        private final TreeMap<Long, Held> held = new TreeMap<>();
        private long againNanos;
        private boolean complete;

        private Gone(long nowNanos) {
            againNanos = nowNanos;
        }
    }

    private record Held(long base, long next) {
    }

    GoneSenders(Actions actions) {
        this.actions = actions;
    }

    /** A sender is gone, or was gone before this delegate's time. */
    void add(long process, long nowNanos) {
        gone.computeIfAbsent(process, id -> new Gone(nowNanos));
    }

    boolean contains(long process) {
        return gone.containsKey(process);
    }

    boolean isEmpty() {
        return gone.isEmpty();
    }

    /** The members have changed: what was told before may have gone with one of them. */
    void membersChanged(long nowNanos) {
        for (Gone each : gone.values()) {
            if (!each.complete) {
                each.held.clear();
                each.againNanos = nowNanos;
            }
        }
    }

    /** A member tells what it holds. */
    void held(long process, long member, long base, long next) {
        Gone each = gone.get(process);
        if (each != null) {
            each.held.put(member, new Held(base, next));
        }
    }

    void remove(long process) {
        gone.remove(process);
    }

    /** Goes on with every sender that is gone; answers when to call again. */
    long run(Set<Long> members, long nowNanos) {
        long deadline = Long.MAX_VALUE;
        for (Map.Entry<Long, Gone> entry : new TreeMap<>(gone).entrySet()) {
            Gone each = entry.getValue();
            if (!each.complete) {
                proceed(entry.getKey(), each, members, nowNanos);
                deadline = Math.min(deadline, each.complete ? Long.MAX_VALUE : each.againNanos);
            }
        }
        return deadline;
    }

    private void proceed(long process, Gone each, Set<Long> members, long nowNanos) {
        if (!each.held.keySet().containsAll(members)) {
            if (nowNanos - each.againNanos >= 0) {
                actions.query(process);
                each.againNanos = nowNanos + QUERY_AGAIN_NANOS;
            }
            return;
        }
        long base = -1;
        long most = -1;
        long holder = 0;
        for (Map.Entry<Long, Held> entry : each.held.entrySet()) {
            base = Math.max(base, entry.getValue().base);
            if (entry.getValue().next > most) {
                most = entry.getValue().next;
                holder = entry.getKey();
            }
        }
        if (actions.end(process) < 0) {
            if (most <= base) {
                gone.remove(process);
                actions.forget(process);
                return;
            }
            actions.open(process, base, nowNanos);
        }
        long end = actions.end(process);
        if (end >= most) {
            each.complete = true;
            actions.complete(process);
        } else if (nowNanos - each.againNanos >= 0) {
            actions.recall(process, holder, end);
            each.againNanos = nowNanos + RECALL_AGAIN_NANOS;
        }
    }
}
