package org.xpand.protocols.control;

import org.xpand.protocols.directory.Directory;

/** Receives the results of a {@link ControlState}; called from within its methods. */
public interface ControlOutput {
    /**
     * Sends a message to the other delegates.
     *
     * @param message the message, to be encoded by {@link ControlCodec}
     */
    void multicast(ControlMessage message);

    /**
     * The directory has changed.
     *
     * @param directory the sites and groups that are known now
     */
    void directory(Directory directory);

    /**
     * A site or a group is refused that was not before.
     *
     * @param conflict what is refused, and why
     */
    void conflict(Conflict conflict);

    /**
     * A delegate in the control view has a successor that represents its site: it may hang, and is to be probed. Called once for each.
     *
     * @param incarnation incarnation of the delegate that has a successor
     */
    default void superseded(long incarnation) {
    }
}
