package org.xpand.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.MemberReceiver;

/**
 * What requests and transfers of the state need of a membership. Requests and replies wait for the window whatever waits there: how
 * many there are has a bound of its own.
 */
final class GroupCarrier implements StateTransfer.Carrier {
    private final GroupEndpoint group;

    GroupCarrier(GroupEndpoint group) {
        this.group = group;
    }

    @Override
    public void send(int kind, SenderId to, long exchange, byte[] payload) {
        group.sendUnasked(kind, to, exchange, payload);
    }

    @Override
    public void send(int kind, SenderId to, long exchange, byte[] payload, CompletableFuture<?> orFail) {
        try {
            send(kind, to, exchange, payload);
        } catch (IllegalArgumentException | GroupClosedException e) {
            orFail.completeExceptionally(e);
        }
    }

    @Override
    public void sendWaiting(int kind, SenderId to, long exchange, byte[] payload) throws InterruptedException {
        group.sendWaiting(kind, to, exchange, payload);
    }

    @Override
    public boolean isCrowded() {
        return group.isCrowded();
    }

    @Override
    public void onLoop(LongConsumer action) {
        group.engine.onLoop(action);
    }

    @Override
    public MemberReceiver receiver() {
        return group.receiver();
    }

    @Override
    public SenderId self() {
        return group.id();
    }

    @Override
    public void deliver(HeldMessages.Held each) {
        group.deliver(each, member(each.from()));
    }

    @Override
    public void joined() {
        group.tellJoined();
    }

    @Override
    public void later(Duration delay, Runnable what) {
        group.engine.later(delay, what);
    }

    @Override
    public void aside(Runnable task) {
        group.serial.execute(task);
    }

    @Override
    public long newId() {
        return group.engine.nonZero();
    }

    @Override
    public GroupView view() {
        return group.view();
    }

    @Override
    public GroupView.Member member(SenderId sender) {
        return view().members().stream().filter(each -> each.id().equals(sender)).findFirst()
                .orElseGet(() -> new GroupView.Member(sender, sender.toString(), ""));
    }
}
