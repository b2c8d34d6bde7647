package org.xpand.comparison.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How late Linux may wake a thread to save power: 50 µs by default, which is more than some of what is measured. */
final class TimerSlack {
    private TimerSlack() {
    }

    /** Asks for as little as there is for this thread; where the system has no such thing, nothing changes. */
    static void toLeast() {
        try {
            Path thread = Path.of("/proc/thread-self").toRealPath().getFileName();
            Files.writeString(Path.of("/proc").resolve(thread).resolve("timerslack_ns"), "1");
        } catch (IOException e) {
            // It is woken a little later.
        }
    }
}
