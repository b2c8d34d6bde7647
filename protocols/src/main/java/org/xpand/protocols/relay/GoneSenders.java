package org.xpand.protocols.relay;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.xpand.protocols.segment.Segment;

/**
 * Senders of this site that are gone: their members tell what they hold, and whoever holds most brings it to all, so that
 * what any member has heard is heard by everyone.
 */
final class GoneSenders {
    private static final long QUERY_AGAIN_NANOS = 200_000_000;
    private static final long RECALL_AGAIN_NANOS = 500_000_000;

    private final TreeMap<Long, Gone> gone = new TreeMap<>();
    private final long patienceNanos;
    private final Actions actions;

    /** What becomes of a sender that is gone. */
    interface Actions {
        /** The number after the last segment the delegate has, or -1 if it knows nothing of the sender. */
        long end(long process);

        /** Nothing below {@code first} is needed by anybody: the sender is to be heard from there on. */
        void open(long process, long first, long nowNanos);

        /** The next segment, which another site gave back. */
        void offer(long process, long number, Segment segment);

        /**
         * The other sites are to give back what no member here holds.
         *
         * @param holes first number of each, with the number after its last
         */
        void recallFromSites(long process, SortedMap<Long, Long> holes, long nowNanos);

        /** Whether a site that is not heard is waited for: it may hold what the others do not. */
        boolean waitsForSite();

        /** Nothing is wanted back from the other sites any more. */
        void endRecallFromSites(long process);

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
        private final TreeMap<Long, Segment> returned = new TreeMap<>();
        private long sinceNanos;
        private long againNanos;
        private boolean complete;

        private Gone(long nowNanos) {
            sinceNanos = nowNanos;
            againNanos = nowNanos;
        }

        /** What was not given back between two numbers. */
        private TreeMap<Long, Long> holes(long needed, long first) {
            TreeMap<Long, Long> holes = new TreeMap<>();
            long hole = needed;
            for (long number : returned.subMap(needed, Math.max(needed, first)).keySet()) {
                if (number > hole) {
                    holes.put(hole, number);
                }
                hole = number + 1;
            }
            if (hole < first) {
                holes.put(hole, first);
            }
            return holes;
        }

        /** Who holds most of what follows a number, or null if nobody holds more. */
        private Map.Entry<Long, Held> holderFrom(long end) {
            Map.Entry<Long, Held> best = null;
            for (Map.Entry<Long, Held> entry : held.entrySet()) {
                Held each = entry.getValue();
                if (each.base >= 0 && each.base <= end && each.next > end
                        && (best == null || each.next > best.getValue().next)) {
                    best = entry;
                }
            }
            return best;
        }
    }

    private record Held(long stable, long base, long next) {
    }

    /**
     * @param patienceNanos how long a sender of which nobody holds what is needed may be back, ns
     */
    GoneSenders(long patienceNanos, Actions actions) {
        this.patienceNanos = patienceNanos;
        this.actions = actions;
    }

    /** A sender is gone, or was gone before this delegate's time. */
    void add(long process, long nowNanos) {
        gone.computeIfAbsent(process, id -> new Gone(nowNanos));
    }

    /** A member that came when everything seemed to be there holds more. */
    void moreIsHeld(long process, long nowNanos) {
        Gone each = gone.get(process);
        if (each != null && each.complete) {
            each.complete = false;
            each.held.clear();
            each.againNanos = nowNanos;
        }
    }

    /** Whether it is still open of some sender what there is of it. */
    boolean recovers() {
        return gone.values().stream().anyMatch(each -> !each.complete);
    }

    boolean contains(long process) {
        return gone.containsKey(process);
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
    void held(long process, long member, long stable, long base, long next) {
        Gone each = gone.get(process);
        if (each != null) {
            each.held.put(member, new Held(stable, base, next));
        }
    }

    /** Another site gives back a segment. */
    void returned(long process, long number, Segment segment, long nowNanos) {
        Gone each = gone.get(process);
        if (each != null && each.returned.put(number, segment) == null) {
            // What follows is under way, and would come twice.
            each.againNanos = nowNanos + RECALL_AGAIN_NANOS;
            // Who gives back much of one sender has what it holds of the others still to come.
            gone.values().forEach(waiting -> waiting.sinceNanos = nowNanos);
        }
    }

    void remove(long process) {
        if (gone.remove(process) != null) {
            actions.endRecallFromSites(process);
        }
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
        long end = actions.end(process);
        if (end < 0) {
            end = begin(process, each, nowNanos);
        }
        Map.Entry<Long, Held> best = each.holderFrom(end);
        if (end < 0 || !gone.containsKey(process)) {
            return;
        }
        if (best == null) {
            each.complete = true;
            actions.complete(process);
        } else if (nowNanos - each.againNanos >= 0) {
            actions.recall(process, best.getKey(), end);
            each.againNanos = nowNanos + RECALL_AGAIN_NANOS;
        }
    }

    /** Opens the sender where it is needed, or answers -1 if there is nothing to open now. */
    private long begin(long process, Gone each, long nowNanos) {
        long stable = -1;
        long first = Long.MAX_VALUE;
        long next = -1;
        for (Held held : each.held.values()) {
            stable = Math.max(stable, held.stable);
            first = held.base < 0 ? first : Math.min(first, held.base);
            next = Math.max(next, held.next);
        }
        if (next <= stable || first == Long.MAX_VALUE) {
            remove(process);
            actions.forget(process);
            return -1;
        }
        long needed = stable < 0 ? first : stable;
        SortedMap<Long, Long> holes = each.holes(needed, first);
        if (actions.waitsForSite()) {
            each.sinceNanos = nowNanos;
        }
        if (!holes.isEmpty() && nowNanos - each.sinceNanos < patienceNanos) {
            // Nobody here has what one site may lack: another site may, or the sender itself may be back.
            if (nowNanos - each.againNanos >= 0) {
                actions.recallFromSites(process, holes, nowNanos);
                each.againNanos = nowNanos + RECALL_AGAIN_NANOS;
            }
            return -1;
        }
        Long returned = each.returned.ceilingKey(needed);
        long from = returned == null ? Math.max(needed, first) : Math.min(returned, Math.max(needed, first));
        actions.open(process, from, nowNanos);
        for (long number = from; number < first; number++) {
            actions.offer(process, number, each.returned.getOrDefault(number, Segment.NOBODY_HOLDS));
        }
        each.returned.clear();
        actions.endRecallFromSites(process);
        each.againNanos = nowNanos;
        return actions.end(process);
    }
}
