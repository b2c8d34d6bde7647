package org.xpand.protocols.relay;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.wire.WireWriter;

/**
 * The receiving side of one member of a group: reassembles the messages of each sender, in order and once, and announces its
 * progress. The site's delegate determines the start number of each sender; segments that arrive before it are kept for a while.
 * Not thread-safe.
 */
public final class MemberReceiver {
    /**
     * How far one member can be ahead of another, or of its delegate, in a sender that both receive, segments: more than are sent in ten seconds.
     * Greater numbers are not believed.
     */
    public static final long MOST_AHEAD = 20_000_000;
    /** Segments kept of a sender whose start is not known yet; further ones are requested again. */
    private static final int EARLY_SEGMENTS = 256;
    private static final int EARLY_SENDERS = 256;
    /** Former identities to which messages are still taken. */
    private static final int MOST_SELVES = 8;
    private static final long REMEMBER_NANOS = 60_000_000_000L;
    /** Bound on dropped senders whose last position is remembered, so that nothing is delivered twice. */
    private static final int REMEMBERED_SENDERS = 4096;

    private final SiteId site;
    /** This member's identity and its former ones; none if it takes messages to all members. */
    private final List<SenderId> selves = new ArrayList<>();
    private final RelayConfig config;
    private final Sink sink;
    private final TreeMap<SenderId, ReceiveStream> senders = new TreeMap<>();
    private final TreeMap<SenderId, TreeMap<Long, Segment>> early = new TreeMap<>();
    private final TreeMap<SenderId, Long> finished = new TreeMap<>();
    /** Finished senders of this site to announce once more. */
    private final TreeSet<SenderId> finishedAgain = new TreeSet<>();
    private final LinkedHashMap<SenderId, ReceiveStream.Position> receivedUpTo = new LinkedHashMap<>();
    /**
     * Positions in senders that are not received yet: those under the former identity, or of the member that provides the state. That all members
     * have what is below them is not known.
     */
    private final TreeMap<SenderId, ReceiveStream.Position> continued = new TreeMap<>();
    private final SentAgain.Formers formers = new Formers();
    /** Avoids checking every sender on every turn. */
    private boolean mayHaveChanged;
    private boolean mayHaveLost;
    private int unannounced;

    /** Receives whole messages, and gaps, in the order of each sender. */
    public interface Sink {
        /**
         * The next message of a sender. {@link #consumed} has to be called when the application has consumed it: until then its segments use
         * the member's window, and in the end hold the sender up.
         *
         * @param sender  the sender
         * @param message the message; may be kept
         */
        void message(SenderId sender, WholeMessage message);

        /**
         * The segments from {@code first} to before {@code end}, and their messages, will not arrive.
         *
         * @param sender the sender
         * @param first  number of the first missing segment
         * @param end    number after the last
         */
        void gap(SenderId sender, long first, long end);

        /**
         * The same, with the numbers of messages among them. If the last is before the first only messages to single members are lost.
         *
         * @param sender       the sender
         * @param first        number of the first missing segment
         * @param end          number after the last
         * @param firstMessage number of the first message to the group that is lost, as in its header; -1 if it is not known
         * @param lastMessage  number of the last one; -1 if it is not known
         */
        default void gap(SenderId sender, long first, long end, long firstMessage, long lastMessage) {
            gap(sender, first, end);
        }

        /**
         * A sender announces that it is the same as a former one: its site has another identity. What it sends again is delivered only where it
         * was not received from the former one.
         *
         * @param sender the sender
         * @param former its former identity, of another site
         * @return whether that is accepted; otherwise every message is delivered
         */
        default boolean continues(SenderId sender, SenderId former) {
            return true;
        }

        /**
         * A message to the group is not delivered, because it was received from the sender's former identity.
         *
         * @param sender the sender
         * @param number the message's number, as in its header; messages without one are not reported
         */
        default void receivedBefore(SenderId sender, long number) {
            // Needed only by who keeps account of numbers.
        }
    }

    /**
     * @param site   the site
     * @param self   the member, to which messages to others are not delivered; null for one that takes them all
     * @param config settings
     * @param sink   receives the messages
     */
    MemberReceiver(SiteId site, SenderId self, RelayConfig config, Sink sink) {
        this.site = site;
        if (self != null) {
            selves.add(self);
        }
        this.config = config;
        this.sink = sink;
    }

    /**
     * A receiver that takes messages to all members.
     *
     * @param site   the site
     * @param config settings
     * @param sink   receives the messages
     */
    public MemberReceiver(SiteId site, RelayConfig config, Sink sink) {
        this(site, null, config, sink);
    }

    /**
     * This member had another identity before, as its site had: nothing is delivered again, what is missing is reported, and messages to the
     * former identity are delivered too.
     *
     * @param before the receiver under the former identity, which is not used any more
     */
    void continues(MemberReceiver before) {
        before.selves.stream().limit(MOST_SELVES).forEach(selves::add);
        continued.putAll(before.continued);
        continued.putAll(before.receivedUpTo);
        before.senders.forEach((sender, received) -> continued.put(sender, received.position()));
        boundContinued();
    }

    private void boundContinued() {
        while (continued.size() > REMEMBERED_SENDERS) {
            continued.pollFirstEntry();
        }
    }

    /**
     * This member has a state from another one, which covers what that had received: it continues from there with the senders that it does not know
     * yet, and announces that, as the other member does. Its delegate cannot know from where on, and would take it for one that lacks nothing.
     *
     * @param sender the sender
     * @param number number of the first segment that the state does not cover as a whole
     */
    public void stateCovers(SenderId sender, long number) {
        if (!senders.containsKey(sender) && senders.size() < REMEMBERED_SENDERS) {
            start(sender, number, true);
        }
    }

    /**
     * The same for a sender of which all members had received everything: nobody waits for this member, but if the sender is back it continues there.
     *
     * @param sender   the sender
     * @param number   number of the first segment that the state does not cover as a whole
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     */
    public void stateCoveredBefore(SenderId sender, long number, long nowNanos) {
        if (senders.containsKey(sender)) {
            return;
        }
        if (sender.site().equals(site) && senders.size() < REMEMBERED_SENDERS) {
            start(sender, number, true);
            finished.put(sender, nowNanos);
        } else {
            continued.putIfAbsent(sender, new ReceiveStream.Position(number, ReceiveStream.NOTHING));
            boundContinued();
        }
    }

    /**
     * A segment arrived on the LAN, in any order and perhaps more than once. Delivers what it completes.
     *
     * @param sender  its sender; if its start number is not known yet, a few segments are kept until it is
     * @param number  the segment's number
     * @param segment the segment, which is kept
     */
    public void segment(SenderId sender, long number, Segment segment) {
        mayHaveChanged = true;
        ReceiveStream received = senders.get(sender);
        if (received == null) {
            keepEarly(sender, number, segment);
            return;
        }
        mayHaveLost |= segment.lost();
        if (received.segment(number, segment) == ReceiveStream.Arrival.TAKEN) {
            unannounced++;
            if (!finished.isEmpty() && finished.remove(sender) != null) {
                // It had sent more in another part of the site.
                received.changed(true);
            }
        }
    }

    private void keepEarly(SenderId sender, long number, Segment segment) {
        if (early.size() >= EARLY_SENDERS && !early.containsKey(sender)) {
            return;
        }
        TreeMap<Long, Segment> kept = early.computeIfAbsent(sender, id -> new TreeMap<>());
        if (kept.size() < EARLY_SEGMENTS) {
            kept.put(number, segment);
        }
    }

    /**
     * A sender is received from this number on. If it is known already, what is missing below is lost and reported as a gap.
     *
     * @param sender the sender
     * @param first  number of the first segment that is delivered
     */
    public void start(SenderId sender, long first) {
        start(sender, first, false);
    }

    /**
     * The same.
     *
     * @param keepsPosition whether this member, if it knows the sender already, keeps its position, and announces it; if not, no member
     *                      has what it lacks before that number
     */
    void start(SenderId sender, long first, boolean keepsPosition) {
        mayHaveChanged = true;
        ReceiveStream received = senders.get(sender);
        if (received != null && received.isUntouched() && received.next() - MOST_AHEAD > first) {
            // A state's provider has said that it covers what cannot have been sent.
            senders.remove(sender);
            received = null;
        }
        if (received == null) {
            ReceiveStream.Position upTo = before(sender, first);
            ReceiveStream stream = new ReceiveStream(sender, selves, upTo == null ? ReceiveStream.Position.of(first) : upTo,
                    sender.site().equals(site), config, formers, sink);
            senders.put(sender, stream);
            if (!keepsPosition) {
                stream.startAt(first);
            }
            mayHaveLost |= upTo != null;
            TreeMap<Long, Segment> kept = early.remove(sender);
            if (kept != null) {
                kept.tailMap(stream.next()).forEach(stream::segment);
                mayHaveLost = true;
            }
        } else {
            if (!keepsPosition) {
                received.startAt(first);
                mayHaveLost = true;
            }
            received.changed(true);
        }
        finished.remove(sender);
        finishedAgain.remove(sender);
    }

    /** Where this member is with a sender that it has received before, or has the state of; null if it is new. */
    private ReceiveStream.Position before(SenderId sender, long first) {
        ReceiveStream.Position former = continued.remove(sender);
        ReceiveStream.Position dropped = receivedUpTo.remove(sender);
        ReceiveStream.Position upTo = dropped == null ? former : dropped;
        return upTo == null || upTo.next() - MOST_AHEAD > first ? null : upTo;
    }

    /** Segments of a sender will not arrive. */
    void gap(SenderId sender, long first, long end) {
        mayHaveChanged = true;
        ReceiveStream received = senders.get(sender);
        if (received != null) {
            received.gap(first, end);
            mayHaveLost = true;
        }
    }

    /** Every member of the group has everything of a sender of this site below this number. */
    void stable(SenderId sender, long number) {
        mayHaveChanged = true;
        ReceiveStream received = senders.get(sender);
        if (received != null) {
            received.stable(number);
        }
    }

    /**
     * The application has consumed a message, which frees the member's window.
     *
     * @param sender   the message's sender; ignored if it was dropped meanwhile
     * @param segments {@link WholeMessage#segments} of the message
     */
    public void consumed(SenderId sender, int segments) {
        mayHaveChanged = true;
        ReceiveStream received = senders.get(sender);
        if (received != null) {
            received.consumed(segments);
        }
    }

    /**
     * All members have received everything of the sender: no delegate needs progress about it any longer. It is remembered for a
     * while, since it may return.
     */
    void forget(SenderId sender, long nowNanos) {
        early.remove(sender);
        ReceiveStream received = senders.get(sender);
        if (received != null) {
            received.stable(received.next());
            finished.put(sender, nowNanos);
        }
    }

    /** Drops senders that were finished some time ago, and reports losses that no segment follows. */
    void expire(long nowNanos) {
        if (mayHaveLost) {
            mayHaveLost = false;
            senders.values().forEach(received -> mayHaveLost |= received.reportLossLater(nowNanos));
        }
        finished.entrySet().removeIf(entry -> {
            boolean over = nowNanos - entry.getValue() >= REMEMBER_NANOS;
            if (over) {
                ReceiveStream received = senders.remove(entry.getKey());
                received.finish();
                receivedUpTo.put(entry.getKey(), received.position());
                finishedAgain.remove(entry.getKey());
            }
            return over;
        });
        while (receivedUpTo.size() > REMEMBERED_SENDERS) {
            receivedUpTo.remove(receivedUpTo.keySet().iterator().next());
        }
    }

    /** {@return for each known sender the number after the last segment up to which everything has arrived or is lost; a copy} */
    public Map<SenderId, Long> reached() {
        TreeMap<SenderId, Long> reached = new TreeMap<>();
        senders.forEach((sender, received) -> reached.put(sender, received.next()));
        return reached;
    }

    /**
     * {@return for each sender that is received the number of the first segment whose message is neither complete nor reported as lost; a copy}
     */
    public Map<SenderId, Long> positions() {
        return positions(sender -> !finished.containsKey(sender));
    }

    /** {@return the same for senders of which all members have received everything, and that are silent since} */
    public Map<SenderId, Long> formerPositions() {
        Map<SenderId, Long> positions = positions(finished::containsKey);
        continued.forEach((sender, position) -> positions.put(sender, position.next()));
        receivedUpTo.forEach((sender, position) -> positions.put(sender, position.next()));
        return positions;
    }

    private Map<SenderId, Long> positions(Predicate<SenderId> which) {
        TreeMap<SenderId, Long> positions = new TreeMap<>();
        senders.forEach((sender, received) -> {
            if (which.test(sender)) {
                positions.put(sender, received.reportedTo());
            }
        });
        return positions;
    }

    /**
     * {@return the number of the first segment of a sender that this member gets; empty if the sender is unknown}
     *
     * @param sender the sender
     */
    public OptionalLong start(SenderId sender) {
        ReceiveStream received = senders.get(sender);
        return received == null ? OptionalLong.empty() : OptionalLong.of(received.start());
    }

    /**
     * {@return the number after the last segment up to which everything has arrived or is lost; empty if the sender is unknown}
     *
     * @param sender the sender
     */
    public OptionalLong reached(SenderId sender) {
        ReceiveStream received = senders.get(sender);
        return received == null ? OptionalLong.empty() : OptionalLong.of(received.next());
    }

    /**
     * {@return the number of a sender's first segment whose message is neither complete nor reported as lost; empty if the sender is unknown}
     *
     * @param sender the sender
     */
    public OptionalLong reportedTo(SenderId sender) {
        ReceiveStream received = senders.get(sender);
        return received == null ? OptionalLong.empty() : OptionalLong.of(received.reportedTo());
    }

    /** The stream of a sender, or null if it is unknown. */
    ReceiveStream stream(SenderId sender) {
        return senders.get(sender);
    }

    /** The last position of a sender that was dropped after all members had everything; -1 if that is not known. */
    long receivedUpTo(SenderId sender) {
        ReceiveStream.Position position = receivedUpTo.get(sender);
        return position == null ? -1 : position.next();
    }

    /** Whether there is progress to announce. */
    boolean hasProgress() {
        if (mayHaveChanged) {
            for (Map.Entry<SenderId, ReceiveStream> entry : senders.entrySet()) {
                if (toAnnounce(entry.getKey(), entry.getValue())) {
                    return true;
                }
            }
            mayHaveChanged = false;
        }
        return false;
    }

    /** Whether there is so much progress that the announcement should not wait. */
    boolean hasMuchProgress() {
        return unannounced >= config.muchProgress();
    }

    /** A sender of which all members have everything would be treated as one to be recovered. */
    private boolean toAnnounce(SenderId sender, ReceiveStream received) {
        return received.changed() && (!finished.containsKey(sender) || finishedAgain.contains(sender));
    }

    /** The positions in senders' former identities. */
    private final class Formers implements SentAgain.Formers {
        @Override
        public boolean hasDelivered(SenderId former, long number) {
            ReceiveStream received = senders.get(former);
            return received == null ? isBefore(number, continued.get(former)) || isBefore(number, receivedUpTo.get(former))
                    : received.hasDelivered(number);
        }

        private static boolean isBefore(long number, ReceiveStream.Position position) {
            return position != null && number < position.next();
        }

        @Override
        public void deliveredSince(SenderId former, long first, long end) {
            ReceiveStream received = senders.get(former);
            if (received != null) {
                received.deliveredSince(first, end);
                return;
            }
            // Below its first number it lacks segments that may still come.
            UnaryOperator<ReceiveStream.Position> later = position -> position.next() >= first && position.next() < end
                    ? ReceiveStream.Position.of(end) : position;
            continued.computeIfPresent(former, (sender, position) -> later.apply(position));
            receivedUpTo.computeIfPresent(former, (sender, position) -> later.apply(position));
        }
    }

    /**
     * Marks all progress as not announced: the delegate is new. If it has been in another part of the site, a sender there may have sent more before
     * it died than all members in this part had.
     */
    void announceAgain() {
        mayHaveChanged = true;
        finished.keySet().stream().filter(sender -> sender.site().equals(site)).forEach(finishedAgain::add);
        senders.values().forEach(received -> received.changed(true));
    }

    /** Writes entries of an {@link LanMessage#ACK} as far as there is room. */
    void writeProgress(WireWriter out) {
        unannounced = 0;
        senders.forEach((sender, received) -> {
            if (toAnnounce(sender, received) && out.remaining() >= LanMessage.ACK_ENTRY_LENGTH) {
                out.putSender(sender).putLong(received.base())
                        .putLong(received.next()).putLong(received.limit());
                received.changed(false);
                finishedAgain.remove(sender);
            }
        });
    }
}
