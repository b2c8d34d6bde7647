package org.xpand.examples;

import java.time.Duration;
import picocli.CommandLine.Option;

/** How long a process that runs on may take to leave when it is told to end. */
public final class LeaveOptions {
    /** Beyond the groups' patience: what closing the sockets and leaving the site takes at most. */
    private static final int CLOSING_SECONDS = 8;

    @Option(names = "--leave-seconds", paramLabel = "SECONDS", defaultValue = "10", description = "How long to wait, when "
            + "told to end, for what was sent to reach all members (default: 10).")
    private int seconds;

    /**
     * How long to wait for what was accepted to be stable.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Duration patience() {
        if (seconds < 0) {
            throw new IllegalArgumentException("--leave-seconds " + seconds + ": accepted is 0 or more");
        }
        return Duration.ofSeconds(seconds);
    }

    /** How long a signal waits for the command, seconds. */
    public long signalSeconds() {
        return patience().toSeconds() + CLOSING_SECONDS;
    }
}
