package org.xpand.core;

import java.io.IOException;
import java.io.OutputStream;

/** Gives a group's state, which this member has made of the messages so far, to a member that joins. */
@FunctionalInterface
public interface StateProvider {
    /**
     * Takes hold of the state as it is now: after all messages that the listener was handed, before all others. Called like the
     * listener, so it is to be quick: what takes long, such as writing, belongs into what it answers.
     */
    Snapshot snapshot();

    /** A state as it was at one moment. */
    @FunctionalInterface
    interface Snapshot {
        /**
         * Writes the state. Called once, on a thread of its own, while messages go on.
         *
         * @param out blocks while the other member, or the group's rate, does not take more; need not be closed
         * @throws IOException what {@code out} throws because the state is not wanted any more, or what keeps it from being written:
         *                     the other member asks somebody else then
         */
        void write(OutputStream out) throws IOException;
    }
}
