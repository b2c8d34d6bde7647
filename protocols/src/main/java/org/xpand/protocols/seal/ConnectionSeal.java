package org.xpand.protocols.seal;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.keys.SharedKey;

/**
 * Seals what one end of a connection sends, and opens what it receives, as records in their order.
 *
 * <pre>
 *   kind (1 byte) | length of the sealed bytes, without the tag (2) | sealed bytes | tag (16)
 * </pre>
 *
 * <p>The number of a record is its nonce. A key is used for {@value #RECORDS_PER_KEY} records or {@value #KEY_NANOS} ns. Then the
 * sender announces that in a record and derives the next key from the former one, which it deletes; it does the same when another
 * shared key is to be used, which then enters the next key. Records under a shared key that is no longer accepted do not open.
 *
 * <p>One thread at a time may seal, and one other may open.
 */
public final class ConnectionSeal {
    /** Bytes of a record's header. */
    public static final int HEAD_LENGTH = 3;
    /** Most bytes of a record's content. */
    public static final int MAX_LENGTH = 16_384;
    /** Most bytes that {@link #seal} adds. */
    public static final int OVERHEAD = 2 * (HEAD_LENGTH + AeadKey.TAG_LENGTH) + SharedKey.MARK_LENGTH;
    /** Returned for a record that does not open; none after it does. */
    public static final int REFUSED = -1;

    /** Records of up to 16 KiB under one key; RFC 8446 §5.5 allows slightly more. */
    static final long RECORDS_PER_KEY = 1L << 20;
    /** A key is used for ten minutes at most. */
    static final long KEY_NANOS = 600_000_000_000L;

    private static final byte BYTES = 0;
    private static final byte NEXT_KEY = 1;
    private static final byte WHO = 2;

    private final KeyRing keys;
    private final Direction sending;
    private final Direction receiving;
    private final Ends ends;
    private long sinceNanos;
    private boolean begun;
    private boolean broken;
    private volatile byte[] shown = new byte[0];

    /**
     * The key agreement of this connection.
     *
     * @param here  the name of this end, different from the other's
     * @param there the name of the other end
     * @param said  all messages of the agreement
     */
    record Ends(String here, String there, byte[] said) {
    }

    /** One direction: its current key, and the input of the next one. */
    private static final class Direction {
        private byte[] secret;
        private SharedKey shared;
        private AeadKey key;
        private long number;

        private Direction(SharedKey shared, byte[] secret) {
            this.secret = secret;
            this.shared = shared;
            this.key = records();
        }

        private AeadKey records() {
            return new AeadKey(SharedKey.derive(secret, new byte[0], "xpand records", AeadKey.KEY_LENGTH));
        }

        private void next(SharedKey with) {
            byte[] salt = with.derive(new byte[0], "xpand next key", SharedKey.LENGTH);
            byte[] before = secret;
            secret = SharedKey.derive(before, salt, "xpand next", AeadKey.KEY_LENGTH);
            Arrays.fill(before, (byte) 0);
            shared = with;
            key = records();
            number = 0;
        }
    }

    ConnectionSeal(KeyRing keys, SharedKey shared, byte[] sending, byte[] receiving, Ends ends) {
        this.keys = keys;
        this.ends = ends;
        this.sending = new Direction(shared, sending);
        this.receiving = new Direction(shared, receiving);
    }

    /**
     * Seals bytes as a record, or two if the key changes first.
     *
     * @param bytes    holds what is sealed
     * @param offset   where it begins
     * @param length   1 to {@value #MAX_LENGTH}
     * @param target   receives {@code length} plus up to {@value #OVERHEAD} bytes at its beginning
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return the number of bytes written
     */
    public int seal(byte[] bytes, int offset, int length, byte[] target, long nowNanos) {
        return seal(BYTES, bytes, offset, length, target, nowNanos);
    }

    private int seal(byte kind, byte[] bytes, int offset, int length, byte[] target, long nowNanos) {
        if (!begun) {
            begun = true;
            sinceNanos = nowNanos;
        }
        int at = 0;
        SharedKey current = keys.current();
        if (!current.equals(sending.shared) || sending.number >= RECORDS_PER_KEY || nowNanos - sinceNanos >= KEY_NANOS) {
            at = record(NEXT_KEY, HexFormat.of().parseHex(current.mark()), 0, SharedKey.MARK_LENGTH, target, 0);
            sending.next(current);
            sinceNanos = nowNanos;
        }
        return record(kind, bytes, offset, length, target, at);
    }

    /** One or two records with the proof of this end's identity. */
    byte[] show(byte[] what, long nowNanos) {
        if (what.length > MAX_LENGTH) {
            throw new IllegalArgumentException("a certificate with a signature of " + what.length + " bytes: accepted are " + MAX_LENGTH);
        }
        byte[] target = new byte[what.length + OVERHEAD];
        return Arrays.copyOf(target, seal(WHO, what, 0, what.length, target, nowNanos));
    }

    /** The last proof of identity from the other end; empty if there was none yet. Any thread. */
    byte[] shown() {
        return shown;
    }

    Ends ends() {
        return ends;
    }

    private int record(byte kind, byte[] bytes, int offset, int length, byte[] target, int at) {
        target[at] = kind;
        target[at + 1] = (byte) (length >>> Byte.SIZE);
        target[at + 2] = (byte) length;
        sending.key.seal(sending.number, target, at, HEAD_LENGTH, bytes, offset, length, target, at + HEAD_LENGTH);
        sending.number++;
        return at + HEAD_LENGTH + length + AeadKey.TAG_LENGTH;
    }

    /**
     * How much is to be read after a record's header.
     *
     * @param head the header, {@value #HEAD_LENGTH} bytes
     * @return bytes; {@link #REFUSED} if the header is malformed
     */
    public static int following(byte[] head) {
        int length = Byte.toUnsignedInt(head[1]) << Byte.SIZE | Byte.toUnsignedInt(head[2]);
        boolean fits = head[0] == BYTES || head[0] == WHO ? length >= 1 && length <= MAX_LENGTH
                : head[0] == NEXT_KEY && length == SharedKey.MARK_LENGTH;
        return fits ? length + AeadKey.TAG_LENGTH : REFUSED;
    }

    /**
     * Opens a record.
     *
     * @param head   its header, {@value #HEAD_LENGTH} bytes
     * @param sealed the bytes after its header, {@link #following} of them
     * @param target receives up to {@value #MAX_LENGTH} bytes
     * @return how many bytes were opened, 0 if the record is not for the user; {@link #REFUSED} if the other end has not sent it
     *         as the next one, or under a key that is no longer accepted
     */
    public int open(byte[] head, byte[] sealed, byte[] target) {
        int length = following(head);
        if (broken || length < 0 || !keys.all().contains(receiving.shared)) {
            broken = true;
            return REFUSED;
        }
        int opened = receiving.key.open(receiving.number, head, 0, HEAD_LENGTH, sealed, 0, length, target, 0);
        receiving.number++;
        if (opened >= 0 && head[0] == NEXT_KEY) {
            opened = change(HexFormat.of().formatHex(target, 0, opened));
        } else if (opened >= 0 && head[0] == WHO) {
            shown = Arrays.copyOf(target, opened);
            opened = 0;
        }
        broken = opened < 0;
        return opened;
    }

    private int change(String mark) {
        Optional<SharedKey> next = keys.all().stream().filter(key -> key.mark().equals(mark)).findFirst();
        next.ifPresent(receiving::next);
        return next.isPresent() ? 0 : REFUSED;
    }
}
