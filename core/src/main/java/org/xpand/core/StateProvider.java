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
         * Writes the state. Called once, on a thread of its own, while messages continue. It may be slow, but one that writes nothing to
         * {@code out} for the other member's {@link StateSettings#patience} while that accepts bytes is taken for one that hangs, and another
         * provider is asked: so flush a buffer of your own from time to time.
         *
         * <p>If the transfer ends before the state is complete, because the other member needs no more, has left or reads nothing, or because
         * this group is closed, then the thread is interrupted, and each further write or flush throws an exception that says why. Whoever reads
         * the state from an interruptible channel opens one for each snapshot: an interrupt closes it.
         *
         * @param out sends each 16 KiB; what is less goes out with the first write after a tenth of a second, or when {@code flush} is called,
         *            in a message of its own, so flush seldom. Blocks while the other member, or the group's rate, accepts no more; need not be
         *            closed
         * @throws IOException as thrown by {@code out} if the state is no longer wanted, or if the state cannot be written: the
         *                     other member then asks another provider; it receives the exception's text, up to 400 bytes
         */
        void write(OutputStream out) throws IOException;
    }
}
