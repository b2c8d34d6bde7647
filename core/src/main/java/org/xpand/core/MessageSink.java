package org.xpand.core;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/**
 * A subscriber that sends what it is given to a group, in order, and asks for as much as is on the way: at most
 * {@value #MOST_UNSTABLE} messages that not every member has. If the group is closed, or a message is refused, it cancels.
 */
public final class MessageSink implements Flow.Subscriber<byte[]> {
    /** Messages that are on the way at a time. */
    public static final int MOST_UNSTABLE = 512;

    private final Group group;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private Flow.Subscription subscription;
    private int unstable;
    private boolean completed;

    /** @param group where the messages go */
    public MessageSink(Group group) {
        this.group = Objects.requireNonNull(group);
    }

    /**
     * When everything that came has been sent and every member has it. Fails with what the publisher failed with, or with why a
     * message was not sent.
     */
    public CompletableFuture<Void> done() {
        return done.copy();
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        synchronized (this) {
            if (subscription != null) {
                newSubscription.cancel();
                return;
            }
            subscription = newSubscription;
        }
        newSubscription.request(MOST_UNSTABLE);
    }

    @Override
    public void onNext(byte[] payload) {
        synchronized (this) {
            if (done.isDone()) {
                return;
            }
            unstable++;
        }
        try {
            group.sendAsync(payload).whenComplete((nothing, failure) -> stable(failure));
        } catch (RuntimeException e) {
            stable(e);
        }
    }

    private void stable(Throwable failure) {
        boolean all;
        synchronized (this) {
            unstable--;
            all = completed && unstable == 0;
        }
        if (failure != null) {
            subscription.cancel();
            done.completeExceptionally(failure);
        } else if (all) {
            done.complete(null);
        } else {
            subscription.request(1);
        }
    }

    @Override
    public void onError(Throwable failure) {
        done.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        boolean all;
        synchronized (this) {
            completed = true;
            all = unstable == 0;
        }
        if (all) {
            done.complete(null);
        }
    }
}
