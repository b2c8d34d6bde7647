package org.xpand.core;

import java.io.IOException;
import java.io.InputStream;

/** Reads a group's state as written by the {@link StateProvider} of another member. */
@FunctionalInterface
public interface StateConsumer {
    /**
     * Reads the state. Called within {@code join}, on its thread, before the first call of the listener. If the providing member
     * fails, this is called again with the complete state of another member: what was read before is void.
     *
     * @param in blocks until bytes arrive; ends after the last byte of the state; need not be closed
     * @throws IOException as thrown by {@code in} if the transfer is interrupted; {@code join} then asks another member. Any other
     *                     exception makes it fail
     */
    void read(InputStream in) throws IOException;
}
