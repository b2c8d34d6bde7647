package org.xpand.core;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.MemberReceiver;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.state.StateBeginning;
import org.xpand.protocols.state.StateJoin;
import org.xpand.protocols.state.StateRefusal;

/** Receives a state for a consumer. On the loop. */
final class StateReceiving implements StateJoin.Output {
    private static final Logger LOG = LoggerFactory.getLogger(StateReceiving.class);

    private final StateSettings settings;
    private final StateTransfer.Carrier carrier;
    private final StateJoin join;
    private final StateNeeds needs;
    private final Consumer<StateInput> reader;
    private StateInput input;
    private StateBeginning arriving;
    private SenderId provider;
    private long transfer;
    private boolean complete;
    private SenderId source;

    /**
     * @param rounds how often every member is asked
     * @param needs  what the state has to cover
     * @param reader receives the state when it begins to arrive, and again if another member has to provide it
     */
    StateReceiving(StateSettings settings, StateTransfer.Carrier carrier, int rounds, long retryNanos, StateNeeds needs,
                   Consumer<StateInput> reader, long nowNanos) {
        this.settings = settings;
        this.carrier = carrier;
        this.needs = needs;
        this.reader = reader;
        this.join = new StateJoin(carrier.self(), new StateJoin.Config(settings.patience().toNanos(), retryNanos, rounds),
                carrier::newId, this, nowNanos);
    }

    /** The state of the transfer, and the members to ask. */
    StateJoin join() {
        return join;
    }

    /** What the provider says of the state. */
    StateBeginning arriving() {
        return arriving;
    }

    /** The member that has provided the state that was read; null before that. */
    SenderId source() {
        return source;
    }

    /** The consumer has read all that it wants of a state; returns whether it is the wanted one. */
    boolean loaded(StateInput in) {
        if (in != input || in.isBroken()) {
            return false;
        }
        join.loaded();
        source = provider;
        if (!complete) {
            // The rest is not wanted: the provider must not wait until it may send it.
            carrier.send(MessageHeader.STATE_CANCEL, provider, transfer, new byte[0]);
        }
        return true;
    }

    /** Ends the transfer. Any thread. */
    void breakOff() {
        StateInput open = input;
        if (open != null) {
            open.breakOff();
        }
    }

    @Override
    public void ask(SenderId member, long transfer) {
        carrier.send(MessageHeader.STATE_REQUEST, member, transfer, needs.asked().encode());
    }

    @Override
    public void cancel(SenderId member, long transfer) {
        carrier.send(MessageHeader.STATE_CANCEL, member, transfer, new byte[0]);
        if (input != null) {
            input.breakOff();
            input = null;
        }
    }

    /** Handles a message to the receiver of a state. */
    void message(int kind, SenderId from, long id, byte[] payload, long now) {
        switch (kind) {
            case MessageHeader.STATE_BEGIN -> begins(from, id, payload, now);
            case MessageHeader.STATE_PIECE -> {
                // Without an offset it is one that was reduced where it was kept: the next member is asked.
                long offset = payload.length == 0 ? -1 : ByteBuffer.wrap(payload).getLong();
                if (join.piece(from, id, offset, payload.length - 8, now)) {
                    input.add(Arrays.copyOfRange(payload, 8, payload.length));
                }
            }
            case MessageHeader.STATE_END -> {
                if (join.ends(from, id, ByteBuffer.wrap(payload).getLong(), now)) {
                    complete = true;
                    input.end();
                }
            }
            case MessageHeader.STATE_REFUSAL -> {
                StateRefusal[] reasons = StateRefusal.values();
                int reason = payload.length == 0 ? -1 : payload[0];
                String text = payload.length == 0 ? "" : Texts.plain(payload, 1, StateTransfer.MOST_REASON_BYTES);
                join.refused(from, id, reason >= 0 && reason < reasons.length ? reasons[reason] : StateRefusal.FAILED, text, now);
            }
            default -> LOG.debug("a message of kind {}", kind);
        }
    }

    private void begins(SenderId from, long id, byte[] payload, long now) {
        StateBeginning beginning = StateBeginning.decode(payload);
        if (!join.begins(from, id, now)) {
            return;
        }
        if (!beginning.all(this::isPossible)) {
            LOG.warn("a state from {} is about messages which cannot have been sent", from);
            join.broken(now);
            return;
        }
        if (!needs.begins(beginning, now)) {
            LOG.info("the state of {} does not cover what this member lacks since it asked: it asks anew", from);
            join.breakOff(now);
            return;
        }
        arriving = beginning;
        provider = from;
        transfer = id;
        complete = false;
        input = new StateInput(settings.windowBytes(), offset -> carrier.onLoop(at -> grant(from, id, offset, at)));
        grant(from, id, settings.windowBytes(), now);
        reader.accept(input);
    }

    private boolean isPossible(SenderId sender, long number) {
        OptionalLong here = carrier.receiver().reached(sender);
        return here.isEmpty() || number <= here.getAsLong() + MemberReceiver.MOST_AHEAD;
    }

    private void grant(SenderId from, long id, long offset, long now) {
        join.granted(offset, now);
        carrier.send(MessageHeader.STATE_CREDIT, from, id, ByteBuffer.allocate(8).putLong(offset).array());
    }
}
