package org.xpand.membership.control;

import java.util.List;
import org.slf4j.LoggerFactory;

/** What a {@link ControlChannel} tells its owner, one call at a time, in the order in which it happened. */
public interface ControlListener {
    /**
     * The delegates that are there have changed.
     *
     * @param incarnations their incarnations, each once, the oldest first; this one's is among them
     */
    void onView(List<Long> incarnations);

    /**
     * Another delegate has told something; in order per delegate.
     *
     * @param from    its incarnation
     * @param name    what people call it
     * @param message the listener's own
     */
    void onMessage(long from, String name, byte[] message);

    /**
     * A member of the control cluster is no delegate of this system at all. It is left out of everything. Told once for each;
     * logged as a warning unless overridden.
     *
     * @param message one line naming the member and what is accepted
     */
    default void onForeignDelegate(String message) {
        LoggerFactory.getLogger(ControlChannel.class).warn("{}", message);
    }
}
