package org.xpand.protocols.control;

import org.xpand.protocols.directory.Directory;

/** What {@link ControlState} wants done; called from within its methods. */
public interface ControlOutput {
    /** Tell this to the other delegates. */
    void multicast(ControlMessage message);

    /** The directory is another one now. */
    void directory(Directory directory);

    /** A site or a group was refused that was not before. */
    void conflict(Conflict conflict);

    /**
     * A delegate in the control view has a successor that speaks for its site: it may hang, and is to be asked whether it is there.
     * Told once of each.
     */
    default void superseded(long incarnation) {
    }
}
