package org.xpand.core;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ObjIntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.protocols.segment.MessageHeader;

/**
 * Incoming messages of a member of a group. Decides by kind and by what the member has already received whether a message belongs
 * to attributes, islands, the group's state, requests or the listener. Messages and gaps arrive on the loop; the rest runs on the thread
 * of the listener.
 */
final class Arrivals {
    private static final Logger LOG = LoggerFactory.getLogger(GroupEndpoint.class);

    private final GroupEndpoint group;
    private final NodeEngine engine;
    private final SerialExecutor serial;
    private final MessageListener listener;
    private final boolean receives;
    private final Requests requests;
    private final StateTransfer state;
    private final Attributes attributes;
    private final Consumption consumption = new Consumption();
    private final AtomicLong messagesDelivered = new AtomicLong();
    private final AtomicLong bytesDelivered = new AtomicLong();
    private final LongAdder gapSegments = new LongAdder();

    /** @param receives whether the listener wants the messages to all members */
    Arrivals(GroupEndpoint group, MessageListener listener, boolean receives, Requests requests, StateTransfer state,
             Attributes attributes) {
        this.group = group;
        this.engine = group.engine;
        this.serial = group.serial;
        this.listener = listener;
        this.receives = receives;
        this.requests = requests;
        this.state = state;
        this.attributes = attributes;
    }

    /** Passes on what the listener has consumed, at the beginning of a turn; on the loop. */
    void consumed(ObjIntConsumer<SenderId> receiver, long nowNanos) {
        consumption.take(receiver, nowNanos);
    }

    /** Whether messages have arrived in this turn, all of this member itself; on the loop. */
    boolean areOwn() {
        return consumption.onlyOwnArrived();
    }

    /** Ends a turn; returns when another one is due, see {@link Consumption#endTurn}. On the loop. */
    long endTurn(long nowNanos) {
        return consumption.endTurn(nowNanos);
    }

    /** The listener has done all that there was for now; returns whether to wake the loop. On the listener's thread. */
    boolean progressWakesLoop() {
        return consumption.reportWakesLoop();
    }

    /** Handles a message that has arrived; on the loop. */
    void message(SenderId from, WholeMessage message) {
        boolean own = from.equals(group.id());
        consumption.arrived(message.segments(), own);
        if (!message.isAddressed()) {
            received(from, message.number());
            if (!receives) {
                consumption.consumedAtOnce(from, message.segments());
                return;
            }
        }
        if (message.kind() == MessageHeader.ATTRIBUTES) {
            consumption.consumedAtOnce(from, message.segments());
            attributes.reported(from, message.payload()).ifPresent(now ->
                    engine.event(new NodeEvent.AttributesChanged(group.name(), group.member(from), now)));
            return;
        }
        if (message.kind() == MessageHeader.ISLANDER || message.kind() == MessageHeader.NOT_ISLANDER) {
            consumption.consumedAtOnce(from, message.segments());
            group.island(message.kind(), from, message.payload());
            return;
        }
        if (message.kind() >= MessageHeader.STATE_REQUEST) {
            consumption.consumedAtOnce(from, message.segments());
            state.message(from, message, engine.nanoTime());
            return;
        }
        GroupView.Member sender = group.member(from);
        serial.executeLater(() -> {
            // Only this thread writes them.
            messagesDelivered.setRelease(messagesDelivered.getPlain() + 1);
            bytesDelivered.setRelease(bytesDelivered.getPlain() + message.length());
            try {
                if (state.holds() && !isReply(message)) {
                    state.hold(new HeldMessages.Held(from, message, null));
                } else {
                    inbox(new Message(group.name(), sender, own, message), message);
                }
            } finally {
                consumption.consumed(from, message.segments());
            }
        });
    }

    /** A sender continues as another one under a new identity. On the loop. */
    void continues(SenderId sender, SenderId former) {
        serial.executeLater(() -> {
            state.coverage().continues(sender, former);
            requests.renamed(former, sender);
        });
    }

    /** A message to the group with this number was received under the sender's former identity. On the loop. */
    void receivedBefore(SenderId sender, long number) {
        received(sender, number);
        serial.executeLater(() -> reached(sender, number));
    }

    private void inbox(Message message, WholeMessage content) {
        switch (content.kind()) {
            case MessageHeader.APPLICATION -> ofApplication(message);
            case MessageHeader.REQUEST -> requests.asked(message, content.exchange());
            case MessageHeader.REPLY, MessageHeader.REFUSAL -> requests.answered(message.sender(), content);
            default -> LOG.debug("group {}: a message of kind {}, which a later version may know", group.name(), content.kind());
        }
    }

    private void ofApplication(Message message) {
        if (message.direct()) {
            listener.onMessage(message);
            return;
        }
        SenderId from = message.sender();
        long number = message.number();
        if (state.coverage().covers(from, number)) {
            return;
        }
        OptionalLong last = message.own() ? OptionalLong.empty() : state.coverage().missingBefore(from, number);
        last.ifPresent(before -> {
            Gap gap = Gap.of(group.name(), message.from(), 0, 0, before + 1, number - 1);
            report(gap);
            tell(from, gap);
        });
        try {
            listener.onMessage(message);
        } finally {
            reached(from, number);
        }
    }

    /** Records that the listener has received a message to the group. */
    private void reached(SenderId from, long number) {
        if (state.needsCoverage()) {
            state.coverage().reached(from, number);
        }
    }

    private static boolean isReply(WholeMessage message) {
        return message.kind() == MessageHeader.REPLY || message.kind() == MessageHeader.REFUSAL;
    }

    /** Segments of a sender and their messages are lost; -1 for unknown numbers. On the loop. */
    void gap(SenderId from, long first, long end, long firstMessage, long lastMessage) {
        if (firstMessage >= 0) {
            group.known().lost(from, firstMessage).ifPresent(range -> missed(from, range.first(), range.last()));
        }
        gapSegments.add(end - first);
        lost(from, Gap.of(group.name(), group.member(from), first, end, firstMessage, lastMessage));
    }

    private void received(SenderId from, long number) {
        Optional<MissedMessages.Range> missed = group.known().received(from, number);
        // For every message: nothing is allocated.
        if (missed.isPresent()) {
            missed(from, missed.get().first(), missed.get().last());
        }
    }

    /** These messages of a member of another island, or that joined apart, do not arrive. On the loop. */
    void missed(SenderId from, long first, long last) {
        GroupView.Member member = group.member(from);
        if (!state.isWanted()) {
            lost(from, Gap.of(group.name(), member, 0, 0, first, last));
            return;
        }
        serial.executeLater(() -> {
            Gap gap = Gap.of(group.name(), member, 0, 0, first, last);
            if (state.holds()) {
                state.hold(new HeldMessages.Held(from, null, gap));
            } else {
                missed(gap);
            }
        });
    }

    /** A notice about messages that do not arrive, without segments: what the state covers is not missed. */
    private void missed(Gap notice) {
        SenderId from = notice.from().id();
        long last = notice.lastMessage().getAsLong();
        long outside = state.coverage().firstOutside(from, notice.firstMessage().getAsLong(), last);
        if (outside <= last) {
            Gap gap = Gap.of(group.name(), notice.from(), 0, 0, outside, last);
            report(gap);
            tell(from, gap);
        }
    }

    /** The state that this member has got does not have some messages of a sender up to this one; told after the held messages. */
    void lostByProvider(GroupView.Member from, long last) {
        Gap gap = Gap.of(group.name(), from, 0, 0, -1, last);
        report(gap);
        serial.executeLater(() -> take(from.id(), gap));
    }

    private void report(Gap gap) {
        engine.event(new NodeEvent.MessagesLost(gap, "group " + group.name() + ": " + gap.text()));
    }

    private void lost(SenderId from, Gap gap) {
        report(gap);
        serial.executeLater(() -> take(from, gap));
    }

    private void take(SenderId from, Gap gap) {
        if (state.holds()) {
            state.hold(new HeldMessages.Held(from, null, gap));
        } else {
            tell(from, gap);
        }
    }

    private void tell(SenderId from, Gap gap) {
        if (state.needsCoverage()) {
            gap.lastMessage().ifPresent(last -> state.coverage().lost(from, last));
        }
        listener.onGap(gap);
    }

    /** Delivers a held message or gap to the listener. */
    void deliver(HeldMessages.Held each, GroupView.Member from) {
        if (each.message() == null && each.gap().end() == 0 && each.gap().firstMessage().isPresent()) {
            missed(each.gap().named(from));
        } else if (each.message() == null) {
            tell(each.from(), each.gap().named(from));
        } else {
            inbox(new Message(group.name(), from, each.from().equals(group.id()), each.message()), each.message());
        }
    }

    long messagesDelivered() {
        return messagesDelivered.get();
    }

    long bytesDelivered() {
        return bytesDelivered.get();
    }

    long gapSegments() {
        return gapSegments.sum();
    }
}
