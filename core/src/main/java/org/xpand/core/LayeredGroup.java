package org.xpand.core;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.lossy.LossySender;

/**
 * A layered group that this node has joined: between sites messages may be dropped, the less important ones first; within a site
 * they are not. Thread-safe; the messages of each thread are sent in its order.
 */
public interface LayeredGroup extends AutoCloseable {
    /** Longest message that fits in one packet, bytes; a longer one is delivered only if all its packets arrive. */
    int PACKET_MESSAGE = LossySender.PACKET_MESSAGE;

    /** {@return the group's name} */
    String name();

    /** {@return the identity that this node's messages carry in this group, drawn at each join} */
    SenderId id();

    /** {@return the number of drop precedences, 1 to 8: one more than the rates given to {@link JoinOptions#layered}} */
    int precedences();

    /**
     * Sends a message to every member, including this one. Returns when it is accepted. Blocks while the send window of its precedence is full.
     * The window is full when this node sends more messages of this and of more important precedences than its share of what the best of the
     * site's links lets pass. Waiting messages of less importance do not block it, and are sent after it.
     *
     * @param precedence 0 for the most important, up to {@link #precedences} − 1
     * @param payload    0 bytes to the node's {@code maxMessage}, 40108032 at most; copied before the call returns; see {@link #PACKET_MESSAGE}
     * @throws IllegalArgumentException if there is no such precedence, or the message is null or too long
     * @throws GroupClosedException     if the group is closed, also while the call blocks
     * @throws IllegalStateException    if the call comes from a listener and would have to block: use {@link #trySend} there
     * @throws InterruptedException     if the thread is interrupted while it waits; the message is then not accepted
     */
    void send(int precedence, byte[] payload) throws InterruptedException;

    /**
     * Sends like {@link #send}, but does not block.
     *
     * @param precedence 0 for the most important, up to {@link #precedences} − 1
     * @param payload    0 bytes to the node's {@code maxMessage}, 40108032 at most; copied before the call returns
     * @return whether the message is accepted; false if the send window of the precedence is full
     * @throws IllegalArgumentException if there is no such precedence, or the message is null or too long
     * @throws GroupClosedException     if the group is closed
     */
    boolean trySend(int precedence, byte[] payload);

    /**
     * Calls {@code listener} with the current view and at each change, on the node's executor, until the subscription is closed.
     *
     * @param listener receives the views
     * @return ends the calls
     * @throws IllegalArgumentException if it is null
     */
    Subscription onView(Consumer<GroupView> listener);

    /**
     * Calls {@code listener} on the node's executor when the send window of a precedence has room again after {@link #trySend} was
     * refused for it, until the subscription is closed. The room may be used up again when it is called.
     *
     * @param listener is called
     * @return ends the calls
     * @throws IllegalArgumentException if it is null
     */
    Subscription onWritable(Runnable listener);

    /** {@return the name of the group's current rate control; {@link NodeEvent.StrategyChanged} reports changes} */
    String strategy();

    /**
     * Changes the group's rate control to another one with its default settings, see {@link #changeStrategy(String, Map)}.
     *
     * @param strategy the name of the rate control
     * @return as {@link #changeStrategy(String, Map)}
     * @throws IllegalArgumentException if it is null, this node has no such strategy, or it does not support layered groups
     * @throws GroupClosedException     if the group is closed
     */
    CompletableFuture<Void> changeStrategy(String strategy);

    /**
     * Changes the rate control of the running group, like {@link Group#changeStrategy(String, Map)}.
     *
     * @param strategy the name of the rate control
     * @param settings its settings by name; the others have their defaults, not the values that nodes are configured with
     * @return as {@link Group#changeStrategy(String, Map)}
     * @throws IllegalArgumentException if an argument is null, this node has no such strategy, a setting is not accepted, or the strategy does not
     *                                  support layered groups
     * @throws GroupClosedException     if the group is closed
     */
    CompletableFuture<Void> changeStrategy(String strategy, Map<String, String> settings);

    /** {@return the current view; it may lag behind the messages, with which it is not ordered} */
    GroupView view();

    /**
     * Returns current statistics of the group. Asks the node's loop, and waits for the node's patience at most.
     *
     * @return the statistics; the part for all groups is the last one that was read if the node does not answer in time or the group is closed
     */
    LayeredStats stats();

    /**
     * Leaves the group when all accepted messages have been sent and their end has been announced to the others, which takes about a second, or
     * after {@code patience}. A second call does nothing. An interruption of the thread ends the waiting, and leaves its interrupt status set.
     *
     * @param patience how long to wait at most; 0 does not wait
     * @return how many accepted messages were not sent in time; 0 if all were, or if the group was closed before
     * @throws IllegalArgumentException if the time is null or negative; the group stays open then
     */
    int close(Duration patience);

    /** Leaves the group, waiting at most ten seconds. */
    @Override
    void close();
}
