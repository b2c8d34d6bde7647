package org.xpand.core;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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
import org.xpand.protocols.state.StateBeginning;
import org.xpand.protocols.state.StateJoin;
import org.xpand.protocols.wire.MalformedPacketException;

/**
 * The group's state at one membership: received at the join, while messages are held, and provided to members that join later. Threads:
 * {@link #receive} runs on the joining thread, the methods that say so on the listener's thread, the others on the loop.
 */
final class StateTransfer {
    /** Longest text of a refusal, UTF-8: that of an exception. */
    static final int MOST_REASON_BYTES = 400;
    private static final Logger LOG = LoggerFactory.getLogger(StateTransfer.class);
    private static final int ROUNDS = 3;
    private static final Duration RETRY = Duration.ofMillis(200);
    /** How often due actions are checked during a transfer. */
    private static final Duration TICK = Duration.ofMillis(50);

    private final String group;
    private final StateConsumer consumer;
    private final StateSettings settings;
    private final Carrier carrier;
    private final LinkedBlockingQueue<Object> forReader = new LinkedBlockingQueue<>();
    // On the loop.
    private final StateProviding providing;
    private volatile StateReceiving receiving;
    private Consumer<Object> toReader;
    private final List<StateFetch> fetches = new CopyOnWriteArrayList<>();
    private GroupSites sites = GroupSites.NONE;
    private long malformed;
    private boolean ticking;
    // On the listener's thread.
    private final Coverage coverage;
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

        /** The state does not have some messages of a sender up to this one, which the listener is to be told; on its thread. */
        void lost(SenderId sender, long last);
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
        this.consumer = consumer;
        this.settings = settings;
        this.carrier = carrier;
        this.coverage = new Coverage(consumer != null);
        this.providing = new StateProviding(group, provider, settings, maxMessage, coverage, carrier);
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
            throw new StateTransferException(group, "the state was not taken: " + Texts.reason(e), e);
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
        receive(new StateReceiving(settings, carrier, ROUNDS, RETRY.toNanos(), new StateNeeds.Joining(carrier), reader::accept, now), reader,
                now);
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
    private void over(StateBeginning state) {
        hasNone = false;
        carrier.aside(() -> {
            if (state == null) {
                coverage.first();
            } else {
                coverage.state(state.covered());
            }
            carrier.joined();
            if (state != null) {
                // The provider had lost messages, or was not there when they were sent, so its state does not have them.
                state.lost().forEach(carrier::lost);
            }
            release();
            holds = false;
        });
    }

    private void tick() {
        if (!ticking && (receiving != null && hasNone || providing.isBusy() || !fetches.isEmpty())) {
            ticking = true;
            carrier.later(TICK, () -> carrier.onLoop(now -> {
                ticking = false;
                turn(now);
                tick();
            }));
        }
    }

    private void turn(long now) {
        providing.run(now);
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
        fetches.forEach(each -> each.present(members));
        providing.members(members, nowNanos);
    }

    /** This member has another identity; on the loop. */
    void renamed(long now) {
        if (receiving != null && hasNone) {
            receiving.join().renamed(carrier.self(), now);
        }
        fetches.forEach(each -> each.renamed(carrier.self(), now));
    }

    /** Reads a member's state again while messages continue. Any thread. */
    CompletableFuture<Void> fetch(SenderId from, StateConsumer newConsumer) {
        Accepted.present("consumer", newConsumer, "a consumer of the state");
        if (Accepted.present("member", from, "a member of the group").equals(carrier.self())) {
            throw new IllegalArgumentException("state of member " + from + ": accepted is another member than this one");
        }
        StateFetch fetch = new StateFetch(group, from, newConsumer, settings, carrier);
        if (Requests.hasLeft(from, carrier.view())) {
            fetch.fail("it is not in the group");
            return fetch.done();
        }
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
                case MessageHeader.STATE_REQUEST -> {
                    providing.requested(from, id, payload, hasNone, now);
                    tick();
                }
                case MessageHeader.STATE_CREDIT -> providing.allowed(from, id, payload);
                case MessageHeader.STATE_CANCEL -> providing.cancelled(from, id, now);
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

    /** Ends all transfers. Any thread. */
    void ended(String why) {
        providing.endAll(why);
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

    /** Whether what the listener has got has to be recorded: for its own state, or for those of others. */
    boolean needsCoverage() {
        return providing.hasProvider() || consumer != null;
    }

    /** What the listener has got; on its thread. */
    Coverage coverage() {
        return coverage;
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
