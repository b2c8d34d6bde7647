package org.xpand.simulator.site;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.xpand.alm.site.GroupMembership;
import org.xpand.alm.site.LayeredApplication;
import org.xpand.alm.site.LayeredMembership;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.lossy.LossyMember;
import org.xpand.protocols.lossy.LossySender;

/** The application of a group whose messages have drop precedences. */
final class LayeredMemberApplication extends MemberApplication implements LayeredApplication {
    /** Messages that wait for the window of their precedence. */
    private final List<ArrayDeque<byte[]>> offered = new ArrayList<>();
    private LayeredMembership membership;

    LayeredMemberApplication(SimulatedProcess process, int precedences) {
        super(process);
        for (int i = 0; i < precedences; i++) {
            offered.add(new ArrayDeque<>());
        }
    }

    @Override
    void join(GroupService service, MemberId member) {
        membership = host().process().join(process().group(), service, member, this, host().queue().now());
    }

    @Override
    GroupMembership membership() {
        return membership;
    }

    Optional<LossyMember> member() {
        return Optional.ofNullable(membership).map(LayeredMembership::member);
    }

    @Override
    void left() {
        membership = null;
        offered.forEach(ArrayDeque::clear);
    }

    @Override
    void offer(int precedence, byte[] message) {
        offered.get(precedence).add(message);
    }

    /** Messages offered and not yet sent on the LAN as a whole. */
    @Override
    int pending() {
        int count = membership == null ? 0 : membership.member().sender().waitingMessages();
        for (ArrayDeque<byte[]> each : offered) {
            count += each.size();
        }
        return count;
    }

    @Override
    int pending(int precedence) {
        long sent = membership == null ? 0 : membership.member().sender().sent(precedence);
        long accepted = membership == null ? 0 : membership.member().sender().accepted(precedence);
        return offered.get(precedence).size() + (int) (accepted - sent);
    }

    @Override
    public void beginTurn(long nowNanos) {
        for (int precedence = 0; precedence < offered.size(); precedence++) {
            while (membership != null && mayAccept(precedence)) {
                byte[] message = offered.get(precedence).poll();
                long number = membership.member().sender().accept(precedence, message, nowNanos);
                observer().accepted(process(), precedence, number, message);
            }
        }
    }

    private boolean mayAccept(int precedence) {
        LossySender sender = membership.member().sender();
        return !offered.get(precedence).isEmpty() && sender.open(precedence);
    }

    @Override
    public void endTurn(long nowNanos) {
        // What was sent in this turn has made room.
        for (int precedence = 0; precedence < offered.size(); precedence++) {
            if (membership != null && mayAccept(precedence)) {
                membership.call();
                host().turnAgain();
                return;
            }
        }
    }

    @Override
    public void message(SenderId from, int precedence, long number, byte[] payload) {
        consume(() -> {
            observer().message(process(), from, precedence, number, payload, host().queue().now());
            if (membership != null) {
                membership.member().receiver().consumed(payload.length);
            }
        });
    }

    @Override
    public void dropped(SenderId from, int precedence, long first, long end) {
        // In order with the messages that wait for the application.
        consume(() -> observer().dropped(process(), from, precedence, first, end));
    }

    @Override
    public void joined() {
        observer().joined(process());
    }
}
