package org.xpand.core;

import java.io.IOException;
import java.io.OutputStream;

/** Provides a group's state, which this member has made of the messages so far, to a member that joins. */
@FunctionalInterface
public interface StateProvider {
    /**
     * Captures the current state: after all messages that were delivered to the listener, before all others. Called like the
     * listener, so it should be quick: long work, such as writing, belongs in the snapshot.
     *
     * @return the captured state, which later messages must not change; null is reported like an exception
     */
    Snapshot snapshot();

    /** A state at one moment. */
    @FunctionalInterface
    interface Snapshot {
        /**
         * Writes the state. Called once, on a thread of its own, while messages continue.
         *
         * @param out blocks while the other member, or the group's rate, accepts no more; need not be closed
         * @throws IOException as thrown by {@code out} if the state is no longer wanted, or if the state cannot be written: the
         *                     other member then asks another provider; it receives the exception's text, up to 400 bytes
         */
        void write(OutputStream out) throws IOException;
    }
}
