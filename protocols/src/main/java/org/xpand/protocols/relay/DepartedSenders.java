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
 * Senders of this site that are gone: their members tell what they hold, and whoever holds most brings it to all, so that
 * what any member has heard is heard by everyone. That may be members of other sites alone: a delegate that was a sender
 * itself may have died when what it sent had left and was not heard on its LAN.
 */
final class DepartedSenders {
    private static final long QUERY_AGAIN_NANOS = 200_000_000;
    private static final long RECALL_AGAIN_NANOS = 500_000_000;
    private static final long NOTHING = -1;
    /** Senders that only other sites know of which are looked after at a time. */
    private static final int MOST_HEARD_ELSEWHERE = 256;
    /** Senders of which everything was brought to everybody, the latest, that are remembered: others may know of more. */
    private static final int MOST_SETTLED = 256;

    private final TreeMap<MemberId, Departed> gone = new TreeMap<>();
    private final LinkedHashMap<MemberId, Departed> settled = new LinkedHashMap<>();
    /** The members, each with how many had come when it had. */
    private final TreeMap<MemberId, Long> joined = new TreeMap<>();
    private final long patienceNanos;
    private final int unstableSegments;
    private final Actions actions;
    private long joins;

    /** What becomes of a sender that is gone. */
    interface Actions {
        /** The number after the last segment the delegate has, or -1 if it knows nothing of the sender. */
        long end(MemberId member);

        /** Nothing below {@code first} is needed by anybody: the sender is to be heard from there on. */
        void open(MemberId member, long first, long nowNanos);

        /** The next segment, which another site gave back. */
        void offer(MemberId member, long number, Segment segment);

        /**
         * The other sites are to give back what no member here holds.
         *
         * @param holes first number of each, with the number after its last
         */
        void recallFromSites(MemberId member, SortedMap<Long, Long> holes, long nowNanos);

        /** Whether a site that is not heard is waited for: it may hold what the others do not. */
        boolean waitsForSite();

        /** Nothing is wanted back from the other sites any more. */
        void endRecallFromSites(MemberId member);

        void query(MemberId member);

        void recall(MemberId member, MemberId holder, long from);

        /** Everything that anybody holds is there. */
        void complete(MemberId member);

        /** Nothing of the sender is needed. */
        void forget(MemberId member);
    }

    /** What is known of one sender that is gone. */
    private static final class Departed {
        private final TreeMap<MemberId, Held> held = new TreeMap<>();
        private final TreeMap<SiteId, Long> heardElsewhere = new TreeMap<>();
        private final TreeMap<Long, Segment> returned = new TreeMap<>();
        private final long joins;
        private long askedElsewhere = NOTHING;
        private long mostElsewhere = NOTHING;
        private long settledEnd = NOTHING;
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

        /** Everybody is asked once more. */
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

        /** Below this number nobody needs anything, or -1 if nobody holds anything that is needed. */
        private long needed() {
            long stable = -1;
            long first = leastElsewhere();
            long least = Long.MAX_VALUE;
            for (Held each : held.values()) {
                stable = Math.max(stable, each.stable);
                first = each.base < 0 ? first : Math.min(first, each.base);
                least = each.next < 0 ? least : Math.min(least, each.next);
            }
            if (most() <= Math.max(stable, mostHeard() < 0 ? leastElsewhere() : -1)) {
                // Who was out of touch when all others had everything lacks the end of it: it is told where that is.
                return least < stable ? stable : -1;
            }
            return stable < 0 ? first : stable;
        }

        /** The number after the last that any member has heard, here or elsewhere. */
        private long most() {
            return Math.max(mostHeard(), mostElsewhere);
        }

        private long mostHeard() {
            return held.values().stream().mapToLong(Held::next).max().orElse(-1);
        }

        private long leastElsewhere() {
            return heardElsewhere.values().stream().mapToLong(each -> each).min().orElse(Long.MAX_VALUE);
        }

        /** Works out what was heard elsewhere; more than a sender may have sent that is not stable is nothing. */
        private void lookElsewhere(long end, int unstableSegments) {
            long here = Math.max(end, mostHeard());
            long known = here < 0 ? leastElsewhere() : here;
            mostElsewhere = LongStream.concat(heardElsewhere.values().stream().mapToLong(each -> each),
                    LongStream.of(askedElsewhere)).filter(each -> each - known <= unstableSegments).max().orElse(NOTHING);
        }

        /** Whether the first hole that was found is one still: looking for all of them takes long. */
        private boolean lacksStill() {
            return firstHole >= 0 && firstHole < most() && !returned.containsKey(firstHole) && holderFrom(firstHole) == null;
        }

        /** What no member holds and was not given back, from a number on: first number of each hole, number after its last. */
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

        /** Who holds most of what follows a number, or null if nobody holds more. */
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
     * @param patienceNanos    how long a sender of which nobody holds what is needed may be back, ns
     * @param unstableSegments most segments of a sender that are not stable
     */
    DepartedSenders(long patienceNanos, int unstableSegments, Actions actions) {
        this.patienceNanos = patienceNanos;
        this.unstableSegments = unstableSegments;
        this.actions = actions;
    }

    /** A sender is gone, or was gone before this delegate's time. */
    void add(MemberId member, long nowNanos) {
        gone.computeIfAbsent(member, id -> new Departed(joins, nowNanos));
    }

    /**
     * The members of another site have everything of a sender that is no member below {@code next}, and this delegate has not.
     *
     * @return false if nothing comes of it: there are too many senders that only other sites know of
     */
    boolean heardElsewhere(MemberId member, SiteId site, long next, long nowNanos) {
        Departed known = settled.get(member);
        if (known != null && next <= known.settledEnd) {
            return true;
        }
        if (!gone.containsKey(member)) {
            if (gone.size() >= MOST_HEARD_ELSEWHERE) {
                return false;
            }
            settled.remove(member);
            Departed each = known == null ? new Departed(joins, nowNanos) : known;
            each.begin(nowNanos);
            gone.put(member, each);
        }
        gone.get(member).heardElsewhere.put(site, next);
        moreIsHeld(member, nowNanos);
        return true;
    }

    /**
     * Another site asks for more than there seemed to be of a sender: a member there has heard it, though others there have
     * not, and if nobody holds it any more that is to be told to all.
     */
    void askedElsewhere(MemberId member, long end, long nowNanos) {
        Departed known = gone.getOrDefault(member, settled.get(member));
        boolean more = known != null && end > Math.max(known.askedElsewhere, known.settledEnd);
        if (more && gone.size() < MOST_HEARD_ELSEWHERE) {
            known.askedElsewhere = end;
            if (settled.remove(member) != null) {
                known.begin(nowNanos);
                gone.put(member, known);
            }
            moreIsHeld(member, nowNanos);
        }
    }

    /** A member that came when everything seemed to be there holds more. */
    void moreIsHeld(MemberId member, long nowNanos) {
        Departed each = gone.get(member);
        if (each != null && !each.recovers()) {
            // The stream was to end where it is.
            actions.open(member, actions.end(member), nowNanos);
            each.begin(nowNanos);
        }
    }

    /** A member comes: unless it has heard a sender that is gone, nothing of that sender was for it. */
    void joins(MemberId member) {
        joined.put(member, ++joins);
    }

    /** A member goes. */
    void leaves(MemberId member) {
        joined.remove(member);
    }

    /** Whether a member came when the sender was gone already. */
    boolean cameLater(MemberId sender, MemberId member) {
        Departed each = gone.get(sender);
        return each != null && joined.getOrDefault(member, 0L) > each.joins;
    }

    /** Whether it is still open of some sender what there is of it. */
    boolean recovers() {
        return gone.values().stream().anyMatch(Departed::recovers);
    }

    boolean isEmpty() {
        return gone.isEmpty();
    }

    boolean contains(MemberId member) {
        return gone.containsKey(member);
    }

    /** The members have changed: what was told before may have gone with one of them. */
    void membersChanged(long nowNanos) {
        for (Departed each : gone.values()) {
            if (each.recovers()) {
                each.held.clear();
                each.againNanos = nowNanos;
            }
        }
    }

    /** A member tells what it holds. */
    void held(MemberId sender, MemberId member, long stable, long base, long next) {
        Departed each = gone.get(sender);
        if (each != null) {
            each.held.put(member, new Held(stable, base, next));
        }
    }

    /** Another site gives back a segment. */
    void returned(MemberId member, long number, Segment segment, long nowNanos) {
        Departed each = gone.get(member);
        if (each != null && each.returned.put(number, segment) == null) {
            // What follows is under way, and would come twice.
            each.sitesAgainNanos = nowNanos + RECALL_AGAIN_NANOS;
            // Who gives back much of one sender has what it holds of the others still to come.
            gone.values().forEach(waiting -> waiting.sinceNanos = nowNanos);
        }
    }

    /** The sender is back, or is another part's to look after. */
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

    /** Everybody has everything of the sender, as far as is known. */
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

    /** What becomes of a sender, or null if nothing is known of it. */
    Lifecycle<DepartedState> lifecycle(MemberId member) {
        Departed each = gone.getOrDefault(member, settled.get(member));
        return each == null ? null : each.lifecycle;
    }

    /** Goes on with every sender that is gone; answers when to call again. */
    long run(Set<MemberId> members, long nowNanos) {
        long deadline = Long.MAX_VALUE;
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
        // Another site may have what nobody here has, or the sender itself may be back.
        boolean waits = nowNanos - each.sinceNanos < patienceNanos;
        askSites(member, each, waits ? holes : Collections.emptySortedMap(), nowNanos);
        if (waits && holes.containsKey(from)) {
            return;
        }
        if (end < 0) {
            actions.open(member, holes.getOrDefault(from, from), nowNanos);
        }
        bring(member, each, !waits, nowNanos);
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

    /** Goes on with what is at the stream's end, until a member is to bring it or it is waited for. */
    private void bring(MemberId member, Departed each, boolean givesUp, long nowNanos) {
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
                // There is no room now.
                return;
            }
        }
        each.lifecycle.to(DepartedState.BROUGHT);
        each.settledEnd = actions.end(member);
        each.returned.clear();
        actions.complete(member);
    }
}
