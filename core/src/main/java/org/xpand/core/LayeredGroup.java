package org.xpand.core;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.lossy.LossySender;

/**
 * A layered group that this node has joined: messages may be dropped between sites, the less important ones first, and are
 * not inside a site. Safe for use by several threads; each thread's messages stay in its order.
 */
public interface LayeredGroup extends AutoCloseable {
    /** Longest message that goes in one packet, bytes; a longer one comes only if all its packets do. */
    int PACKET_MESSAGE = LossySender.PACKET_MESSAGE;

    /** The group's name. */
    String name();

    /** The identity that this node's messages carry in this group, drawn anew at every join. */
    SenderId id();

    /** How many drop precedences messages have. */
    int precedences();

    /**
     * Sends a message to every member, this one included. Returns when it is accepted. Blocks while the send window of its
     * precedence is full, which it is when this node sends more of that and of what is more important than its share of what
     * the best of the site's links lets pass. What is less important and waits does not hold it up, and leaves after it.
     *
     * @param precedence 0 for the most important, up to {@link #precedences} − 1
     * @param payload    the bytes, copied before the call returns; see {@link #PACKET_MESSAGE}
     * @throws IllegalArgumentException if there is no such precedence, or the message is longer than the node's
     *                                  {@code maxMessage}
     * @throws GroupClosedException     if the group is closed
     * @throws IllegalStateException    if the call comes from a listener and would have to block: use {@link #trySend} there
     * @throws InterruptedException     if the thread is interrupted while it waits; the message is then not accepted
     */
    void send(int precedence, byte[] payload) throws InterruptedException;

    /** Like {@link #send}, but answers false, and has done nothing, if the send window of the precedence is full. */
    boolean trySend(int precedence, byte[] payload);

    /** Calls {@code listener} with the view now and whenever it changes, on the node's executor, until it is closed. */
    Subscription onView(Consumer<GroupView> listener);

    /**
     * Calls {@code listener} on the node's executor whenever {@link #trySend} has been refused since the last time and
     * there is room again in the send window of that precedence, until it is closed. Whoever tries then may be too late.
     */
    Subscription onWritable(Runnable listener);

    /** The name of the group's rate control, as it is now. */
    String strategy();

    /**
     * Changes the group's rate control while it runs, with its default settings, see {@link #changeStrategy(String, Map)}.
     */
    CompletableFuture<Void> changeStrategy(String strategy);

    /**
     * Changes the group's rate control while it runs. All members of all sites are asked whether they can follow; if all can, each
     * delegate changes from one packet to the next. Nothing is lost, comes twice or out of order because of it. Members are told
     * {@link NodeEvent.StrategyChanged}; whoever joins later must take the group for what it is then. A site that is out of reach
     * meanwhile follows when it is back. If this node or a delegate fails meanwhile all change or none. Does not block.
     *
     * @param strategy the rate control's name
     * @param settings its settings by name; what is not set has its default, whatever nodes are configured with
     * @return completes on the node's executor when all sites that are known have changed. Fails with a
     *         {@link StrategyChangeException} if a site cannot follow, another change is under way, or not everybody has answered in
     *         10 s; the message says which
     * @throws IllegalArgumentException if this node has no such strategy, a setting is not accepted, or the group is layered and the
     *                                  strategy is not for such
     * @throws GroupClosedException     if the group is closed
     */
    CompletableFuture<Void> changeStrategy(String strategy, Map<String, String> settings);

    /** The view now. */
    GroupView view();

    /** What is known of the group now. */
    LayeredStats stats();

    /**
     * Leaves the group when everything accepted has been sent and its end has been told to the others, which takes about a
     * second, waiting at most {@code patience}.
     *
     * @return how many accepted messages were not sent in time
     */
    int close(Duration patience);

    /** Leaves the group, waiting at most ten seconds. */
    @Override
    void close();
}
