package org.xpand.membership.control;

import java.util.List;
import org.slf4j.LoggerFactory;

/** Receives the events of a {@link ControlChannel}, one call at a time, in the order in which they happened. */
public interface ControlListener {
    /**
     * The view of the delegates has changed.
     *
     * @param incarnations their incarnations, each once, the oldest first, including this delegate's
     */
    void onView(List<Long> incarnations);

    /**
     * A message of another delegate has arrived; in order per delegate.
     *
     * @param from    its incarnation
     * @param name    its name
     * @param message the bytes; the listener may keep and change them
     */
    void onMessage(long from, String name, byte[] message);

    /**
     * A member of the control cluster is not a delegate of this system. It is ignored. Reported once for each; logged as a warning
     * unless overridden.
     *
     * @param message one line naming the member and what is accepted
     */
    default void onForeignDelegate(String message) {
        LoggerFactory.getLogger(ControlChannel.class).warn("{}", message);
    }
}
