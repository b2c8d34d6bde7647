package org.xpand.core;

/** Receives a group's messages on the node's executor: in order per sender, one call at a time per group. */
@FunctionalInterface
public interface MessageListener {
    /**
     * Reports that the node has joined. Called once, before all other calls. Messages are delivered only when {@code join} is about
     * to return, though possibly just before it has.
     *
     * @param group the group that {@code join} returns; it may be used at once
     */
    default void onJoined(Group group) {
    }

    /**
     * Receives one message. An exception is logged and does not affect the next message. While it runs, no further message of the
     * group is delivered; a slow listener slows the senders down.
     *
     * @param message the message
     */
    void onMessage(Message message);

    /**
     * Reports messages that will not be delivered: no remaining member has them, or this node was unreachable for too long, or too
     * slow. Called in their place in the sender's order.
     *
     * @param gap the lost messages, all of one sender
     */
    default void onGap(Gap gap) {
    }

    /**
     * Reports that this node was expelled from the group because it slowed the others for too long. The group is closed; it may be
     * joined again.
     *
     * @param reason one line for people
     */
    default void onExpelled(String reason) {
    }
}
