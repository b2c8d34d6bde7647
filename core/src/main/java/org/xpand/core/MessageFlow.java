package org.xpand.core;

import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * A group's messages as a publisher for one subscriber: give it to {@code join} as the listener. The subscriber is called on the
 * node's executor, one call at a time. What it has not requested waits, as with a slow listener, and nobody's thread with it;
 * views, replies to requests and the futures of {@code sendAsync} of the same group wait behind it. The publisher completes when
 * the group is closed, and fails with
 * a {@link GroupClosedException} when this node is put out of it. Gaps go to a handler of their own.
 */
public final class MessageFlow implements MessageListener, Flow.Publisher<Message> {
    private final Consumer<Gap> gaps;
    private final Object lock = new Object();
    private Flow.Subscriber<? super Message> subscriber;
    private GroupEndpoint group;
    private long wanted;
    private boolean over;
    private boolean claimed;

    /** Gaps are only told as {@link NodeEvent.MessagesLost}. */
    public MessageFlow() {
        this(gap -> {
        });
    }

    /** @param gaps told of messages that will not come, in their place in the sender's order */
    public MessageFlow(Consumer<Gap> gaps) {
        this.gaps = Objects.requireNonNull(gaps);
    }

    /**
     * Has this subscriber get the messages.
     *
     * @throws NullPointerException if there is none
     */
    @Override
    public void subscribe(Flow.Subscriber<? super Message> newSubscriber) {
        Objects.requireNonNull(newSubscriber);
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
            // It has been refused.
        }

        @Override
        public void cancel() {
            // As above.
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

        /** Messages that come from now on are taken and dropped. */
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

    /** A join is tried with it. */
    void claim() {
        synchronized (lock) {
            if (claimed) {
                throw new IllegalStateException("the listener is a MessageFlow that another join has: accepted is a new one");
            }
            claimed = true;
        }
    }

    /** The join failed: another may be tried, unless messages could have come already. */
    void giveBack() {
        synchronized (lock) {
            claimed = group != null;
        }
    }

    @Override
    public void onJoined(Group joined) {
        synchronized (lock) {
            group = (GroupEndpoint) joined;
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
        gaps.accept(gap);
    }

    @Override
    public void onExpelled(String reason) {
        end(new GroupClosedException(group == null ? "" : group.name(), reason));
    }

    /** Nothing more comes. */
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
