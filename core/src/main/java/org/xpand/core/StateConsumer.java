package org.xpand.core;

import java.io.IOException;
import java.io.InputStream;

/** Takes a group's state, as a {@link StateProvider} at another member has written it. */
@FunctionalInterface
public interface StateConsumer {
    /**
     * Reads the state. Called within {@code join}, on its thread, before the listener is called for the first time. If the one that
     * gives it dies this is called again, with the state of another one from its beginning: what was read before is void.
     *
     * @param in blocks while nothing has come
     * @throws IOException what {@code in} throws because the transfer has broken off, which {@code join} answers by asking somebody
     *                     else; anything else makes it fail
     */
    void read(InputStream in) throws IOException;
}
