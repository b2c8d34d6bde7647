package org.xpand.membership.site;

import org.slf4j.LoggerFactory;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.site.SiteView;

/**
 * Receives the events of a {@link SiteChannel}. Its methods are called on JGroups' threads, not ordered with each other: a message
 * may arrive before the view that has its sender, or after the view without it.
 */
public interface SiteListener {
    /**
     * Members, delegate or id of the site have changed. One call at a time; blocks JGroups' membership, so it has to return soon and must
     * not send.
     *
     * @param view the new view
     */
    void onView(SiteView view);

    /**
     * Processes that were separated from this one are about to return to its view, although its last view still had them: a view
     * with them follows at once. They have forgotten what this process announced, and this one must forget what they announced.
     * Called like {@link #onView}.
     *
     * @param view the view without them
     */
    default void onApart(SiteView view) {
        onView(view);
    }

    /**
     * A member of the site's cluster is not a process of this system: it is left out of the view. Reported once for each, like
     * {@link #onView}; logged as a warning unless overridden.
     *
     * @param message one line naming the member and what is accepted
     */
    default void onForeignMember(String message) {
        LoggerFactory.getLogger(SiteChannel.class).warn("{}", message);
    }

    /**
     * A message of a member, including own multicasts; in order per sender, several senders at a time. A call that waits delays this
     * sender's messages to this process and, through JGroups' flow control, finally the sender: so a full queue slows the sender. It must
     * not send.
     *
     * @param fromProcess identity of the sender
     * @param buffer      must not be changed, because JGroups may keep it for repairs; it is not changed by others either
     * @param offset      where the message begins
     * @param length      its length, bytes
     */
    void onMessage(ProcessId fromProcess, byte[] buffer, int offset, int length);

    /** The last messages arrived together, and this was the last of them: a thread that processes them may be woken now. */
    default void onMessagesEnd() {
        // Needed only by listeners that pass messages to another thread.
    }
}
