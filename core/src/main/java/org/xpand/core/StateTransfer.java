package org.xpand.core;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.alm.site.GroupSites;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.MemberReceiver;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.state.StateJoin;
import org.xpand.protocols.state.StatePositions;
import org.xpand.protocols.state.StateRefusal;
import org.xpand.protocols.wire.MalformedPacketException;

/**
 * The group's state at one membership: received at the join, while messages are held, and provided to members that join later. Threads:
 * {@link #receive} runs on the joining thread, the methods that say so on the listener's thread, the others on the loop.
 */
final class StateTransfer {
    private static final Logger LOG = LoggerFactory.getLogger(StateTransfer.class);
    private static final int PIECE_BYTES = 16 << 10;
    private static final int ROUNDS = 3;
    private static final Duration RETRY = Duration.ofMillis(200);
    /** How often due actions are checked during a transfer. */
    private static final Duration TICK = Duration.ofMillis(50);
    /** A provider waits longer than the receiver by this factor, so that the receiver decides. */
    private static final int PROVIDER_PATIENCE = 6;
    /** Maximum number of transfers to one member, so that it does not block those of others. */
    private static final int MOST_OF_A_MEMBER = 2;

    private final String group;
    private final StateProvider provider;
    private final StateConsumer consumer;
    private final StateSettings settings;
    private final Carrier carrier;
    private final int pieceBytes;
    private final LinkedBlockingQueue<Object> forReader = new LinkedBlockingQueue<>();
    // On the loop.
    private final Map<Long, Offer> offers = new ConcurrentHashMap<>();
    private volatile StateReceiving receiving;
    private Consumer<Object> toReader;
    private final List<StateFetch> fetches = new CopyOnWriteArrayList<>();
    private GroupSites sites = GroupSites.NONE;
    private Set<SenderId> present = Set.of();
    private long malformed;
    private boolean ticking;
    // On the listener's thread.
    private final StatePositions positions = new StatePositions();
    private final Set<SenderId> unseen = new HashSet<>();
    private final HeldMessages held;
    private boolean overfull;
    private volatile boolean holds;
    private volatile boolean hasNone;

    /** What a membership provides for its transfers. */
    interface Carrier extends Requests.Carrier {
        /** Sends a message to one member; waits for the window. */
        void sendWaiting(int kind, SenderId to, long exchange, byte[] payload) throws InterruptedException;

        /** Runs an action on the loop. */
        void onLoop(LongConsumer action);

        /** Runs long work on a thread of its own. */
        void onThread(String name, Runnable what);

        /** The receiver of the membership; on the loop. */
        MemberReceiver receiver();

        /** This node's identity in the group. */
        SenderId self();

        /** Delivers a held message or gap to the listener. */
        void deliver(HeldMessages.Held each);

        /** The listener may run now. */
        void joined();
    }

    /** A state that another member has requested or is receiving. */
    private static final class Offer {
        private final SenderId to;
        private final long id;
        private final StatePositions needed;
        private final StateOutput out;
        private final long begunNanos;
        private final long deadline;
        private boolean begun;

        Offer(SenderId to, long id, StatePositions needed, StateOutput out, long begunNanos, long deadline) {
            this.to = to;
            this.id = id;
            this.needed = needed;
            this.out = out;
            this.begunNanos = begunNanos;
            this.deadline = deadline;
        }
    }

    /** Waiting for the state is over; {@code failure} is the reason why it will not come, null if this member starts without one. */
    record Over(String failure) {
    }

    /**
     * @param provider provides the state; null for none
     * @param consumer reads it; null if this member wants none
     */
    StateTransfer(String group, StateProvider provider, StateConsumer consumer, StateSettings settings, int maxMessage,
                  Carrier carrier) {
        this.group = group;
        this.provider = provider;
        this.consumer = consumer;
        this.settings = settings;
        this.carrier = carrier;
        this.pieceBytes = Math.min(Math.min(PIECE_BYTES, settings.windowBytes() / 4), Math.max(1, maxMessage - 8));
        this.held = new HeldMessages(settings.holdBytes());
        this.holds = consumer != null;
        this.hasNone = holds;
    }

    // The joining thread.

    /**
     * Waits for the state and lets the consumer read it.
     *
     * @throws StateTransferException if none is available
     */
    void receive() throws InterruptedException {
        carrier.onLoop(now -> begin(forReader::add, now));
        while (true) {
            Object next = forReader.take();
            if (next instanceof Over over) {
                if (over.failure != null) {
                    throw new StateTransferException(group, over.failure);
                }
                return;
            }
            if (read((StateInput) next)) {
                return;
            }
        }
    }

    private boolean read(StateInput in) throws InterruptedException {
        try {
            consumer.read(in);
        } catch (IOException | UncheckedIOException e) {
            if (in.isBroken() && !Thread.currentThread().isInterrupted()) {
                return false;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw new StateTransferException(group, "the state was not taken: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            throw new StateTransferException(group, "the state was not taken: " + e, e);
        }
        LinkedBlockingQueue<Boolean> answer = new LinkedBlockingQueue<>();
        carrier.onLoop(now -> answer.add(loaded(in)));
        return Boolean.TRUE.equals(answer.poll(settings.patience().toNanos(), TimeUnit.NANOSECONDS));
    }

    // The loop.

    /** @param reader receives each state that begins to arrive, as a {@link StateInput}, and finally an {@link Over} if there is none to read */
    void begin(Consumer<Object> reader, long now) {
        receive(new StateReceiving(settings, carrier, ROUNDS, RETRY.toNanos(), () -> new StatePositions(carrier.receiver().reached()),
                reader::accept, now), reader, now);
    }

    void receive(StateReceiving begun, Consumer<Object> reader, long now) {
        receiving = begun;
        toReader = reader;
        sites(sites, now);
        tick();
    }

    /** The consumer has read a state to its end; returns whether it is the wanted one. */
    boolean loaded(StateInput in) {
        if (!receiving.loaded(in)) {
            return false;
        }
        LOG.info("group {}: the state is there, {} bytes", group, receiving.join().received());
        over(receiving.arriving());
        return true;
    }

    /** The state has been read, or there is none: the held messages go to the listener. */
    private void over(StatePositions covered) {
        hasNone = false;
        carrier.aside(() -> {
            if (covered != null) {
                positions.reached(covered);
                covered.all((sender, number) -> unseen.add(sender) || true);
            }
            carrier.joined();
            release();
            holds = false;
        });
    }

    private void tick() {
        if (!ticking && (receiving != null && hasNone || !offers.isEmpty() || !fetches.isEmpty())) {
            ticking = true;
            carrier.later(TICK, () -> carrier.onLoop(now -> {
                ticking = false;
                turn(now);
                tick();
            }));
        }
    }

    private void turn(long now) {
        offers.values().forEach(offer -> give(offer, now));
        fetches.removeIf(each -> each.isOver(now));
        if (receiving == null || !hasNone) {
            return;
        }
        StateJoin join = receiving.join();
        join.run(now);
        if (join.phase() == StateJoin.Phase.ALONE) {
            over(null);
            toReader.accept(new Over(null));
        } else if (join.phase() == StateJoin.Phase.FAILED) {
            hasNone = false;
            toReader.accept(new Over(join.failure()));
        }
    }

    /** Sets the sites and members of the group. */
    void sites(GroupSites now, long nowNanos) {
        sites = now;
        SenderId self = carrier.self();
        if (receiving != null) {
            List<SenderId> nearest = new ArrayList<>();
            sites.sites().stream().sorted(Comparator.comparingInt((GroupSites.Site site) -> site.members().stream()
                    .anyMatch(each -> each.id().site().equals(self.site())) ? -1 : site.rttMillis()))
                    .forEach(site -> site.members().stream().map(GroupSites.Member::id).filter(id -> !id.equals(self))
                            .forEach(nearest::add));
            boolean listed = sites.sites().stream().flatMap(site -> site.members().stream()).anyMatch(each ->
                    each.id().equals(self));
            receiving.join().view(sites.complete() && listed, nearest, nowNanos);
        }
        Set<SenderId> members = new HashSet<>();
        sites.sites().forEach(site -> site.members().forEach(each -> members.add(each.id())));
        present = members;
        fetches.forEach(each -> each.present(present));
        for (Offer offer : offers.values()) {
            boolean gone = !present.contains(offer.to)
                    && present.stream().anyMatch(each -> each.site().equals(offer.to.site()));
            if (gone) {
                end(offer);
            }
        }
    }

    /** Reads a member's state again while messages continue. Any thread. */
    CompletableFuture<Void> fetch(SenderId from, StateConsumer newConsumer) {
        StateFetch fetch = new StateFetch(group, from, newConsumer, settings, carrier);
        carrier.onLoop(now -> {
            fetch.begin(now);
            fetches.add(fetch);
            tick();
        });
        return fetch.done();
    }

    /** Handles a message of a transfer. */
    void message(SenderId from, WholeMessage message, long now) {
        try {
            byte[] payload = message.payload();
            long id = message.exchange();
            switch (message.kind()) {
                case MessageHeader.STATE_REQUEST -> requested(from, id, payload, now);
                case MessageHeader.STATE_CREDIT -> offer(from, id, offer -> offer.out.allow(ByteBuffer.wrap(payload).getLong()));
                case MessageHeader.STATE_CANCEL -> offer(from, id, this::end);
                default -> received(message.kind(), from, id, payload, now);
            }
        } catch (MalformedPacketException | BufferUnderflowException e) {
            if (Long.bitCount(++malformed) == 1) {
                LOG.warn("group {}: a message of a state's transfer from {} is dropped, it is malformed; the {}. one", group, from, malformed);
            }
        }
    }

    private void received(int kind, SenderId from, long id, byte[] payload, long now) {
        for (StateFetch fetch : fetches) {
            fetch.message(kind, from, id, payload, now);
        }
        if (receiving != null && hasNone) {
            receiving.message(kind, from, id, payload, now);
        }
        turn(now);
    }

    // Providing the state.

    private void requested(SenderId from, long id, byte[] payload, long now) {
        if (offers.containsKey(id)) {
            // Another member uses an id that is taken: the first one keeps it.
            return;
        }
        long ofMember = offers.values().stream().filter(each -> each.to.equals(from)).count();
        if (provider == null) {
            refuse(from, id, StateRefusal.NO_PROVIDER);
        } else if (hasNone) {
            refuse(from, id, StateRefusal.HAS_NONE_YET);
        } else if (offers.size() >= settings.transfers() || ofMember >= MOST_OF_A_MEMBER) {
            refuse(from, id, StateRefusal.BUSY);
        } else {
            Offer offer = new Offer(from, id, StatePositions.decode(payload), new StateOutput(pieceBytes,
                    PROVIDER_PATIENCE * settings.patience().toNanos(), (offset, bytes, length) ->
                    carrier.sendWaiting(MessageHeader.STATE_PIECE, from, id,
                            ByteBuffer.allocate(8 + length).putLong(offset).put(bytes, 0, length).array())),
                    now, now + PROVIDER_PATIENCE * settings.patience().toNanos());
            offers.put(id, offer);
            give(offer, now);
            tick();
        }
    }

    private void refuse(SenderId to, long id, StateRefusal reason) {
        if (carrier.isCrowded()) {
            return;
        }
        carrier.send(MessageHeader.STATE_REFUSAL, to, id, new byte[] {(byte) reason.ordinal()});
    }

    /** Starts as soon as everything has arrived here that the other member will not receive; gives up if that takes too long. */
    private void give(Offer offer, long now) {
        if (offer.begun) {
            return;
        }
        // The rest of a message may never arrive if its sender has left.
        boolean late = now - offer.begunNanos >= settings.patience().toNanos() / 2;
        offer.needed.forget((sender, number) -> hasReached(sender, number, late));
        if (!offer.needed.isEmpty()) {
            if (now - offer.deadline >= 0) {
                offers.remove(offer.id);
                refuse(offer.to, offer.id, StateRefusal.FAILED);
            }
            return;
        }
        offer.begun = true;
        carrier.aside(() -> snapshot(offer));
    }

    /** The other member receives a sender from this number on, possibly in the middle of a message: that message must be complete here. */
    private boolean hasReached(SenderId sender, long number, boolean late) {
        OptionalLong reached = carrier.receiver().reached(sender);
        if (reached.isPresent()) {
            boolean whole = carrier.receiver().wholeTo(sender).getAsLong() >= number;
            return reached.getAsLong() >= number && (whole || late && !present.contains(sender));
        }
        // From a sender that has left and is forgotten, nothing more will arrive.
        return number == 0 || !present.contains(sender);
    }

    /** On the listener's thread. */
    private void snapshot(Offer offer) {
        try {
            StateProvider.Snapshot snapshot = provider.snapshot();
            carrier.send(MessageHeader.STATE_BEGIN, offer.to, offer.id, positions.encode());
            carrier.onThread("xpand-state-" + group, () -> write(offer, snapshot));
        } catch (RuntimeException | Error e) {
            failed(offer, e);
        }
    }

    private void write(Offer offer, StateProvider.Snapshot snapshot) {
        try {
            snapshot.write(offer.out);
            long length = offer.out.finish();
            carrier.send(MessageHeader.STATE_END, offer.to, offer.id, ByteBuffer.allocate(8).putLong(length).array());
            LOG.info("group {}: gave the state, {} bytes, to {}", group, length, offer.to);
            offers.remove(offer.id);
        } catch (IOException | RuntimeException | Error e) {
            failed(offer, e);
        }
    }

    private void failed(Offer offer, Throwable e) {
        LOG.warn("group {}: the state was not given to {}: {}", group, offer.to, e.toString());
        offers.remove(offer.id);
        refuse(offer.to, offer.id, StateRefusal.FAILED);
    }

    private void offer(SenderId from, long id, Consumer<Offer> what) {
        Offer offer = offers.get(id);
        if (offer != null && offer.to.equals(from)) {
            what.accept(offer);
        }
    }

    private void end(Offer offer) {
        offers.remove(offer.id);
        offer.out.cancel();
    }

    /** Ends all transfers. Any thread. */
    void ended(String why) {
        offers.values().forEach(offer -> offer.out.cancel());
        forReader.add(new Over(why));
        fetches.forEach(each -> each.fail(why));
        StateReceiving open = receiving;
        if (open != null) {
            open.breakOff();
        }
    }

    // On the listener's thread.

    /** Whether this member waits for the state, so that messages are held. */
    boolean holds() {
        return holds;
    }

    /** Whether this member wants the state. */
    boolean isWanted() {
        return consumer != null;
    }

    /** The member that has provided the state; null if none has. */
    SenderId source() {
        return receiving == null ? null : receiving.source();
    }

    void hold(HeldMessages.Held each) {
        if (overfull) {
            return;
        }
        try {
            if (!held.add(each)) {
                overfull("more than " + settings.holdBytes() + " bytes of messages came before the state was there (setting "
                        + "holdBytes)");
            }
        } catch (IOException e) {
            overfull("messages that came before the state could not be kept: " + e);
        }
    }

    private void overfull(String why) {
        overfull = true;
        carrier.onLoop(now -> {
            if (hasNone) {
                ended(why);
            }
        });
    }

    private void release() {
        try (held) {
            held.drain(carrier::deliver);
        } catch (IOException e) {
            throw new UncheckedIOException("group " + group + ": held messages could not be read", e);
        }
    }

    /** Whether the received state covers a message to the group; otherwise the listener gets the message. */
    boolean covers(SenderId from, long number) {
        return consumer != null && positions.covers(from, number);
    }

    /** Returns the last number that the state covers, if a sender's first message after the state does not follow it: those between are lost. */
    OptionalLong missingAfter(SenderId from, long number) {
        if (!unseen.remove(from)) {
            return OptionalLong.empty();
        }
        OptionalLong before = positions.of(from);
        return before.isPresent() && number > before.getAsLong() + 1 ? before : OptionalLong.empty();
    }

    /** Records that the listener has received a message to the group, or the report that it is lost. */
    void reached(SenderId from, long number) {
        if (provider != null || consumer != null) {
            positions.reached(from, number);
        }
    }

    /** Discards the held messages. */
    void discard() {
        try {
            held.close();
        } catch (IOException e) {
            LOG.debug("group {}: held messages were not removed", group, e);
        }
    }
}
