package org.xpand.comparison.worker;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import org.HdrHistogram.Histogram;
import org.xpand.comparison.peer.Endpoint.Inbox;

/** Counts what one process is handed in a phase, and how long it was under way. Any thread may ask. */
final class Tally implements Inbox {
    /** Latencies above a minute count as a minute. */
    private static final long MAX_NANOS = 60_000_000_000L;
    private static final int DIGITS = 3;

    private final Histogram latencies = new Histogram(MAX_NANOS, DIGITS);
    private int phase = -1;
    private long warmUpNanos;
    private long firstDueNanos;
    private boolean timed;
    private long next;
    private long messages;
    private long bytes;
    private long disordered;

    /** From now on messages of this phase count, and no others; those due in its first part are not timed. */
    synchronized void expect(int newPhase, boolean withTimes, long newWarmUpNanos) {
        phase = newPhase;
        timed = withTimes;
        warmUpNanos = newWarmUpNanos;
        next = 0;
        messages = 0;
        disordered = 0;
        latencies.reset();
    }

    @Override
    public synchronized void take(byte[] message, int offset, int length) {
        if (Stamp.phase(message, offset) != phase) {
            return;
        }
        long number = Stamp.number(message, offset);
        if (number != next) {
            disordered++;
        }
        next = number + 1;
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
