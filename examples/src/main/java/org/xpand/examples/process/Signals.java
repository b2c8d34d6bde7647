package org.xpand.examples.process;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Stops and resumes processes by the system's {@code kill} command. */
public final class Signals {
    private static final int PATIENCE_SECONDS = 5;

    private Signals() {
    }

    /** @throws IllegalStateException if this system has no such command */
    public static void requireAvailable() throws InterruptedException {
        String system = System.getProperty("os.name");
        if (system.startsWith("Windows")) {
            throw new IllegalStateException("faults that stop a process need kill -STOP, which " + system + " has not");
        }
        send("-0", ProcessHandle.current().pid());
    }

    /** Stops a process until it is resumed. */
    public static void stop(long pid) throws InterruptedException {
        send("-STOP", pid);
    }

    /** Resumes a stopped process. */
    public static void resume(long pid) throws InterruptedException {
        send("-CONT", pid);
    }

    private static void send(String signal, long pid) throws InterruptedException {
        String command = "kill " + signal + " " + pid;
        try {
            Process kill = new ProcessBuilder("kill", signal, Long.toString(pid)).redirectErrorStream(true).start();
            if (!kill.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new IllegalStateException(command + " has failed");
            }
        } catch (IOException e) {
            throw new IllegalStateException(command + ": this system cannot stop processes (" + e.getMessage() + ")", e);
        }
    }
}
