package org.xpand.core;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.MemberReceiver;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.state.StateBeginning;
import org.xpand.protocols.state.StatePositions;
import org.xpand.protocols.state.StateRefusal;
import org.xpand.protocols.wire.MalformedPacketException;

/**
 * Provides the group's state to members that request it. Threads: the snapshot is taken on the listener's thread and written on a thread
 * of its own; the methods that do not say otherwise run on the loop.
 */
final class StateProviding {
    private static final Logger LOG = LoggerFactory.getLogger(StateProviding.class);
    private static final int PIECE_BYTES = 16 << 10;
    /** A provider waits longer than the receiver by this factor, so that the receiver decides. */
    private static final int PATIENCE = 6;
    /** Maximum number of transfers to one member, so that it does not block those of others. */
    private static final int MOST_OF_A_MEMBER = 2;
    /** How often what a slow snapshot has written goes out, in pieces that are not full. */
    private static final long DUE_NANOS = 100_000_000L;
    /** A snapshot that still runs so long after the end of its transfer may never return: then the others are not told to wait. */
    private static final long HANGS_NANOS = 1_000_000_000L;

    private final String group;
    private final StateProvider provider;
    private final StateSettings settings;
    private final Coverage coverage;
    private final StateTransfer.Carrier carrier;
    private final int pieceBytes;
    private final long patienceNanos;
    private final Map<Long, Offer> offers = new ConcurrentHashMap<>();
    /** Those whose snapshot has not returned; the transfers of some may have ended. */
    private final Set<Offer> writing = ConcurrentHashMap.newKeySet();
    private Set<SenderId> present = Set.of();

    /** A state that another member has requested or is receiving. */
    private static final class Offer {
        private final SenderId to;
        private final long id;
        private final StatePositions needed;
        private final StateOutput out;
        private final long begunNanos;
        private boolean begun;
        private long presentNanos;
        private long dueNanos;
        private long endedNanos;

        Offer(SenderId to, long id, StatePositions needed, StateOutput out, long begunNanos) {
            this.to = to;
            this.id = id;
            this.needed = needed;
            this.out = out;
            this.begunNanos = begunNanos;
            this.presentNanos = begunNanos;
            this.dueNanos = begunNanos;
        }
    }

    /**
     * @param provider  provides the state; null for none
     * @param coverage  the messages that the listener has received; used on its thread
     */
    StateProviding(String group, StateProvider provider, StateSettings settings, int maxMessage, Coverage coverage,
                   StateTransfer.Carrier carrier) {
        this.group = group;
        this.provider = provider;
        this.settings = settings;
        this.coverage = coverage;
        this.carrier = carrier;
        this.pieceBytes = Math.min(Math.min(PIECE_BYTES, settings.windowBytes() / 4), Math.max(1, maxMessage - 8));
        this.patienceNanos = PATIENCE * Math.min(settings.patience().toNanos(), Long.MAX_VALUE / 2 / PATIENCE);
    }

    /** Whether there is a state to provide at all. */
    boolean hasProvider() {
        return provider != null;
    }

    /** Whether a transfer is in progress. */
    boolean isBusy() {
        return !offers.isEmpty();
    }

    /** Sets the members of the group. */
    void members(Set<SenderId> members, long now) {
        present = members;
        for (Offer offer : offers.values()) {
            boolean gone = !present.contains(offer.to)
                    && present.stream().anyMatch(each -> each.site().equals(offer.to.site()));
            if (gone) {
                end(offer, "the joining member has left the group", now);
            }
        }
    }

    /** Begins the transfers for which everything that is needed has arrived, and ends those of which nothing more comes. */
    void run(long now) {
        for (Offer offer : offers.values()) {
            String failed = offer.out.ended();
            if (failed != null && end(offer, failed, now)) {
                // It cannot send more, even if its snapshot still runs.
                refuse(offer.to, offer.id, StateRefusal.FAILED, failed);
            } else if (now - offer.dueNanos >= DUE_NANOS) {
                offer.dueNanos = now;
                offer.out.due();
            }
            if (present.contains(offer.to)) {
                offer.presentNanos = now;
            } else if (now - offer.presentNanos >= patienceNanos) {
                end(offer, "the joining member has not been in the group for " + TimeUnit.NANOSECONDS.toSeconds(patienceNanos) + " s", now);
            }
            give(offer, now);
        }
    }

    /**
     * A member requests the state.
     *
     * @param id      identity of the transfer
     * @param payload the messages that the member will not receive, encoded
     * @param hasNone whether this member still waits for the state itself
     * @throws MalformedPacketException if the payload is none
     */
    void requested(SenderId from, long id, byte[] payload, boolean hasNone, long now) {
        if (offers.containsKey(id)) {
            // Another member uses an id that is taken: the first one keeps it.
            return;
        }
        if (provider == null) {
            refuse(from, id, StateRefusal.NO_PROVIDER, "");
        } else if (hasNone) {
            refuse(from, id, StateRefusal.HAS_NONE_YET, "");
        } else if (areTooMany(Stream.concat(ended().stream(), offers.values().stream()).toList(), from)) {
            List<Offer> hang = ended().stream().filter(each -> now - each.endedNanos >= HANGS_NANOS).toList();
            if (areTooMany(hang, from)) {
                refuse(from, id, StateRefusal.FAILED, hang.size() + " snapshots still run though their transfers have ended");
            } else {
                refuse(from, id, StateRefusal.BUSY, "");
            }
        } else {
            Offer offer = new Offer(from, id, StatePositions.decode(payload), new StateOutput(pieceBytes, patienceNanos,
                    (offset, bytes, length) -> carrier.sendWaiting(MessageHeader.STATE_PIECE, from, id,
                            ByteBuffer.allocate(8 + length).putLong(offset).put(bytes, 0, length).array())), now);
            offers.put(id, offer);
            give(offer, now);
        }
    }

    private boolean areTooMany(List<Offer> some, SenderId of) {
        return some.size() >= settings.transfers() || some.stream().filter(each -> each.to.equals(of)).count() >= MOST_OF_A_MEMBER;
    }

    /** Returns those whose transfer has ended while their snapshot still runs. */
    private List<Offer> ended() {
        return writing.stream().filter(each -> offers.get(each.id) != each).toList();
    }

    /**
     * A member accepts the bytes of its transfer that are below an offset.
     *
     * @param payload the offset, encoded
     */
    void allowed(SenderId from, long id, byte[] payload) {
        offer(from, id, offer -> offer.out.allow(ByteBuffer.wrap(payload).getLong()));
    }

    /** A member ends its transfer. */
    void cancelled(SenderId from, long id, long now) {
        offer(from, id, offer -> end(offer, "the joining member has cancelled the transfer", now));
    }

    /** Ends all transfers. Any thread. */
    void endAll(String why) {
        offers.values().forEach(offer -> end(offer, "this member gives no state any more: " + why, offer.begunNanos));
    }

    /** @param text the reason in words, for a person; may be empty */
    private void refuse(SenderId to, long id, StateRefusal reason, String text) {
        if (carrier.isCrowded()) {
            return;
        }
        byte[] utf8 = Texts.utf8(text, StateTransfer.MOST_REASON_BYTES);
        carrier.send(MessageHeader.STATE_REFUSAL, to, id, ByteBuffer.allocate(1 + utf8.length).put((byte) reason.ordinal()).put(utf8).array());
    }

    /** Starts as soon as everything has arrived here that the other member will not receive; gives up if that takes too long. */
    private void give(Offer offer, long now) {
        if (offer.begun || offer.out.ended() != null) {
            return;
        }
        // The rest of a message may never arrive if its sender has left.
        boolean late = now - offer.begunNanos >= settings.patience().toNanos() / 2;
        offer.needed.forget((sender, number) -> hasReached(sender, number, late));
        if (!offer.needed.isEmpty()) {
            if (now - offer.begunNanos >= patienceNanos && end(offer, "the transfer could not begin", now)) {
                refuse(offer.to, offer.id, StateRefusal.FAILED, "messages that the other member will not receive have not arrived here");
            }
            return;
        }
        offer.begun = true;
        // The listener has taken these before the snapshot is made.
        MemberReceiver receiver = carrier.receiver();
        StateBeginning beginning = new StateBeginning(coverage.received(), coverage.lost(), new StatePositions(receiver.positions()),
                new StatePositions(receiver.formerPositions()));
        carrier.aside(() -> snapshot(offer, beginning));
    }

    /** The other member receives a sender from this number on, possibly in the middle of a message: that message must be complete here. */
    private boolean hasReached(SenderId sender, long number, boolean late) {
        OptionalLong reached = carrier.receiver().reached(sender);
        if (reached.isPresent()) {
            boolean whole = carrier.receiver().reportedTo(sender).getAsLong() >= number;
            return reached.getAsLong() >= number && (whole || late && !present.contains(sender));
        }
        // From a sender that has left and is forgotten, nothing more will arrive.
        return number == 0 || !present.contains(sender);
    }

    /** On the listener's thread. */
    private void snapshot(Offer offer, StateBeginning beginning) {
        if (offer.out.ended() != null) {
            return;
        }
        try {
            StateProvider.Snapshot snapshot = provider.snapshot();
            if (snapshot == null) {
                failed(offer, "the provider returned no snapshot");
                return;
            }
            carrier.send(MessageHeader.STATE_BEGIN, offer.to, offer.id, beginning.encode());
            carrier.onThread("xpand-state-" + group, () -> write(offer, snapshot));
        } catch (RuntimeException | Error e) {
            failed(offer, e.toString());
        }
    }

    private void write(Offer offer, StateProvider.Snapshot snapshot) {
        try {
            long length = written(offer, snapshot);
            carrier.send(MessageHeader.STATE_END, offer.to, offer.id, ByteBuffer.allocate(8).putLong(length).array());
            LOG.info("group {}: gave the state, {} bytes, to {}", group, length, offer.to);
            offers.remove(offer.id, offer);
        } catch (IOException | RuntimeException | Error e) {
            failed(offer, e.toString());
        }
    }

    private long written(Offer offer, StateProvider.Snapshot snapshot) throws IOException {
        writing.add(offer);
        try {
            return offer.out.write(snapshot);
        } finally {
            writing.remove(offer);
        }
    }

    private void failed(Offer offer, String why) {
        if (!offers.remove(offer.id, offer)) {
            LOG.info("group {}: the state was not given to {}, {}: {}", group, offer.to, offer.out.ended(), why);
            return;
        }
        LOG.warn("group {}: the state was not given to {}: {}", group, offer.to, why);
        refuse(offer.to, offer.id, StateRefusal.FAILED, why);
    }

    private void offer(SenderId from, long id, Consumer<Offer> what) {
        Offer offer = offers.get(id);
        if (offer != null && offer.to.equals(from)) {
            what.accept(offer);
        }
    }

    /** Interrupts the snapshot; returns false if the transfer had ended before. */
    private boolean end(Offer offer, String why, long now) {
        offer.endedNanos = now;
        boolean first = offers.remove(offer.id, offer);
        offer.out.end(why);
        return first;
    }
}
