package org.xpand.examples.demo;

import java.util.concurrent.atomic.AtomicInteger;

/** Loopback networks 127.N for demonstrations: different ones within a process, and usually also in different processes. */
final class DemoNetworks {
    private static final int FIRST = 16;
    private static final int COUNT = 200;
    private static final long STEP = 53;
    private static final AtomicInteger TAKEN = new AtomicInteger();

    private DemoNetworks() {
    }

    /** @return N */
    static int next() {
        return FIRST + (int) ((ProcessHandle.current().pid() + STEP * TAKEN.getAndIncrement()) % COUNT);
    }
}
