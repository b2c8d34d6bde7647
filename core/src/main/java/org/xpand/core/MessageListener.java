package org.xpand.core;

/** Takes a group's messages: in order per sender, one call at a time per group, on the node's executor. */
@FunctionalInterface
public interface MessageListener {
    /**
     * The node is a member now. Called once, before anything else; nothing is handed over before {@code join} is about to
     * return, though perhaps before it has.
     *
     * @param group what {@code join} returns
     */
    default void onJoined(Group group) {
    }

    /**
     * One message. What it throws is logged and does not stop the next one. While it runs, no further message of the
     * group is handed over; a listener that stays behind slows the senders down.
     */
    void onMessage(Message message);

    /**
     * Messages of a sender will not come: nobody who is left has them, or this node was out of reach for too long, or too
     * slow. Told in their place in the sender's order.
     */
    default void onGap(Gap gap) {
    }

    /**
     * This node was put out of the group because it held the others up for too long. The group is closed; it may be
     * joined again.
     *
     * @param reason one line for people
     */
    default void onExpelled(String reason) {
    }
}
