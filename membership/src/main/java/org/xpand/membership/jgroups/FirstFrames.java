package org.xpand.membership.jgroups;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jgroups.PhysicalAddress;

/**
 * Frames to hosts without an open connection. JGroups opens a connection in the thread that sends to all hosts, which then waits for hosts that
 * do not answer, one after the other: a process with a few seeds that are switched off would not reach the one that runs. Here each host has a
 * task of its own, which sends what was submitted meanwhile. Thread-safe.
 */
final class FirstFrames {
    /** Bound on the frames of a host; later ones are dropped, and repeated by the protocols above. */
    private static final int MOST_FRAMES = 64;

    private final Executor executor;
    private final Sender sender;
    private final Map<PhysicalAddress, ArrayDeque<byte[]>> waiting = new HashMap<>();

    /** Sends one frame to a host, for which it may open a connection. */
    interface Sender {
        /** Sends the frame, or drops it if the host does not answer; blocks until it is known which. */
        void send(PhysicalAddress host, byte[] frame);
    }

    /**
     * @param executor runs what may block, one task for each host
     * @param sender   sends a frame
     */
    FirstFrames(Executor executor, Sender sender) {
        this.executor = executor;
        this.sender = sender;
    }

    /** Sends a frame to a host in order, but not in this thread. */
    void send(PhysicalAddress host, byte[] frame) {
        synchronized (waiting) {
            ArrayDeque<byte[]> frames = waiting.get(host);
            if (frames != null) {
                if (frames.size() < MOST_FRAMES) {
                    frames.add(frame);
                }
                return;
            }
            frames = new ArrayDeque<>();
            frames.add(frame);
            waiting.put(host, frames);
        }
        executor.execute(() -> sendAll(host));
    }

    private void sendAll(PhysicalAddress host) {
        for (byte[] frame = next(host); frame != null; frame = next(host)) {
            sender.send(host, frame);
        }
    }

    private byte[] next(PhysicalAddress host) {
        synchronized (waiting) {
            byte[] frame = waiting.get(host).poll();
            if (frame == null) {
                waiting.remove(host);
            }
            return frame;
        }
    }
}
