package org.xpand.core;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.xpand.alm.site.Delegate;
import org.xpand.membership.MembershipException;

/**
 * Whether this process is its site's delegate, and whether it knows who is, as its {@link org.xpand.alm.site.SiteProcess} tells on the
 * loop. What fails before the node has started is for the one that starts it; afterwards it is an event. Any thread may ask.
 */
final class NodeRole extends NodeEvents {
    private final String node;
    private final Status status;
    private final CountDownLatch settled = new CountDownLatch(1);
    private volatile RuntimeException startFailure;
    private volatile boolean started;
    private volatile Delegate delegate;

    /** What this process alone knows as delegate, for those that look at another one. */
    @FunctionalInterface
    interface Status {
        /** As {@link org.xpand.alm.site.SiteEvents#status} says. */
        byte[] of(Delegate role, boolean inSite, int maxBytes, long nowNanos);
    }

    NodeRole(String node, Consumer<NodeEvent> first, Executor executor, Status status) {
        super(first, executor);
        this.node = node;
        this.status = status;
    }

    /** Whether this process knows who its site's delegate is, and serves if it is the one. */
    boolean hasSettled() {
        return settled.getCount() == 0;
    }

    /** Waits until it has; answers false if it has not in time. */
    boolean awaitSettled(Duration patience) throws InterruptedException {
        return settled.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * The node has started.
     *
     * @throws MembershipException if this process was elected meanwhile and could not become delegate
     */
    void started() {
        started = true;
        if (startFailure != null) {
            throw new MembershipException(startFailure.getMessage(), startFailure);
        }
    }

    /** The role while this process has it, null otherwise. */
    Delegate role() {
        return delegate;
    }

    /** Whether this process speaks for its site to other sites. */
    boolean isDelegate() {
        Delegate role = delegate;
        return role != null && role.reachesOut();
    }

    /** The process cannot go on: it has no role any more, whatever it tells. */
    void ended() {
        delegate = null;
    }

    @Override
    public void settled() {
        settled.countDown();
    }

    @Override
    public void unsettled(RuntimeException cause) {
        startFailure = cause;
        settled.countDown();
        if (started) {
            event(new NodeEvent.Failed(node + " cannot be the delegate and withdraws: " + cause.getMessage(),
                    Optional.of(cause)));
        }
    }

    @Override
    public byte[] status(Delegate role, boolean inSite, int maxBytes, long nowNanos) {
        return status.of(role, inSite, maxBytes, nowNanos);
    }

    @Override
    public void serves(Delegate role) {
        delegate = role;
    }

    @Override
    public void resigns(Delegate role) {
        delegate = null;
    }
}
