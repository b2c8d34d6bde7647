package org.xpand.protocols.segment;

/**
 * Copies the payloads of received segments one after another into arrays that they share. That makes fewer objects, and the pieces of
 * a message that was cut over consecutive packets stand one after another, so that nobody has to put them together.
 *
 * <p>An array is as long as what the last turn of the loop received, but no longer than {@link #MOST} and no shorter than the segment: where
 * segments come one by one each has its own, once the rest of an array from busier turns is used up. Not thread-safe.
 */
public final class SharedCopies {
    /** The greatest length of a shared array, bytes. */
    static final int MOST = 16_384;

    private byte[] array = {};
    private int used;
    private int length;
    private long turnNanos;
    private long turnBytes;

    /**
     * What is copied from now on was received at this time.
     *
     * @param nowNanos the same for everything that is received in one turn of the loop
     */
    public void receivedAt(long nowNanos) {
        if (nowNanos != turnNanos) {
            turnNanos = nowNanos;
            length = (int) Math.min(turnBytes, MOST);
            turnBytes = 0;
        }
    }

    /** A segment with these flags and a copy of these bytes. */
    Segment segment(byte flags, byte[] from, int start, int bytes) {
        if (array.length - used < bytes) {
            array = new byte[Math.max(length, bytes)];
            used = 0;
        }
        System.arraycopy(from, start, array, used, bytes);
        Segment copy = new Segment(flags, array, used, bytes);
        used += bytes;
        turnBytes += bytes;
        return copy;
    }
}
