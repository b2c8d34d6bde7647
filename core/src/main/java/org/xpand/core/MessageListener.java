package org.xpand.core;

/** Takes a group's messages: in order per sender, one call at a time per group, on the node's executor. */
@FunctionalInterface
public interface MessageListener {
    /**
     * One message. What it throws is logged and does not stop the next one. While it runs, no further message of the
     * group is handed over; a listener that stays behind slows the senders down.
     */
    void onMessage(Message message);
}
