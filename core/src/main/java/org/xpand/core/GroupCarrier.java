package org.xpand.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.MemberReceiver;

/**
 * What requests and state transfers need of a membership. Requests and replies may wait for the send window even when many messages
 * wait: their number has a limit of its own.
 */
final class GroupCarrier implements StateTransfer.Carrier {
    private static final Logger LOG = LoggerFactory.getLogger(GroupCarrier.class);

    private final GroupEndpoint group;

    GroupCarrier(GroupEndpoint group) {
        this.group = group;
    }

    @Override
    public void send(int kind, SenderId to, long exchange, byte[] payload) {
        try {
            group.sendUnasked(kind, to, exchange, payload);
        } catch (GroupClosedException e) {
            LOG.debug("group {}: closed before what others had asked for was sent", group.name());
        }
    }

    @Override
    public void send(int kind, SenderId to, long exchange, byte[] payload, CompletableFuture<?> orFail) {
        try {
            group.sendUnasked(kind, to, exchange, payload);
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
        group.engine.onLoop(now -> group.contained(() -> action.accept(now)));
    }

    @Override
    public void onThread(String name, Runnable what) {
        Thread thread = new Thread(what, name);
        thread.setDaemon(true);
        thread.start();
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
        group.notifyJoined();
    }

    /** Of senders that have left nothing more comes, so a joining member is not told how much of them its state lacks. */
    @Override
    public void lost(SenderId sender, long last) {
        view().members().stream().filter(each -> each.id().equals(sender)).findFirst().ifPresent(from -> group.lostByProvider(from, last));
    }

    @Override
    public Runnable later(Duration delay, Runnable what) {
        return group.engine.later(delay, what);
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
    public <T> CompletableFuture<T> newFuture() {
        return new GroupFuture<>(group.name(), group.serial);
    }

    @Override
    public GroupView view() {
        return group.view();
    }

    @Override
    public GroupView.Member member(SenderId sender) {
        return view().members().stream().filter(each -> each.id().equals(sender)).findFirst()
                .orElseGet(() -> GroupView.Member.unnamed(sender));
    }
}
