package org.xpand.simulator.site;

import java.util.ArrayDeque;
import java.util.Optional;
import org.xpand.alm.site.GroupMembership;
import org.xpand.alm.site.ReliableApplication;
import org.xpand.alm.site.ReliableMembership;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.relay.GroupMember;
import org.xpand.protocols.relay.LocalSender;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.protocols.segment.MessageHeader;

/** The application of a group whose messages reach all members. */
final class ReliableMemberApplication extends MemberApplication implements ReliableApplication {
    private final ArrayDeque<Offer> offered = new ArrayDeque<>();
    private ReliableMembership membership;

    /** A message that waits for the window; {@code header} is empty for one without. */
    private record Offer(byte[] header, byte[] payload, boolean toGroup) {
    }

    ReliableMemberApplication(SimulatedProcess process) {
        super(process);
    }

    @Override
    void join(GroupService service, MemberId member) {
        membership = host().process().join(process().group(), service, member, this, host().queue().now());
    }

    @Override
    GroupMembership membership() {
        return membership;
    }

    Optional<GroupMember> member() {
        return Optional.ofNullable(membership).map(ReliableMembership::member);
    }

    @Override
    void left() {
        membership = null;
        offered.clear();
    }

    @Override
    void offer(int precedence, byte[] message) {
        if (precedence != 0) {
            throw new IllegalArgumentException("precedence " + precedence + " in a reliable group: accepted is 0");
        }
        offered.add(new Offer(new byte[0], message, true));
    }

    /** Offers a message with a header; to the group if {@code to} is null. */
    void offer(int kind, SenderId to, long exchange, byte[] message) {
        offered.add(new Offer(MessageHeader.of(kind, host().queue().now() / 1_000_000, to, exchange), message,
                kind == MessageHeader.APPLICATION && to == null));
    }

    /** Messages offered and not yet stable. */
    @Override
    int pending() {
        return offered.size() + (membership == null ? 0 : membership.member().sender().unstableMessages());
    }

    @Override
    int pending(int precedence) {
        return pending();
    }

    @Override
    public void beginTurn(long nowNanos) {
        while (!offered.isEmpty() && membership != null && membership.member().sender().open()) {
            Offer message = offered.poll();
            LocalSender sender = membership.member().sender();
            long end = sender.accept(LocalSender.cut(message.header, message.payload, sender.segmentBytes(), host().relay()), nowNanos);
            if (message.toGroup) {
                observer().accepted(process(), message.payload, end);
            }
        }
    }

    @Override
    public void endTurn(long nowNanos) {
        // Deliveries are passed on at once.
    }

    @Override
    public void message(SenderId from, WholeMessage message) {
        consume(() -> {
            observer().message(process(), from, message, host().queue().now());
            if (membership != null) {
                membership.member().receiver().consumed(from, message.segments());
            }
        });
    }

    @Override
    public void gap(SenderId from, long first, long end) {
        gap(from, first, end, -1, -1);
    }

    @Override
    public void gap(SenderId from, long first, long end, long firstMessage, long lastMessage) {
        // In order with the messages that wait for the application.
        consume(() -> observer().gap(process(), from, first, end, firstMessage, lastMessage));
    }

    @Override
    public void joined() {
        observer().joined(process());
    }

    @Override
    public void expelled(String reason) {
        observer().expelled(process(), reason);
        host().queue().schedule(host().queue().now() + 1, process()::leave);
    }

    @Override
    public void windowChanged() {
        if (!offered.isEmpty()) {
            membership.call();
            host().turnAgain();
        }
    }
}
