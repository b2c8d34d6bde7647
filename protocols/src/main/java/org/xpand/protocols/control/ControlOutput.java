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
}
