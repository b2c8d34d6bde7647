package org.xpand.protocols.control;

import org.xpand.protocols.directory.Directory;

/** Receives the results of a {@link ControlState}; called from within its methods. */
public interface ControlOutput {
    /** Sends a message to the other delegates. */
    void multicast(ControlMessage message);

    /** The directory has changed. */
    void directory(Directory directory);

    /** A site or a group is refused that was not before. */
    void conflict(Conflict conflict);

    /**
     * A delegate in the control view has a successor that represents its site: it may hang, and is to be probed.
     * Called once for each.
     */
    default void superseded(long incarnation) {
    }
}
