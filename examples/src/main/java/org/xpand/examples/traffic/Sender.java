package org.xpand.examples.traffic;

import org.xpand.core.Group;

/**
 * Sends numbered messages to a group until it is stopped: at a rate, catching up when the group has made it wait, or as fast as the
 * group accepts them.
 */
final class Sender {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Group group;
    private final double rate;
    private final double most;
    private final int size;
    private final Ending ending;
    private final Thread thread;
    private volatile RuntimeException failure;

    /**
     * Starts sending.
     *
     * @param rate    messages per second; 0 for no limit
     * @param seconds how long messages are due at that rate; 0 until it is stopped
     * @param size    bytes of each message
     * @param ending  stops the sending, and is ended when the group refuses a message
     */
    Sender(Group group, double rate, int seconds, int size, Ending ending, String name) {
        this.group = group;
        this.rate = rate;
        this.most = rate > 0 && seconds > 0 ? rate * seconds : Double.POSITIVE_INFINITY;
        this.size = size;
        this.ending = ending;
        this.thread = new Thread(this::run, "traffic-" + name);
        thread.start();
    }

    private void run() {
        try {
            send();
        } catch (InterruptedException e) {
            // It was stopped while the window was full.
        } catch (RuntimeException e) {
            failure = e;
            ending.end();
        }
    }

    private void send() throws InterruptedException {
        long startNanos = System.nanoTime();
        for (long number = 0; number < most && !ending.isStopped(); number++) {
            long late = 0;
            if (rate > 0) {
                long due = startNanos + (long) (number * NANOS_PER_SECOND / rate);
                late = System.nanoTime() - due;
                while (late < 0) {
                    if (ending.awaitStop(-late)) {
                        return;
                    }
                    late = System.nanoTime() - due;
                }
            }
            long now = WallClock.nanos();
            group.send(new TrafficMessage(number, now - late, now).encode(size));
        }
    }

    /**
     * Waits until it has stopped; a message that waits for the group is abandoned.
     *
     * @throws RuntimeException why the group refused a message, if it did
     */
    void finish() throws InterruptedException {
        thread.interrupt();
        thread.join();
        if (failure != null) {
            throw failure;
        }
    }
}
