package org.xpand.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.xpand.protocols.api.SenderId;

/** A group that this node has joined. Safe for use by several threads; each thread's messages stay in its order. */
public interface Group extends AutoCloseable {
    /** The group's name. */
    String name();

    /** The identity that this node's messages carry in this group, drawn anew at every join. */
    SenderId id();

    /**
     * Sends a message to every member, this one included. Returns when it is accepted: it has a number, is kept until
     * every member has it, and will be delivered to every member, once, in this sender's order. Blocks while the send
     * window is full.
     *
     * @param payload the bytes, copied before the call returns
     * @throws IllegalArgumentException if the message is longer than the node's {@code maxMessage}
     * @throws GroupClosedException     if the group is closed
     * @throws IllegalStateException    if the call comes from a listener and would have to block: use {@link #trySend} or
     *                                  {@link #sendAsync} there
     * @throws InterruptedException     if the thread is interrupted while it waits; the message is then not accepted
     */
    void send(byte[] payload) throws InterruptedException;

    /** Like {@link #send}, but answers false, and has done nothing, if the send window is full. */
    boolean trySend(byte[] payload);

    /**
     * Sends without blocking. The future completes when the message is stable: every member of the view it was sent in
     * has it, or has left. It fails with a {@link GroupClosedException} if the group is closed before, with a
     * {@link TooManyWaitingException} if 1024 messages wait for the send window already, and with an
     * {@link IllegalArgumentException} if the message is longer than the node's {@code maxMessage}.
     *
     * @throws GroupClosedException if the group is closed
     */
    CompletableFuture<Void> sendAsync(byte[] payload);

    /**
     * Sends a message to one member, this node allowed. Like {@link #send(byte[])}, and in order with what else this node sends:
     * it is delivered to that member once, as long as that is in the group, and to nobody else. It travels with the group's
     * messages and takes as much of the group's rate as one of them; other members do not put it together.
     *
     * @param member whom, as in a view or in {@link Message#sender}; if he is not in the group nobody gets it
     */
    void send(SenderId member, byte[] payload) throws InterruptedException;

    /** Like {@link #send(SenderId, byte[])}, but answers false, and has done nothing, if the send window is full. */
    boolean trySend(SenderId member, byte[] payload);

    /** Like {@link #sendAsync(byte[])} to one member. */
    CompletableFuture<Void> sendAsync(SenderId member, byte[] payload);

    /**
     * Asks one member, whose {@link #onRequest handler} answers; he handles it once at most. Does not block. Request and reply
     * are messages to one member, so neither is lost with a delegate. The future completes on the node's executor.
     *
     * @param member  whom
     * @param payload the question, copied before the call returns
     * @param timeout how long to wait for the answer, more than 0
     * @return the reply. Fails with a {@link NoAnswerException} if the member is not there, leaves (a whole site is given ten
     *         seconds to be back), refuses or does not answer in time, with a {@link GroupClosedException} if this node leaves
     * before, and with a
     *         {@link TooManyWaitingException} if 1024 requests wait already
     * @throws GroupClosedException if the group is closed
     */
    CompletableFuture<byte[]> request(SenderId member, byte[] payload, Duration timeout);

    /**
     * Asks any member of a site: of those the one that has fewest of this node's requests to answer. If he leaves before he has
     * answered another one is asked, so that two may handle it. Otherwise like {@link #request(SenderId, byte[], Duration)}.
     *
     * @param site the site's name, as in a view
     */
    CompletableFuture<byte[]> requestAny(String site, byte[] payload, Duration timeout);

    /** Has requests of other members answered by this handler, in place of the one before; until then they are refused. */
    void onRequest(RequestHandler handler);

    /** Calls {@code listener} with the view now and whenever it changes, on the node's executor, until it is closed. */
    Subscription onView(Consumer<GroupView> listener);

    /**
     * Calls {@code listener} on the node's executor whenever {@link #trySend} or
     * {@link #sendAsync} has been refused since the last time and
     * there is room again in the send window, until it is closed. Whoever tries then may be too late.
     */
    Subscription onWritable(Runnable listener);

    /**
     * Sets one of this member's attributes, which every other member, and whoever comes, is told: who one is, a colour, whether one
     * is away. They are told in order with this member's messages, and are gone with it.
     *
     * @param attribute the attribute's name, 1 to 255 bytes of UTF-8
     * @param value     the bytes, copied; null to remove it
     * @throws IllegalArgumentException if the name is not accepted, or there are more than 64 attributes, or they have together more
     *                                  than 4096 bytes
     * @throws GroupClosedException     if the group is closed
     */
    void setAttribute(String attribute, byte[] value);

    /**
     * A member's attributes, as far as they are known here: in a new map that cannot be changed, by name. Changes are told as
     * {@link NodeEvent.AttributesChanged}.
     */
    Map<String, byte[]> attributes(SenderId member);

    /**
     * Reads the state of another member once more, as after {@link NodeEvent.Merged}: parts that were apart have made each a state of
     * its own. The member's provider makes a snapshot between two messages; this node's messages come to its listener meanwhile as
     * always. So the state may cover messages that the listener has had, has not, or gets again in another way: the consumer is to
     * merge it with what is there, and to be safe beside the listener. Does not block.
     *
     * @param member   whose state; it must have joined with a provider ({@link JoinOptions#withState})
     * @param consumer reads it on a thread of its own; what it throws breaks the transfer off
     * @return completes on the node's executor when the consumer has read all. Fails with a {@link StateTransferException} if the
     *         member has no state, is not there, leaves, or is silent for the patience of {@link StateSettings}
     * @throws GroupClosedException if the group is closed
     */
    CompletableFuture<Void> fetchState(SenderId member, StateConsumer consumer);

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

    /** Whether this node is still in the group: it has not left it, has not been put out, and the group has not failed. */
    boolean isOpen();

    /** The view now. */
    GroupView view();

    /** What is known of the group now. */
    GroupStats stats();

    /**
     * What holds up what this site sends to the group, or whom it does not reach, for a second at least: ways, members, sites and
     * pauses, as the site's delegate has told last. Empty if nothing does. Changes are told as {@link NodeEvent.Limited}.
     */
    List<Limit> limitedBy();

    /**
     * Leaves the group when everything accepted is stable, waiting at most {@code patience}.
     *
     * @return how many accepted messages were not stable in time; 0 is what one wants
     */
    int close(Duration patience);

    /** Leaves the group, waiting at most ten seconds for what was accepted to be stable; logs what was not. */
    @Override
    void close();
}
