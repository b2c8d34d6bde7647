package org.xpand.protocols.relay;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.lifecycle.Lifecycle;
import org.xpand.protocols.segment.Segment;

/**
 * Departed senders of this site: their members announce what they hold, and the member that holds most sends it to all, so that
 * every member receives what any member has received. That may be members of other sites only: a delegate that was a sender
 * itself may have died when its segments had been sent to other sites but not received on its LAN.
 */
final class DepartedSenders {
    private static final long QUERY_AGAIN_NANOS = 200_000_000;
    private static final long RECALL_AGAIN_NANOS = 500_000_000;
    private static final long NOTHING = -1;
    /** Bound on recovered senders that only other sites know. */
    private static final int MOST_RECEIVED_ELSEWHERE = 256;
    /** Bound on remembered settled senders, the latest ones: other sites may know of more of their segments. */
    private static final int MOST_SETTLED = 256;

    private final TreeMap<MemberId, Departed> gone = new TreeMap<>();
    private final LinkedHashMap<MemberId, Departed> settled = new LinkedHashMap<>();
    /** The members, each with the number of joins up to its own. */
    private final TreeMap<MemberId, Long> joined = new TreeMap<>();
    private final long patienceNanos;
    private final int unstableSegments;
    private final Actions actions;
    private long joins;

    /** The consequences for a departed sender. */
    interface Actions {
        /** The number after the last segment the delegate has, or -1 if it knows nothing of the sender. */
        long end(MemberId member);

        /** No member needs anything below {@code first}: the sender is to be received from there on. */
        void open(MemberId member, long first, long nowNanos);

        /** The next segment, which another site returned. */
        void offer(MemberId member, long number, Segment segment);

        /**
         * The other sites are to return what no member here holds.
         *
         * @param holes first number of each, with the number after its last
         */
        void recallFromSites(MemberId member, SortedMap<Long, Long> holes, long nowNanos);

        /** Whether an unreachable site is awaited: it may hold what the others do not. */
        boolean waitsForSite();

        /** The other sites need not return anything any longer. */
        void endRecallFromSites(MemberId member);

        void query(MemberId member);

        void recall(MemberId member, MemberId holder, long from);

        /** Everything that any member holds is in the stream. */
        void complete(MemberId member);

        /** Nothing of the sender is needed any longer. */
        void forget(MemberId member);
    }

    /** The state of one departed sender. */
    private static final class Departed {
        private final TreeMap<MemberId, Held> held = new TreeMap<>();
        private final TreeMap<SiteId, Long> receivedElsewhere = new TreeMap<>();
        private final TreeMap<Long, Segment> returned = new TreeMap<>();
        private final long joins;
        private long requestedElsewhere = NOTHING;
        private long mostElsewhere = NOTHING;
        /** End of what was known of it when it was settled. */
        private long settledEnd = NOTHING;
        /** From here on everything was brought to other sites, or reported to them as lost. */
        private long broughtFrom = Long.MAX_VALUE;
        private long sinceNanos;
        private long againNanos;
        private long sitesAgainNanos;
        private boolean sitesAsked;
        private long firstHole = NOTHING;
        private final Lifecycle<DepartedState> lifecycle = new Lifecycle<>(DepartedState.RECOVERING, DepartedState.TABLE);

        private Departed(long joins, long nowNanos) {
            this.joins = joins;
            begin(nowNanos);
        }

        /** Asks all members once more. */
        private void begin(long nowNanos) {
            lifecycle.to(DepartedState.RECOVERING);
            held.clear();
            sinceNanos = nowNanos;
            againNanos = nowNanos;
            sitesAgainNanos = nowNanos;
        }

        private boolean recovers() {
            return lifecycle.state() == DepartedState.RECOVERING;
        }

        /** The number below which no member needs anything, or -1 if no member holds anything that is needed. */
        private long needed() {
            long stable = -1;
            long first = leastElsewhere();
            long least = Long.MAX_VALUE;
            for (Held each : held.values()) {
                stable = Math.max(stable, each.stable);
                first = each.base < 0 ? first : Math.min(first, each.base);
                least = each.next < 0 ? least : Math.min(least, each.next);
            }
            if (leastElsewhere() < Math.min(stable, broughtFrom)) {
                // Another part of that site had it when it became stable.
                return leastElsewhere();
            }
            if (most() <= Math.max(stable, mostReceived() < 0 ? leastElsewhere() : -1)) {
                // A member that was disconnected when all others had everything lacks the end: its number is announced to it.
                return least < stable ? stable : -1;
            }
            return stable < 0 ? first : stable;
        }

        /** The number after the last segment that any member has received, here or elsewhere. */
        private long most() {
            return Math.max(mostReceived(), mostElsewhere);
        }

        private long mostReceived() {
            return held.values().stream().mapToLong(Held::next).max().orElse(-1);
        }

        private long leastElsewhere() {
            return receivedElsewhere.values().stream().mapToLong(each -> each).min().orElse(Long.MAX_VALUE);
        }

        /** Computes what was received elsewhere; more than a sender can have had unstable is ignored. */
        private void lookElsewhere(long end, int unstableSegments) {
            long here = Math.max(end, mostReceived());
            long known = here < 0 ? leastElsewhere() : here;
            mostElsewhere = LongStream.concat(receivedElsewhere.values().stream().mapToLong(each -> each),
                    LongStream.of(requestedElsewhere)).filter(each -> each - known <= unstableSegments).max().orElse(NOTHING);
        }

        /** Whether the first hole found still exists: a search for all of them takes long. */
        private boolean lacksStill() {
            return firstHole >= 0 && firstHole < most() && !returned.containsKey(firstHole) && holderFrom(firstHole) == null;
        }

        /** The holes, neither held by a member nor returned, from a number on: first number of each hole, number after its last. */
        private TreeMap<Long, Long> holes(long from) {
            TreeMap<Long, Long> holes = new TreeMap<>();
            long most = most();
            long at = from;
            while (at < most) {
                Map.Entry<MemberId, Held> holder = holderFrom(at);
                if (holder != null) {
                    at = holder.getValue().next;
                } else if (returned.containsKey(at)) {
                    at++;
                } else {
                    long end = heldAfter(at);
                    holes.put(at, end);
                    at = end;
                }
            }
            return holes;
        }

        private long heldAfter(long number) {
            Long after = returned.higherKey(number);
            return held.values().stream().filter(each -> each.base > number && each.next > each.base)
                    .mapToLong(Held::base).reduce(after == null ? most() : Math.min(after, most()), Math::min);
        }

        /** The member that holds most after a number, or null if none holds more. */
        private Map.Entry<MemberId, Held> holderFrom(long end) {
            Map.Entry<MemberId, Held> best = null;
            for (Map.Entry<MemberId, Held> entry : held.entrySet()) {
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
     * @param patienceNanos    how long to wait, if no member holds a needed segment, for the sender to return, ns
     * @param unstableSegments most unstable segments of a sender
     */
    DepartedSenders(long patienceNanos, int unstableSegments, Actions actions) {
        this.patienceNanos = patienceNanos;
        this.unstableSegments = unstableSegments;
        this.actions = actions;
    }

    /** A sender has departed, perhaps before this delegate's term. */
    void add(MemberId member, long nowNanos) {
        gone.computeIfAbsent(member, id -> new Departed(joins, nowNanos));
    }

    /**
     * The members of another site have everything of a departed sender below {@code next}, and this delegate has not.
     *
     * @return false if it is ignored: there are too many senders that only other sites know
     */
    boolean receivedElsewhere(MemberId member, SiteId site, long next, long nowNanos) {
        Departed known = settled.get(member);
        if (known != null && next <= known.settledEnd && next >= Math.min(known.broughtFrom, known.settledEnd)) {
            return true;
        }
        if (!gone.containsKey(member)) {
            if (gone.size() >= MOST_RECEIVED_ELSEWHERE) {
                return false;
            }
            settled.remove(member);
            Departed each = known == null ? new Departed(joins, nowNanos) : known;
            each.begin(nowNanos);
            gone.put(member, each);
        }
        gone.get(member).receivedElsewhere.put(site, next);
        recoverMore(member, nowNanos);
        return true;
    }

    /**
     * Another site requests more of a sender than was known here: a member there has received it, though others there have
     * not, and if no member holds it any longer, all have to get a gap.
     */
    void requestedElsewhere(MemberId member, long end, long nowNanos) {
        Departed known = gone.getOrDefault(member, settled.get(member));
        boolean more = known != null && end > Math.max(known.requestedElsewhere, known.settledEnd);
        if (more && gone.size() < MOST_RECEIVED_ELSEWHERE) {
            known.requestedElsewhere = end;
            if (settled.remove(member) != null) {
                known.begin(nowNanos);
                gone.put(member, known);
            }
            recoverMore(member, nowNanos);
        }
    }

    /** A member that joined when recovery seemed complete holds more. */
    void recoverMore(MemberId member, long nowNanos) {
        Departed each = gone.get(member);
        if (each != null && !each.recovers()) {
            // The stream was meant to end at its current position.
            actions.open(member, actions.end(member), nowNanos);
            each.begin(nowNanos);
        }
    }

    /** A member joins: unless it has received a departed sender, it needs nothing of that sender. */
    void joins(MemberId member) {
        joined.put(member, ++joins);
    }

    /** A member leaves. */
    void leaves(MemberId member) {
        joined.remove(member);
    }

    /** Whether a member joined after the sender had departed. */
    boolean joinedAfterDeparture(MemberId sender, MemberId member) {
        Departed each = gone.get(sender);
        return each != null && joined.getOrDefault(member, 0L) > each.joins;
    }

    /** Whether some sender is still being recovered. */
    boolean recovers() {
        return gone.values().stream().anyMatch(Departed::recovers);
    }

    boolean isEmpty() {
        return gone.isEmpty();
    }

    boolean contains(MemberId member) {
        return gone.containsKey(member);
    }

    /** The members have changed: one that has left may have held what it announced. */
    void membersChanged(long nowNanos) {
        for (Departed each : gone.values()) {
            if (each.recovers()) {
                each.held.clear();
                each.againNanos = nowNanos;
            }
        }
    }

    /** A member announces what it holds. */
    void held(MemberId sender, MemberId member, long stable, long base, long next) {
        Departed each = gone.get(sender);
        if (each != null) {
            each.held.put(member, new Held(stable, base, next));
        }
    }

    /** Another site returns a segment. */
    void returned(MemberId member, long number, Segment segment, long nowNanos) {
        Departed each = gone.get(member);
        if (each != null && each.returned.put(number, segment) == null) {
            // The next segments are in flight, and would arrive twice.
            each.sitesAgainNanos = nowNanos + RECALL_AGAIN_NANOS;
            // A site that returns many segments of one sender has yet to send those of the others.
            gone.values().forEach(waiting -> waiting.sinceNanos = nowNanos);
        }
    }

    /** The sender has returned, or another part is responsible for it. */
    void remove(MemberId member) {
        end(settled.remove(member));
        Departed each = gone.remove(member);
        if (each != null) {
            end(each);
            actions.endRecallFromSites(member);
        }
    }

    private static void end(Departed each) {
        if (each != null) {
            each.lifecycle.to(DepartedState.ENDED);
        }
    }

    /** All members have everything of the sender, as far as is known. */
    void settled(MemberId member) {
        Departed each = gone.remove(member);
        end(settled.remove(member));
        if (each != null) {
            actions.endRecallFromSites(member);
            each.lifecycle.to(DepartedState.SETTLED);
            settled.put(member, each);
            if (settled.size() > MOST_SETTLED) {
                end(settled.remove(settled.keySet().iterator().next()));
            }
        }
    }

    /** The state of a sender, or null if it is unknown. */
    Lifecycle<DepartedState> lifecycle(MemberId member) {
        Departed each = gone.getOrDefault(member, settled.get(member));
        return each == null ? null : each.lifecycle;
    }

    /** Continues the recovery of every departed sender; returns when to call again. */
    long run(Set<MemberId> members, long nowNanos) {
        long deadline = Long.MAX_VALUE;
        if (gone.isEmpty()) {
            return deadline;
        }
        for (Map.Entry<MemberId, Departed> entry : new TreeMap<>(gone).entrySet()) {
            Departed each = entry.getValue();
            if (each.recovers()) {
                proceed(entry.getKey(), each, members, nowNanos);
                deadline = !each.recovers() ? deadline : Math.min(deadline, nowNanos + QUERY_AGAIN_NANOS);
            }
        }
        return deadline;
    }

    private void proceed(MemberId member, Departed each, Set<MemberId> members, long nowNanos) {
        if (!each.held.keySet().containsAll(members)) {
            if (nowNanos - each.againNanos >= 0) {
                actions.query(member);
                each.againNanos = nowNanos + QUERY_AGAIN_NANOS;
            }
            return;
        }
        long end = actions.end(member);
        each.lookElsewhere(end, unstableSegments);
        long from = end < 0 ? each.needed() : end;
        if (from < 0) {
            each.settledEnd = Math.max(each.settledEnd, each.most());
            settled(member);
            actions.forget(member);
            return;
        }
        if (each.firstHole == from && each.lacksStill() && nowNanos - each.sitesAgainNanos < 0
                && nowNanos - each.sinceNanos < patienceNanos) {
            return;
        }
        SortedMap<Long, Long> holes = each.holes(from);
        each.firstHole = holes.isEmpty() ? NOTHING : holes.firstKey();
        if (holes.isEmpty() || actions.waitsForSite()) {
            each.sinceNanos = nowNanos;
        }
        // Another site may have what no member here has, or the sender may return.
        boolean waits = nowNanos - each.sinceNanos < patienceNanos;
        askSites(member, each, waits ? holes : Collections.emptySortedMap(), nowNanos);
        if (waits && holes.containsKey(from)) {
            return;
        }
        if (end < 0) {
            each.broughtFrom = Math.min(each.broughtFrom, from);
            actions.open(member, holes.getOrDefault(from, from), nowNanos);
        }
        recover(member, each, !waits, nowNanos);
    }

    private void askSites(MemberId member, Departed each, SortedMap<Long, Long> holes, long nowNanos) {
        if (holes.isEmpty()) {
            if (each.sitesAsked) {
                each.sitesAsked = false;
                actions.endRecallFromSites(member);
            }
            each.sitesAgainNanos = nowNanos + RECALL_AGAIN_NANOS;
        } else if (!each.sitesAsked || nowNanos - each.sitesAgainNanos >= 0) {
            each.sitesAsked = true;
            actions.recallFromSites(member, holes, nowNanos);
            each.sitesAgainNanos = nowNanos + RECALL_AGAIN_NANOS;
        }
    }

    /** Continues at the stream's end, until a member has to send or the next segment is awaited. */
    private void recover(MemberId member, Departed each, boolean givesUp, long nowNanos) {
        for (long end = actions.end(member); end < each.most(); end++) {
            Segment next = each.returned.get(end);
            Map.Entry<MemberId, Held> holder = next == null ? each.holderFrom(end) : null;
            if (holder != null) {
                if (nowNanos - each.againNanos >= 0) {
                    actions.recall(member, holder.getKey(), end);
                    each.againNanos = nowNanos + RECALL_AGAIN_NANOS;
                }
                return;
            }
            if (next == null && !givesUp) {
                return;
            }
            actions.offer(member, end, next == null ? Segment.NOBODY_HOLDS : next);
            if (actions.end(member) == end) {
                // No room now.
                return;
            }
        }
        each.lifecycle.to(DepartedState.RECOVERED);
        each.settledEnd = actions.end(member);
        each.returned.clear();
        actions.complete(member);
    }
}
