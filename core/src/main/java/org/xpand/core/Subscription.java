package org.xpand.core;

/** What somebody is told until he does not want it any more. */
@FunctionalInterface
public interface Subscription extends AutoCloseable {
    /** Ends it: nothing is told any more that has not begun to be. Does nothing the second time. Any thread. */
    @Override
    void close();
}
