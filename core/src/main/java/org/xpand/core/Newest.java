package org.xpand.core;

import java.util.concurrent.atomic.AtomicReference;

/** Hands over the newest of what comes faster than it can be worked on: what has not been taken by then is out of date. */
final class Newest<T> {
    private final AtomicReference<T> value = new AtomicReference<>();

    /** Answers whether whoever takes has to be told; otherwise it has been, and has not come to it yet. Any thread. */
    boolean put(T newer) {
        return value.getAndSet(newer) == null;
    }

    /** The newest, once, after it was told. */
    T take() {
        return value.getAndSet(null);
    }
}
