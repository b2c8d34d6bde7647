package org.xpand.membership.site;

import org.slf4j.LoggerFactory;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.site.SiteView;

/**
 * What a {@link SiteChannel} tells its owner. Its methods are called in JGroups' threads, not ordered with each other:
 * a message may come before the view that explains its sender, or after the one that says it is gone.
 */
public interface SiteListener {
    /**
     * Members, delegate or id of the site have changed. One call at a time; holds up JGroups' membership, so it has to
     * return soon and must not send.
     */
    void onView(SiteView view);

    /**
     * Processes that were apart from this one are about to be in its view again, though its last view still had them: a view with
     * them follows at once. They have forgotten what this process had announced, and this one is to do the same. Like {@link #onView}.
     *
     * @param view the view without them
     */
    default void onApart(SiteView view) {
        onView(view);
    }

    /**
     * A member of the site's cluster is no process of this system: it is left out of the view. Told once for each, like
     * {@link #onView}; logged as a warning unless overridden.
     *
     * @param message one line naming the member and what is accepted
     */
    default void onForeignMember(String message) {
        LoggerFactory.getLogger(SiteChannel.class).warn("{}", message);
    }

    /**
     * A message of a member, own multicasts included; in order per sender, several senders at a time. A call that waits
     * holds up this sender's messages to this process and, through JGroups' flow control, in the end the sender: this
     * is how a full queue pushes back. It must not send itself.
     *
     * @param fromProcess identity of the sender
     * @param buffer      not to be changed: JGroups may keep it for repairs; nobody changes it afterwards either
     */
    void onMessage(ProcessId fromProcess, byte[] buffer, int offset, int length);

    /** The messages handed over last came together, and these were all: whoever is woken for them may be woken now. */
    default void onMessagesEnd() {
        // Only who hands them on to another thread needs to know.
    }
}
