package org.xpand.core;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.xpand.alm.site.Delegate;
import org.xpand.membership.MembershipException;

/**
 * Whether this process is its site's delegate, and whether the delegate is known, as reported by its
 * {@link org.xpand.alm.site.SiteProcess} on the loop. A failure before the node has started is thrown by the start; afterwards it
 * is an event. Any thread may ask.
 */
final class NodeRole extends NodeEvents {
    private final String node;
    private final Status status;
    private final CountDownLatch settled = new CountDownLatch(1);
    private volatile RuntimeException startFailure;
    private volatile boolean started;
    private volatile Delegate delegate;

    /** Supplies what only this process knows as delegate, for nodes that want a picture. */
    @FunctionalInterface
    interface Status {
        /** See {@link org.xpand.alm.site.SiteEvents#status}. */
        byte[] of(Delegate role, boolean inSite, int maxBytes, long nowNanos);
    }

    NodeRole(String node, Consumer<NodeEvent> first, Executor executor, LongSupplier clock, Status status) {
        super(first, executor, clock);
        this.node = node;
        this.status = status;
    }

    /** Whether the site's delegate is known and, if it is this process, active. */
    boolean hasSettled() {
        return settled.getCount() == 0;
    }

    /** Waits for that; returns false if it is not so in time. */
    boolean awaitSettled(Duration patience) throws InterruptedException {
        return settled.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Records that the node has started.
     *
     * @throws MembershipException if this process was elected meanwhile and could not become delegate
     */
    void started() {
        started = true;
        if (startFailure != null) {
            throw new MembershipException(Texts.reason(startFailure), startFailure);
        }
    }

    /** Returns the role while this process has it, otherwise null. */
    Delegate role() {
        return delegate;
    }

    /** Whether this process represents its site to other sites. */
    boolean isDelegate() {
        Delegate role = delegate;
        return role != null && role.hasWan();
    }

    /** The process has failed: it no longer has the role. */
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
            event(new NodeEvent.Failed(node + " cannot be the delegate and withdraws: " + Texts.reason(cause),
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
