package org.xpand.core;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.MessageHeader;

/**
 * Notifies the members of a group when parts of one site that were founded separately (islands) have found each other. A member that
 * gets another identity sends a notice to every other one, which answers; a member of the part that keeps its identity sends one to members
 * of other sites that come into its view then. A notice is repeated until it is answered, since the first ones may go to sites that do not
 * receive the sender yet. From notices and answers a member learns who was apart from it, and which of its messages it has missed. On the
 * loop.
 */
final class Islands {
    /** For so long members that come into a view may be ones that were in the group before the islands met. */
    private static final long MEETING_MILLIS = 10_000;
    /** For so long before a notice the members of other sites may have come. */
    private static final long BEFORE_MILLIS = 5_000;
    /** A notice is repeated after so long. */
    static final long AGAIN_MILLIS = 1_000;
    private static final int MOST_NOTICES = 15;
    /** Longer separations are cut to this; no group is remembered longer. */
    private static final long MAX_MILLIS = 366L * 24 * 3600 * 1000;
    private static final int REMEMBERED = 1024;

    private final Send send;
    private final Members members;
    private final long joinedMillis;
    /** Notices that were not answered, and how many were sent. */
    private final Map<SenderId, Notice> open = new LinkedHashMap<>();
    private final Set<SenderId> answered = new HashSet<>();
    /** When the last answer to a member was sent, ms. */
    private final Map<SenderId, Long> answers = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<SenderId, Long> eldest) {
            return size() > REMEMBERED;
        }
    };
    private GroupView view = new GroupView(List.of());
    private SenderId self;
    /** This member's identity on the island; null if it was on none, or is on the part that keeps its identity. */
    private SenderId former;
    private long metMillis;
    private boolean meets;

    /** A notice that is repeated. */
    private static final class Notice {
        private long sentMillis;
        private int count;
    }

    /** Sends to one member. */
    @FunctionalInterface
    interface Send {
        void send(int kind, SenderId to, byte[] payload);
    }

    /** What the membership knows of the others, and what it has to report. */
    interface Members {
        /** When a member was first in the view, ms; empty if it never was. */
        OptionalLong firstSeen(SenderId member);

        /** A member was separated from this one since then. */
        void merged(SenderId other, long sinceMillis);

        /** The messages of a member are expected from the first one on; or, if a former identity of it is known, from the next one after that. */
        void missed(SenderId other, Optional<SenderId> former);
    }

    /** @param joinedMillis when this node joined the group */
    Islands(Send send, Members members, SenderId self, long joinedMillis) {
        this.send = send;
        this.members = members;
        this.self = self;
        this.joinedMillis = joinedMillis;
    }

    /** Records that this member had another identity until now. */
    void renamed(SenderId before, SenderId now, long nowMillis) {
        former = before;
        self = now;
        meets(nowMillis);
    }

    private void meets(long nowMillis) {
        metMillis = nowMillis;
        meets = true;
        open.clear();
        answered.clear();
    }

    /** Sets the members of the group; {@link #run} follows. */
    void view(GroupView now) {
        view = now;
    }

    /** Sends the notices that are due; returns whether more may follow. */
    boolean run(long nowMillis) {
        if (!meets) {
            return false;
        }
        if (nowMillis - metMillis <= MEETING_MILLIS) {
            view.members().stream().map(GroupView.Member::id).filter(this::isToBeNotified).forEach(each -> open.computeIfAbsent(each,
                    key -> new Notice()));
        }
        open.keySet().removeIf(each -> view.members().stream().noneMatch(member -> member.id().equals(each)));
        Map.copyOf(open).forEach((member, notice) -> {
            if (notice.count == 0 || nowMillis - notice.sentMillis >= AGAIN_MILLIS) {
                notice.sentMillis = nowMillis;
                notice.count++;
                send.send(MessageHeader.ISLANDER, member, notice(member, nowMillis));
            }
        });
        open.values().removeIf(notice -> notice.count >= MOST_NOTICES);
        meets = !open.isEmpty() || nowMillis - metMillis <= MEETING_MILLIS;
        return meets;
    }

    private boolean isToBeNotified(SenderId member) {
        if (member.equals(self) || answered.contains(member)) {
            return false;
        }
        return former != null ? !member.site().equals(former.site())
                : !member.site().equals(self.site()) && members.firstSeen(member).orElse(0) >= metMillis - BEFORE_MILLIS;
    }

    /** The site until now, for how long this member is in the group, whether it had seen the other one, and its former identity. */
    private byte[] notice(SenderId to, long nowMillis) {
        SiteId site = former == null ? self.site() : former.site();
        return ByteBuffer.allocate(25).putLong(site.value()).putLong(nowMillis - joinedMillis).put((byte) (sawBefore(to) ? 1 : 0))
                .putLong(former == null ? 0 : former.member().value()).array();
    }

    /** Whether a member was in the view before the islands met. */
    private boolean sawBefore(SenderId member) {
        OptionalLong seen = members.firstSeen(member);
        return seen.isPresent() && seen.getAsLong() < metMillis - (former == null ? BEFORE_MILLIS : 0);
    }

    /** Handles a message of these kinds; a malformed one is ignored. */
    void message(int kind, SenderId from, byte[] payload, long nowMillis) {
        try {
            ByteBuffer in = ByteBuffer.wrap(payload);
            if (kind == MessageHeader.NOT_ISLANDER) {
                answered(from, millis(in), in.get() != 0, nowMillis);
            } else {
                notified(from, new SiteId(in.getLong()), millis(in), in.get() != 0, in.getLong(), nowMillis);
            }
        } catch (BufferUnderflowException e) {
            // Forged or damaged: ignored.
        }
    }

    private static long millis(ByteBuffer in) {
        return Math.max(0, Math.min(in.getLong(), MAX_MILLIS));
    }

    /** @param saw whether the other one had seen this member */
    private void answered(SenderId from, long inGroupMillis, boolean saw, long nowMillis) {
        if (open.remove(from) == null || !answered.add(from)) {
            return;
        }
        boolean wasThere = nowMillis - inGroupMillis < metMillis;
        if (wasThere && !(saw && sawBefore(from))) {
            members.merged(from, joinedMillis);
            members.missed(from, Optional.empty());
        }
    }

    /** @param sawThis whether the other one had seen this member */
    private void notified(SenderId from, SiteId site, long inGroupMillis, boolean sawThis, long formerMember,
                          long nowMillis) {
        if (former != null && former.site().equals(site)) {
            // It was on the same island.
            open.remove(from);
            answered.add(from);
            return;
        }
        Long before = answers.get(from);
        if (before != null && nowMillis - before < AGAIN_MILLIS / 2) {
            return;
        }
        answers.put(from, nowMillis);
        Optional<SenderId> its = formerMember == 0 ? Optional.empty() : Optional.of(new SenderId(site, formerMember));
        // The part that keeps its identity sends notices to those only that came into its view just now.
        boolean saw = members.firstSeen(its.orElse(from)).orElse(nowMillis) < (its.isPresent() ? nowMillis : nowMillis - MEETING_MILLIS);
        send.send(MessageHeader.NOT_ISLANDER, from, ByteBuffer.allocate(9).putLong(nowMillis - joinedMillis).put((byte) (saw ? 1 : 0)).array());
        if (before != null) {
            return;
        }
        if (saw && sawThis) {
            members.missed(from, its);
        } else if (nowMillis - joinedMillis >= BEFORE_MILLIS) {
            members.merged(from, nowMillis - inGroupMillis);
            members.missed(from, its);
        }
        boolean isAlreadyMeeting = meets && nowMillis - metMillis <= MEETING_MILLIS;
        if (its.isPresent() && from.site().equals(self.site()) && !isAlreadyMeeting) {
            // Another island than this member may have been on before.
            former = null;
            meets(nowMillis);
        }
    }
}
