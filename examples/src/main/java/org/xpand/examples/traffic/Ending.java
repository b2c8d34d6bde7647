package org.xpand.examples.traffic;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a command: at the end of its input, if that is watched, or on SIGINT and SIGTERM; after a signal the Java process waits
 * until the command has closed this. A line {@value #STOP} on the watched input only stops the sending: the command stays a member
 * until the input ends.
 */
public final class Ending implements AutoCloseable {
    /** The line that stops the sending. */
    public static final String STOP = "stop";
    /** Exit code of a service that did not leave within its time. */
    public static final int LATE = 3;

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook;
    private volatile Thread toInterrupt;
    private volatile int exitCode;

    /** @param patienceSeconds how long a signal waits for the command */
    public Ending(long patienceSeconds) {
        this(patienceSeconds, false);
    }

    private Ending(long patienceSeconds, boolean service) {
        hook = new Thread(() -> {
            boolean inOrder = leave(patienceSeconds);
            if (service) {
                // The Java process would exit with the signal's number, which an operator would see as a failure.
                Runtime.getRuntime().halt(inOrder ? exitCode : LATE);
            }
        }, "traffic-signal");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * For a command that runs until a signal: the process then exits with the code of {@link #exitCode(int)}, or with
     * {@value #LATE} if it has not left in time.
     *
     * @param patienceSeconds how long a signal waits for the command
     */
    public static Ending ofService(long patienceSeconds) {
        return new Ending(patienceSeconds, true);
    }

    /** For a command whose thread, the caller's, is interrupted by a signal, so that it closes what it has opened. */
    public static Ending byInterrupt(long patienceSeconds) {
        Ending ending = new Ending(patienceSeconds, false);
        ending.toInterrupt = Thread.currentThread();
        return ending;
    }

    private boolean leave(long patienceSeconds) {
        end();
        Thread working = toInterrupt;
        if (working != null) {
            working.interrupt();
        }
        try {
            return closed.await(patienceSeconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Sets the exit code of a service that has left after a signal; 0 if this is not called. */
    public void exitCode(int code) {
        exitCode = code;
    }

    /** Ends the command at the end of standard input from now on. */
    public void watchInput() {
        Thread watcher = new Thread(this::watch, "traffic-input");
        watcher.setDaemon(true);
        watcher.start();
    }

    private void watch() {
        try {
            BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.strip().equals(STOP)) {
                    stop();
                }
            }
        } catch (IOException e) {
            // Treated as the end.
        }
        end();
    }

    /** Stops the sending. */
    void stop() {
        stopped.countDown();
    }

    /** Ends the command. */
    public void end() {
        stop();
        ended.countDown();
    }

    /** Waits until the sending has to stop, or so long; returns whether it has to. */
    boolean awaitStop(long nanos) throws InterruptedException {
        return stopped.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Whether the sending has to stop. */
    boolean isStopped() {
        return stopped.getCount() == 0;
    }

    /** Waits until the sending has to stop. */
    void awaitStop() throws InterruptedException {
        stopped.await();
    }

    /** Waits until the command has to end. */
    public void awaitEnd() throws InterruptedException {
        ended.await();
    }

    /** Waits until the command has to end, or so long; returns whether it has to. */
    public boolean awaitEnd(long nanos) throws InterruptedException {
        return ended.await(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending, and the hook has run.
        }
    }
}
