package org.xpand.core;

import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * Publishes a group's messages to one subscriber: pass it to {@code join} as the listener. The subscriber is called on the node's
 * executor, one call at a time. Thread-safe. Messages that it has not requested wait, as with a slow listener, but block no thread; views,
 * replies to requests and the futures of {@code sendAsync} of the same group wait behind them. The publisher completes when the
 * group is closed, and fails with a {@link GroupClosedException} when this node is expelled from it. Gaps go to a separate handler.
 */
public final class MessageFlow implements MessageListener, Flow.Publisher<Message> {
    private final Consumer<Gap> gaps;
    private final Object lock = new Object();
    private Flow.Subscriber<? super Message> subscriber;
    private GroupEndpoint group;
    private long wanted;
    private boolean over;
    private boolean claimed;

    /** Creates a publisher that reports gaps only as {@link NodeEvent.MessagesLost}. */
    public MessageFlow() {
        this(gap -> {
        });
    }

    /**
     * Creates a publisher for one join.
     *
     * @param gaps receives gaps on the node's executor, in their place in the sender's order; they wait with the messages while
     *             the subscriber requests none
     * @throws IllegalArgumentException if it is null
     */
    public MessageFlow(Consumer<Gap> gaps) {
        this.gaps = Accepted.present("gaps", gaps, "a listener of gaps");
    }

    /**
     * Subscribes the only subscriber; a further one gets an {@link IllegalStateException} as its error.
     *
     * @param newSubscriber receives the messages
     * @throws NullPointerException if it is null, as {@link Flow} demands
     */
    @Override
    public void subscribe(Flow.Subscriber<? super Message> newSubscriber) {
        Objects.requireNonNull(newSubscriber, "subscriber null: accepted is a Flow.Subscriber");
        boolean taken;
        boolean ended;
        synchronized (lock) {
            taken = subscriber != null;
            ended = over;
            if (!taken) {
                subscriber = newSubscriber;
            }
        }
        newSubscriber.onSubscribe(taken ? new Nothing() : new Demand());
        if (taken) {
            newSubscriber.onError(new IllegalStateException("a group's messages have a subscriber: accepted is one"));
        } else if (ended) {
            newSubscriber.onComplete();
        }
    }

    private static final class Nothing implements Flow.Subscription {
        @Override
        public void request(long count) {
            // This subscriber was refused.
        }

        @Override
        public void cancel() {
            // This subscriber was refused.
        }
    }

    private final class Demand implements Flow.Subscription {
        @Override
        public void request(long count) {
            if (count <= 0) {
                end(new IllegalArgumentException("request of " + count + " messages: accepted are 1 or more"));
                return;
            }
            GroupEndpoint joined;
            synchronized (lock) {
                wanted = wanted + count < 0 ? Long.MAX_VALUE : wanted + count;
                joined = group;
            }
            if (joined != null) {
                joined.resume();
            }
        }

        /** Further messages are dropped. */
        @Override
        public void cancel() {
            GroupEndpoint joined;
            synchronized (lock) {
                over = true;
                joined = group;
            }
            if (joined != null) {
                joined.resume();
            }
        }
    }

    /** Marks this publisher as used by a join. */
    void claim() {
        synchronized (lock) {
            if (claimed) {
                throw new IllegalStateException("the listener is a MessageFlow that another join has: accepted is a new one");
            }
            claimed = true;
        }
    }

    /** Allows another join after a failed one, unless messages could have been delivered already. */
    void giveBack() {
        synchronized (lock) {
            claimed = group != null;
        }
    }

    @Override
    public void onJoined(Group joined) {
        if (!(joined instanceof GroupEndpoint endpoint)) {
            throw new IllegalArgumentException("group " + joined + ": accepted is one that a node has joined with this listener");
        }
        synchronized (lock) {
            group = endpoint;
            pauseIfNothingIsWanted();
        }
    }

    private void pauseIfNothingIsWanted() {
        if (wanted == 0 && !over) {
            group.pause();
        }
    }

    @Override
    public void onMessage(Message message) {
        Accepted.present("message", message, "a message");
        Flow.Subscriber<? super Message> to;
        synchronized (lock) {
            if (over) {
                return;
            }
            to = subscriber;
            if (wanted != Long.MAX_VALUE) {
                wanted--;
            }
            pauseIfNothingIsWanted();
        }
        to.onNext(message);
    }

    @Override
    public void onGap(Gap gap) {
        gaps.accept(Accepted.present("gap", gap, "a gap"));
    }

    @Override
    public void onExpelled(String reason) {
        Accepted.present("reason", reason, "a text");
        end(new GroupClosedException(group == null ? "" : group.name(), reason));
    }

    /** Ends the publication; {@code why} is null for completion. */
    void end(Throwable why) {
        Flow.Subscriber<? super Message> to;
        GroupEndpoint joined;
        synchronized (lock) {
            if (over) {
                return;
            }
            over = true;
            to = subscriber;
            joined = group;
        }
        if (joined != null) {
            joined.resume();
        }
        if (to != null && why == null) {
            to.onComplete();
        } else if (to != null) {
            to.onError(why);
        }
    }
}
