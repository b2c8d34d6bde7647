package org.xpand.comparison.worker;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import org.HdrHistogram.Histogram;
import org.xpand.comparison.peer.PeerEndpoint.Inbox;

/** Counts what one process is handed of the others in a phase, and how long it took. Any thread may ask. */
final class Tally implements Inbox {
    /** Latencies above a minute count as a minute. */
    private static final long MAX_NANOS = 60_000_000_000L;
    private static final int DIGITS = 3;

    private final Histogram latencies = new Histogram(MAX_NANOS, DIGITS);
    private final int self;
    private final long[] next;
    private final long[] bySender;
    private int phase = -1;
    private long warmUpNanos;
    private long firstDueNanos;
    private boolean timed;
    private long messages;
    private long bytes;
    private long disordered;

    /**
     * @param self      this process's place among the processes, whose messages do not count
     * @param processes how many there are
     */
    Tally(int self, int processes) {
        this.self = self;
        this.next = new long[processes];
        this.bySender = new long[processes];
    }

    /** From now on messages of this phase count, and no others; those due in its first part are not timed. */
    synchronized void expect(int newPhase, boolean withTimes, long newWarmUpNanos) {
        phase = newPhase;
        timed = withTimes;
        warmUpNanos = newWarmUpNanos;
        Arrays.fill(next, 0);
        Arrays.fill(bySender, 0);
        messages = 0;
        disordered = 0;
        latencies.reset();
    }

    @Override
    public synchronized void take(byte[] message, int offset, int length) {
        int sender = Stamp.sender(message, offset);
        if (sender == self || Stamp.phase(message, offset) != phase) {
            return;
        }
        long number = Stamp.number(message, offset);
        if (number != next[sender]) {
            disordered++;
        }
        next[sender] = number + 1;
        bySender[sender]++;
        messages++;
        bytes += length;
        if (timed) {
            long due = Stamp.dueNanos(message, offset);
            if (messages == 1) {
                firstDueNanos = due;
            }
            if (due - firstDueNanos >= warmUpNanos) {
                latencies.recordValue(Math.max(0, Math.min(MAX_NANOS, System.nanoTime() - due)));
            }
        }
    }

    /** Messages of the phase. */
    synchronized long messages() {
        return messages;
    }

    /** Messages of the phase, by their senders. */
    synchronized long[] bySender() {
        return bySender.clone();
    }

    /** Messages that did not follow the one before. */
    synchronized long disordered() {
        return disordered;
    }

    /** Bytes of all phases. */
    synchronized long bytes() {
        return bytes;
    }

    /** The phase's latencies as one word. */
    synchronized String latencies() {
        ByteBuffer out = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
        int length = latencies.encodeIntoCompressedByteBuffer(out);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(out.array(), length));
    }
}
