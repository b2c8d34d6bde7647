package org.xpand.core;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.MessageHeader;

/**
 * Notifies the members of a group when parts of one site that were founded separately (islands) have found each other: a member of
 * the island that loses its identity sends a message to every other member, and those that were not on it answer. On the loop.
 */
final class Islands {
    /** For so long new members may be ones that were in the group before the islands met. */
    private static final long MEETING_MILLIS = 5_000;
    /** Longer separations are cut to this; no group is remembered longer. */
    private static final long MAX_MILLIS = 366L * 24 * 3600 * 1000;
    /** Further notices of a member within this time are ignored; separations that are shorter need no notice. */
    private static final long AGAIN_MILLIS = 1_000;
    private static final int REMEMBERED = 1024;

    private final Send send;
    private final Merged merged;
    private final ToLongFunction<SenderId> received;
    private final Set<SenderId> notified = new HashSet<>();
    private final Set<SenderId> answered = new HashSet<>();
    private final Map<SenderId, Long> believed = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<SenderId, Long> eldest) {
            return size() > REMEMBERED;
        }
    };
    private final long joinedMillis;
    private SiteId island;
    private long metMillis;

    /** Sends to one member. */
    @FunctionalInterface
    interface Send {
        void send(int kind, SenderId to, byte[] payload);
    }

    /** Receives the result. */
    @FunctionalInterface
    interface Merged {
        /**
         * A member was separated.
         *
         * @param sinceMillis since when
         * @param received       number of its last message received here
         */
        void merged(SenderId other, long sinceMillis, long received);
    }

    /** @param joinedMillis when this node joined the group */
    Islands(Send send, Merged merged, ToLongFunction<SenderId> received, long joinedMillis) {
        this.send = send;
        this.merged = merged;
        this.received = received;
        this.joinedMillis = joinedMillis;
    }

    /** Records that this node's site had this identity until now. */
    void met(SiteId before, long nowMillis) {
        island = before;
        metMillis = nowMillis;
        notified.clear();
        answered.clear();
    }

    /** Sets the members of the group; this one is {@code self}. */
    void view(GroupView view, SenderId self, long nowMillis) {
        if (island == null || nowMillis - metMillis > MEETING_MILLIS) {
            return;
        }
        byte[] payload = ByteBuffer.allocate(16).putLong(island.value()).putLong(nowMillis - joinedMillis).array();
        for (GroupView.Member each : view.members()) {
            boolean gone = each.id().site().equals(island);
            if (!gone && !each.id().equals(self) && notified.add(each.id())) {
                send.send(MessageHeader.ISLANDER, each.id(), payload);
            }
        }
    }

    /** Handles a message of this kind; a malformed one is ignored. */
    void message(int kind, SenderId from, byte[] payload, long nowMillis) {
        if (kind == MessageHeader.NOT_ISLANDER) {
            if (notified.contains(from) && answered.add(from)) {
                merged.merged(from, joinedMillis, received.applyAsLong(from));
            }
            return;
        }
        try {
            ByteBuffer in = ByteBuffer.wrap(payload);
            SiteId its = new SiteId(in.getLong());
            long millis = Math.max(0, Math.min(in.getLong(), MAX_MILLIS));
            Long before = believed.get(from);
            boolean again = before != null && nowMillis - before < AGAIN_MILLIS;
            if (!its.equals(island) && !again) {
                believed.put(from, nowMillis);
                send.send(MessageHeader.NOT_ISLANDER, from, new byte[0]);
                merged.merged(from, nowMillis - millis, received.applyAsLong(from));
            }
        } catch (BufferUnderflowException e) {
            // Forged or damaged: ignored.
        }
    }
}
