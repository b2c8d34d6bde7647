package org.xpand.core;

/** A registered listener. */
@FunctionalInterface
public interface Subscription extends AutoCloseable {
    /** Ends the calls; a call in progress is completed. Further calls of this method do nothing. Thread-safe. */
    @Override
    void close();
}
