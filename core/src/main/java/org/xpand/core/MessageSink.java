package org.xpand.core;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/**
 * A subscriber that sends what it receives to a group, in order. At most {@value #MOST_UNSTABLE} of its messages are not stable at
 * a time; it requests no more than that. It cancels if the group is closed or a message is refused. Thread-safe.
 */
public final class MessageSink implements Flow.Subscriber<byte[]> {
    /** How many messages may be not stable at a time; so many are requested of the publisher at first, then one for each that is stable. */
    public static final int MOST_UNSTABLE = 512;

    private final Group group;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private Flow.Subscription subscription;
    private int unstable;
    private boolean completed;

    /**
     * Creates a subscriber for one publisher; a second subscription is cancelled.
     *
     * @param group the group to send to; closing it is left to its owner
     * @throws IllegalArgumentException if it is null
     */
    public MessageSink(Group group) {
        this.group = Accepted.present("group", group, "a group that this node has joined");
    }

    /**
     * {@return completes when all messages have been sent and are stable; fails with the publisher's error, or with the reason why
     * a message was not sent; each call returns a new future, whose cancelling affects nothing else}
     */
    public CompletableFuture<Void> done() {
        return done.copy();
    }

    /** @throws NullPointerException if it is null, as {@link Flow} demands */
    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        Objects.requireNonNull(newSubscription, "subscription null: accepted is a Flow.Subscription");
        synchronized (this) {
            if (subscription != null) {
                newSubscription.cancel();
                return;
            }
            subscription = newSubscription;
        }
        newSubscription.request(MOST_UNSTABLE);
    }

    /** @throws NullPointerException if it is null, as {@link Flow} demands */
    @Override
    public void onNext(byte[] payload) {
        Objects.requireNonNull(payload, "payload null: accepted are 0 bytes to maxMessage");
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

    /** @throws NullPointerException if it is null, as {@link Flow} demands */
    @Override
    public void onError(Throwable failure) {
        Objects.requireNonNull(failure, "failure null: accepted is the publisher's error");
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
