package org.xpand.comparison.worker;

import java.util.concurrent.locks.LockSupport;
import org.xpand.comparison.peer.PeerEndpoint;

/** Sends the messages of one phase, as many as the other side takes or each when it is due, until it gets the order to stop. */
final class Generator implements Runnable {
    private final PeerEndpoint endpoint;
    private final int sender;
    private final int phase;
    private final byte[] message;
    private final double rate;
    private volatile boolean stopped;
    private long sent;
    private RuntimeException failure;

    /**
     * @param sender this process's place among the processes
     * @param rate   messages per second; 0 for as many as possible
     */
    Generator(PeerEndpoint endpoint, int sender, int phase, int size, double rate) {
        this.endpoint = endpoint;
        this.sender = sender;
        this.phase = phase;
        this.message = new byte[size];
        this.rate = rate;
    }

    @Override
    public void run() {
        TimerSlack.toLeast();
        try {
            if (rate == 0) {
                flood();
            } else {
                pace();
            }
            endpoint.flush();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private void flood() throws InterruptedException {
        while (!stopped) {
            send(System.nanoTime());
        }
    }

    private void pace() throws InterruptedException {
        long start = System.nanoTime();
        double interval = 1e9 / rate;
        while (!stopped) {
            long due = start + (long) (sent * interval);
            long ahead = due - System.nanoTime();
            if (ahead > 0) {
                endpoint.flush();
                LockSupport.parkNanos(ahead);
            } else {
                send(due);
            }
        }
    }

    private void send(long dueNanos) throws InterruptedException {
        Stamp.write(message, sender, phase, sent, dueNanos);
        endpoint.send(message);
        sent++;
    }

    /** The message that is being sent is the last one. */
    void stop() {
        stopped = true;
    }

    /** Messages that were sent; to be asked when the thread has ended. */
    long sent() {
        if (failure != null) {
            throw failure;
        }
        return sent;
    }
}
