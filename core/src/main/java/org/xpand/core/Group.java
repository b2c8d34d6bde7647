package org.xpand.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.xpand.protocols.api.SenderId;

/** A group that this node has joined. Thread-safe; the messages of each thread are sent in its order. */
public interface Group extends AutoCloseable {
    /** {@return the group's name} */
    String name();

    /**
     * {@return the identity that this node's messages carry in this group, drawn at each join; another one after {@link NodeEvent.Merged} if this
     * node's part of its site was founded separately}
     */
    SenderId id();

    /**
     * Sends a message to every member, including this one. Returns when it is accepted: then it has a number, is kept until every member has it,
     * and will be delivered to every member once, in the order of this sender. Blocks while the send window is full.
     *
     * @param payload 0 bytes to the node's {@code maxMessage}; copied before the call returns
     * @throws IllegalArgumentException if the message is null or longer than the node's {@code maxMessage}
     * @throws GroupClosedException     if the group is closed, also while the call blocks
     * @throws IllegalStateException    if this member only receives ({@link JoinOptions#receiveOnly}), or the call comes from a listener and
     *                                  would have to block: use {@link #trySend} or {@link #sendAsync} there
     * @throws InterruptedException     if the thread is interrupted while it waits; the message is then not accepted
     */
    void send(byte[] payload) throws InterruptedException;

    /**
     * Sends like {@link #send(byte[])}, but does not block.
     *
     * @param payload 0 bytes to the node's {@code maxMessage}; copied before the call returns
     * @return whether the message is accepted; false if the send window is full: {@link #onWritable} reports when there is room
     * @throws IllegalArgumentException if the message is null or longer than the node's {@code maxMessage}
     * @throws GroupClosedException     if the group is closed
     * @throws IllegalStateException    if this member only receives
     */
    boolean trySend(byte[] payload);

    /**
     * Sends like {@link #send(byte[])} without blocking. While the send window is full, up to 1024 messages wait for it in order.
     *
     * @param payload 0 bytes to the node's {@code maxMessage}; copied before the call returns
     * @return completes on the node's executor when the message is stable: every member of the view in which it was sent has it, or has left.
     *         Fails with a {@link GroupClosedException} if the group is closed before, with a {@link TooManyWaitingException} if 1024 messages
     *         already wait for the send window, and with an {@link IllegalArgumentException} if the message is longer than the node's
     *         {@code maxMessage}
     * @throws IllegalArgumentException if the message is null
     * @throws GroupClosedException     if the group is closed
     * @throws IllegalStateException    if this member only receives
     */
    CompletableFuture<Void> sendAsync(byte[] payload);

    /**
     * Sends a message to one member, which may be this node. Like {@link #send(byte[])}, and in order with this node's other messages: it is
     * delivered to that member once, as long as it is in the group, and to no other. It is sent with the group's messages and takes as much of
     * the group's rate as one of them; other members do not assemble it. A member that only receives may send it too.
     *
     * @param member  the receiver, as in a view or in {@link Message#sender}; while its whole site is in no view, as when a delegate is replaced,
     *                the message is accepted
     * @param payload 0 bytes to the node's {@code maxMessage}; copied before the call returns
     * @throws IllegalArgumentException if an argument is null or the message longer than the node's {@code maxMessage}
     * @throws GroupClosedException     if the group is closed, also while the call blocks
     * @throws GroupException           if the member has left its site's part of the group
     * @throws IllegalStateException    if the call comes from a listener and would have to block
     * @throws InterruptedException     if the thread is interrupted while it waits; the message is then not accepted
     */
    void send(SenderId member, byte[] payload) throws InterruptedException;

    /**
     * Sends like {@link #send(SenderId, byte[])}, but does not block.
     *
     * @param member  the receiver, as in a view or in {@link Message#sender}
     * @param payload 0 bytes to the node's {@code maxMessage}; copied before the call returns
     * @return whether the message is accepted; false if the send window is full
     * @throws IllegalArgumentException if an argument is null or the message longer than the node's {@code maxMessage}
     * @throws GroupClosedException     if the group is closed
     * @throws GroupException           if the member has left its site's part of the group
     */
    boolean trySend(SenderId member, byte[] payload);

    /**
     * Sends like {@link #sendAsync(byte[])}, to one member.
     *
     * @param member  the receiver, as in a view or in {@link Message#sender}
     * @param payload 0 bytes to the node's {@code maxMessage}; copied before the call returns
     * @return as {@link #sendAsync(byte[])}
     * @throws IllegalArgumentException if an argument is null
     * @throws GroupClosedException     if the group is closed
     * @throws GroupException           if the member has left its site's part of the group
     */
    CompletableFuture<Void> sendAsync(SenderId member, byte[] payload);

    /**
     * Sends a request to one member, whose {@link #onRequest handler} answers it; it is handled at most once. Does not block. Request and reply
     * are messages to one member, so neither is lost with a delegate.
     *
     * @param member  the receiver, as in a view or in {@link Message#sender}
     * @param payload the request, 0 bytes to the node's {@code maxMessage}; copied before the call returns
     * @param timeout how long to wait for the reply, more than 0
     * @return the reply, completed on the node's executor. Fails with a {@link NoAnswerException} if the member is not in the group, leaves (a
     *         whole site has ten seconds to return), refuses or does not answer in time, with a {@link GroupClosedException} if this node leaves
     *         before, with a {@link TooManyWaitingException} if 1024 requests already wait, and with an {@link IllegalArgumentException} if the
     *         request is too long
     * @throws IllegalArgumentException if an argument is null, or the time is not more than 0
     * @throws GroupClosedException     if the group is closed
     */
    CompletableFuture<byte[]> request(SenderId member, byte[] payload, Duration timeout);

    /**
     * Sends a request to a member of a site: the one with the fewest unanswered requests of this node. If it leaves before it has answered,
     * another member gets the request, so two may handle it. A site that has just gone out of the view, as while its delegate is replaced, is
     * waited for up to ten seconds. Otherwise like {@link #request(SenderId, byte[], Duration)}.
     *
     * @param site    the site's name, as in a view; this node's own site is accepted
     * @param payload the request, 0 bytes to the node's {@code maxMessage}; copied before the call returns
     * @param timeout how long to wait for the reply, more than 0
     * @return as {@link #request(SenderId, byte[], Duration)}; fails with a {@link NoAnswerException} if the site has no member in the view
     * @throws IllegalArgumentException if an argument is null, or the time is not more than 0
     * @throws GroupClosedException     if the group is closed
     */
    CompletableFuture<byte[]> requestAny(String site, byte[] payload, Duration timeout);

    /**
     * Sets the handler for requests of other members, in place of the previous one. Without a handler, requests are refused.
     *
     * @param handler answers the requests; called like the group's listener, on the node's executor
     * @throws IllegalArgumentException if it is null
     */
    void onRequest(RequestHandler handler);

    /**
     * Calls {@code listener} with the current view and at each change, on the node's executor, until the subscription is closed.
     *
     * @param listener receives the views
     * @return ends the calls
     * @throws IllegalArgumentException if it is null
     */
    Subscription onView(Consumer<GroupView> listener);

    /**
     * Calls {@code listener} on the node's executor when the send window has room again after {@link #trySend} or
     * {@link #sendAsync} was refused, until the subscription is closed. The room may be used up again when it is called.
     *
     * @param listener is called
     * @return ends the calls
     * @throws IllegalArgumentException if it is null
     */
    Subscription onWritable(Runnable listener);

    /**
     * Sets one of this member's attributes, for example a name, a colour or a status. Every other member, and each that joins
     * later, receives them, in order with this member's messages; they disappear when it leaves.
     *
     * @param attribute the attribute's name, 1 to 255 bytes of UTF-8, without single surrogates
     * @param value     the bytes, copied; null to remove the attribute
     * @throws IllegalArgumentException if the name is null or not accepted, or there would be more than 64 attributes, or more than 4096
     *                                  bytes in total
     * @throws GroupClosedException     if the group is closed
     */
    void setAttribute(String attribute, byte[] value);

    /**
     * Returns a member's attributes as far as this node knows them. Changes are reported as {@link NodeEvent.AttributesChanged}.
     *
     * @param member the member; this node's own identity for its own attributes
     * @return a new unmodifiable map, by name, with copies of the bytes; empty if no view lists the member
     * @throws IllegalArgumentException if it is null
     */
    Map<String, byte[]> attributes(SenderId member);

    /**
     * Reads the state of another member, for example after {@link NodeEvent.Merged}, when separated parts of the group have different states. The
     * member's provider makes a snapshot between two messages; meanwhile this node's listener receives messages as always. So the state may or
     * may not cover a message that the listener has received or will receive: the consumer has to merge it with the existing state, and must be
     * safe to run at the same time as the listener. Does not block.
     *
     * @param member   the member that provides the state; it must have joined with a provider ({@link JoinOptions#withState})
     * @param consumer reads the state on a thread of its own; an exception from it ends the transfer
     * @return completes on the node's executor when the consumer has read everything. Fails with a {@link StateTransferException} if the member
     *         has no state, is not in the group, leaves, or is silent for the patience of {@link StateSettings}, or the consumer fails
     * @throws IllegalArgumentException if an argument is null, or the member is this node
     * @throws GroupClosedException     if the group is closed
     */
    CompletableFuture<Void> fetchState(SenderId member, StateConsumer consumer);

    /** {@return the name of the group's current rate control; {@link NodeEvent.StrategyChanged} reports changes} */
    String strategy();

    /**
     * Changes the group's rate control to another one with its default settings, see {@link #changeStrategy(String, Map)}.
     *
     * @param strategy the name of the rate control
     * @return as {@link #changeStrategy(String, Map)}
     * @throws IllegalArgumentException if it is null, or this node has no such strategy
     * @throws GroupClosedException     if the group is closed
     */
    CompletableFuture<Void> changeStrategy(String strategy);

    /**
     * Changes the rate control of the running group. All members of all sites are asked whether they can follow; if all can, each
     * delegate changes between two packets. No message is lost, duplicated or reordered by the change. Members receive
     * {@link NodeEvent.StrategyChanged}; a member that joins later must have the new charter. A site that is out of reach follows
     * when it returns. If this node or a delegate fails during the change, either all sites change or none. Does not block.
     *
     * @param strategy the name of the rate control
     * @param settings its settings by name; the others have their defaults, not the values that nodes are configured with
     * @return completes on the node's executor when all known sites have changed, or at once if the group has
     *         this rate control with these settings now, though another change may be in progress. Fails with a {@link StrategyChangeException} if a
     *         site cannot follow, another change is in progress, or not every site has answered within 10 s; the message says which
     * @throws IllegalArgumentException if an argument is null, this node has no such strategy, a setting is not accepted, or the group is layered and
     *                                  the strategy does not support it
     * @throws GroupClosedException     if the group is closed
     */
    CompletableFuture<Void> changeStrategy(String strategy, Map<String, String> settings);

    /** {@return whether this node is still in the group: it has not left, was not expelled, and the group has not failed} */
    boolean isOpen();

    /** {@return the current view; it may lag behind the messages, with which it is not ordered} */
    GroupView view();

    /**
     * Returns current statistics of the group. Asks the node's loop, and waits for the node's patience at most.
     *
     * @return the statistics; the last ones that were read if the node does not answer in time or the group is closed
     */
    GroupStats stats();

    /**
     * Returns what has limited this site's messages to the group, or which sites they have not reached, for at least a second: paths, members,
     * sites and pauses, as last announced by the site's delegate. Changes are reported as {@link NodeEvent.Limited}. Does not block.
     *
     * @return an unmodifiable list; empty if there are none
     */
    List<Limit> limitedBy();

    /**
     * Leaves the group when all accepted messages are stable, or after {@code patience}. A second call does nothing. An interruption of the
     * thread ends the waiting, and leaves its interrupt status set.
     *
     * @param patience how long to wait at most; 0 does not wait
     * @return how many accepted messages were not stable in time; 0 if all were, or if the group was closed before
     * @throws IllegalArgumentException if the time is null or negative; the group stays open then
     */
    int close(Duration patience);

    /** Leaves the group when all accepted messages are stable, or after ten seconds; logs how many were not stable. */
    @Override
    void close();
}
