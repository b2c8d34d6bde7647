package org.xpand.core;

/**
 * Takes a layered group's messages: one call at a time per group, on the node's executor, per sender and precedence in the
 * order of their numbers. Each number is delivered or told to be missing, from the first one heard on: for a sender that
 * joined after this node that is 0, for another one the first that came after this node had joined.
 */
public interface LayeredListener {
    /** As {@link MessageListener#onJoined}. */
    default void onJoined(LayeredGroup group) {
    }

    /**
     * One message. What it throws is logged and does not stop the next one. A listener that stays behind loses messages, and
     * is told so.
     */
    void onMessage(LayeredMessage message);

    /**
     * Messages that will not come: dropped by a link because of their precedence, lost on the way or with a delegate that
     * was replaced, or not taken here in time. Told in their place, soon after something sent later has come, or after a
     * second or two when nothing comes any more.
     */
    void onDropped(Dropped dropped);

    /**
     * This node was put out of the group: it runs with another charter than the others. The group is closed; it may be joined again.
     *
     * @param reason one line for people
     */
    default void onExpelled(String reason) {
    }
}
