package org.xpand.core;

/**
 * Receives a layered group's messages, on the node's executor: one call at a time per group; per sender and precedence in the order
 * of their numbers. From the first received number on, each number is either delivered or reported as missing. The first number of
 * a sender that joined after this node is 0, that of another sender the first that arrived after this node had joined.
 */
public interface LayeredListener {
    /**
     * Reports that the node has joined, like {@link MessageListener#onJoined}.
     *
     * @param group the group that {@code join} returns; it may be used at once
     */
    default void onJoined(LayeredGroup group) {
    }

    /**
     * Receives one message. An exception is logged and does not affect the next message. A listener that is too slow loses
     * messages, which {@link #onDropped} reports.
     *
     * @param message the message
     */
    void onMessage(LayeredMessage message);

    /**
     * Reports messages that will not be delivered: dropped by a link because of their precedence, lost on the path or with a
     * delegate that was replaced, or not accepted by this listener in time. The report comes in their place in the sender's order,
     * soon after a later message has arrived, or after a second or two if none arrives.
     *
     * @param dropped the missing messages, all of one sender and precedence
     */
    void onDropped(Dropped dropped);

    /**
     * Reports that this node was expelled from the group because its charter differs from that of the others. The group is closed;
     * it may be joined again.
     *
     * @param reason one line for people
     */
    default void onExpelled(String reason) {
    }
}
