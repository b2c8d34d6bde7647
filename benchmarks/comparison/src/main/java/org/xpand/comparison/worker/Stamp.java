package org.xpand.comparison.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** What every message starts with: who sends it and the phase it belongs to, its number in the phase from 0, and when it was due. */
public final class Stamp {
    /** Bytes of it: the least size of a message. */
    public static final int LENGTH = Integer.BYTES + 2 * Long.BYTES;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Stamp() {
    }

    static void write(byte[] message, int sender, int phase, long number, long dueNanos) {
        INT.set(message, 0, sender << Short.SIZE | phase);
        LONG.set(message, Integer.BYTES, number);
        LONG.set(message, Integer.BYTES + Long.BYTES, dueNanos);
    }

    static int phase(byte[] message, int offset) {
        return (int) INT.get(message, offset) & 0xffff;
    }

    /** The sender's place among the processes. */
    static int sender(byte[] message, int offset) {
        return (int) INT.get(message, offset) >>> Short.SIZE;
    }

    static long number(byte[] message, int offset) {
        return (long) LONG.get(message, offset + Integer.BYTES);
    }

    /** On the clock of {@link System#nanoTime}, which all processes of a Linux machine share (CLOCK_MONOTONIC). */
    static long dueNanos(byte[] message, int offset) {
        return (long) LONG.get(message, offset + Integer.BYTES + Long.BYTES);
    }
}
