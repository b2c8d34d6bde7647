package org.xpand.protocols.seal;

import java.nio.ByteBuffer;
import org.xpand.protocols.keys.SharedKey;
import org.xpand.protocols.wire.ReplayWindow;

/**
 * Seals datagrams of one delegate to another, and opens those in the other direction. Each direction has its keys, which change
 * after {@value #EPOCH_NUMBERS} datagrams and after {@value #EPOCH_NANOS} ns without any message: the number of a datagram
 * determines its key, and the previous key is kept for late ones. Each datagram is opened once.
 *
 * <pre>
 *   version (1 byte) | number (8) | word (4) | sealed bytes | tag (16)
 * </pre>
 *
 * <p>The word is a hash of the number with a key that only the two ends have. A random word is right once in four thousand million
 * times; others are refused before the cipher is used. The cipher alone decides what is accepted.
 *
 * <p>Numbers begin at a value that only the two ends know, so their first {@value #MARK_LENGTH} bytes, the mark, distinguish a
 * datagram of the other end from one of a stranger who sees none. They stay the same for 2^40 numbers.
 *
 * <p>Not thread-safe.
 */
public final class DatagramSeal {
    /** Bytes that are added to a datagram. */
    public static final int OVERHEAD = 1 + Long.BYTES + Integer.BYTES + AeadKey.TAG_LENGTH;

    /** Offset of the mark. */
    public static final int MARK_AT = 1;
    /** Bytes of the mark. */
    public static final int MARK_LENGTH = 3;
    /** The mark is not known, because nothing was opened yet. */
    public static final int NO_MARK = -1;

    /** Datagrams sealed with one key: far fewer than RFC 9001 §6.6 allows. */
    static final long EPOCH_NUMBERS = 1L << 20;
    /** A key is used for ten minutes at most. */
    static final long EPOCH_NANOS = 600_000_000_000L;

    /** How far behind the highest number of its key a datagram may be. */
    private static final int WINDOW = 2048;
    private static final byte VERSION = 2;
    private static final int MARK_SHIFT = 8 * (Long.BYTES - MARK_LENGTH);
    /** Numbers begin below this, so that there are enough numbers above. */
    private static final long BEGIN_BELOW = 1L << 62;
    private static final int WORD_AT = 1 + Long.BYTES;
    private static final int HEAD = WORD_AT + Integer.BYTES;

    private final byte[] sending;
    private final byte[] receiving;
    private final SipHash ownWords;
    private final SipHash words;
    private final SipHash ownProofs;
    private final SipHash proofs;
    private AeadKey own;
    private long number;
    private long sinceNanos;
    private Epoch current = Epoch.NONE;
    private Epoch previous = Epoch.NONE;
    /** The key of a datagram that did not open: kept so that it is not derived again for the next one. */
    private Epoch candidate = Epoch.NONE;
    /** The highest opened number; negative if there is none. */
    private long highest = -1;
    private long asked;

    /** A key of the other end, and the numbers opened with it. */
    private static final class Epoch {
        private static final Epoch NONE = new Epoch(-1, null);

        private final long id;
        private final AeadKey key;
        private final ReplayWindow window = new ReplayWindow(WINDOW);

        private Epoch(long id, AeadKey key) {
            this.id = id;
            this.key = key;
        }
    }

    /**
     * @param sending   32 secret bytes, never used by any other sealing end
     * @param receiving the secret bytes of the other end
     */
    DatagramSeal(byte[] sending, byte[] receiving) {
        this(sending, receiving, get(SharedKey.derive(sending, new byte[0], "xpand first number", Long.BYTES), 0, Long.BYTES)
                & BEGIN_BELOW - 1 & -EPOCH_NUMBERS);
    }

    /** @param first the first number, which is the first of a key */
    DatagramSeal(byte[] sending, byte[] receiving, long first) {
        this.sending = sending;
        this.receiving = receiving;
        this.number = first;
        this.ownWords = hash(sending, "xpand words");
        this.words = hash(receiving, "xpand words");
        this.ownProofs = hash(sending, "xpand proofs");
        this.proofs = hash(receiving, "xpand proofs");
    }

    private static SipHash hash(byte[] secret, String purpose) {
        return new SipHash(SharedKey.derive(secret, new byte[0], purpose, SipHash.KEY_LENGTH));
    }

    /** The proof to the other end that this end has made the data with this hash, for any path. */
    long ownProof(long first, long second) {
        return ownProofs.of(first, second);
    }

    /** The other end's proof for that. */
    long proof(long first, long second) {
        return proofs.of(first, second);
    }

    /**
     * Seals a datagram.
     *
     * @param source   holds the content
     * @param offset   where it begins
     * @param length   its length, bytes
     * @param target   receives {@code length} plus {@value #OVERHEAD} bytes at its beginning
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return the number of bytes written
     */
    public int seal(byte[] source, int offset, int length, byte[] target, long nowNanos) {
        if (own == null) {
            sinceNanos = nowNanos;
        } else if (nowNanos - sinceNanos >= EPOCH_NANOS) {
            number = (number / EPOCH_NUMBERS + 1) * EPOCH_NUMBERS;
        }
        if (number % EPOCH_NUMBERS == 0) {
            own = key(sending, number / EPOCH_NUMBERS);
            sinceNanos = nowNanos;
        }
        target[0] = VERSION;
        put(target, 1, Long.BYTES, number);
        put(target, WORD_AT, Integer.BYTES, ownWords.of(number));
        own.seal(number, target, 0, HEAD, source, offset, length, target, HEAD);
        number++;
        return length + OVERHEAD;
    }

    /**
     * Opens a datagram.
     *
     * @param source holds the datagram, as it was received
     * @param offset where it begins
     * @param length its length, bytes
     * @param target receives the content at its beginning
     * @return the length of the content; -1 if the other end has not sealed it, or it was opened before, or is too late
     */
    public int open(byte[] source, int offset, int length, byte[] target) {
        if (length < OVERHEAD || source[offset] != VERSION) {
            return -1;
        }
        long there = get(source, offset + 1, Long.BYTES);
        if (there < 0 || (int) get(source, offset + WORD_AT, Integer.BYTES) != (int) words.of(there)) {
            return -1;
        }
        Epoch epoch = epoch(there / EPOCH_NUMBERS);
        if (epoch == null || !epoch.window.mayTake(there)) {
            return -1;
        }
        asked++;
        int opened = epoch.key.open(there, source, offset, HEAD, source, offset + HEAD, length - HEAD, target, 0);
        if (opened >= 0) {
            epoch.window.take(there);
            highest = Math.max(highest, there);
            if (epoch == candidate) {
                previous = current;
                current = candidate;
                candidate = Epoch.NONE;
            }
        }
        return opened;
    }

    /**
     * {@return the mark of the next datagram of the other end, or one less than it; {@link #NO_MARK} if it is not known. A datagram with
     * another mark is a stranger's}
     */
    public int mark() {
        return highest < 0 ? NO_MARK : (int) (Math.max(0, highest - EPOCH_NUMBERS) >>> MARK_SHIFT);
    }

    /** How often the cipher was used to open something. */
    long asked() {
        return asked;
    }

    private Epoch epoch(long id) {
        if (id == current.id) {
            return current;
        }
        if (id < current.id) {
            return id == previous.id ? previous : null;
        }
        if (id != candidate.id) {
            candidate = new Epoch(id, key(receiving, id));
        }
        return candidate;
    }

    private static AeadKey key(byte[] secret, long epoch) {
        byte[] salt = ByteBuffer.allocate(Long.BYTES).putLong(epoch).array();
        return new AeadKey(SharedKey.derive(secret, salt, "xpand datagrams", AeadKey.KEY_LENGTH));
    }

    private static void put(byte[] bytes, int offset, int length, long value) {
        for (int i = 0; i < length; i++) {
            bytes[offset + i] = (byte) (value >>> 8 * (length - 1 - i));
        }
    }

    private static long get(byte[] bytes, int offset, int length) {
        long value = 0;
        for (int i = 0; i < length; i++) {
            value = value << 8 | bytes[offset + i] & 0xFF;
        }
        return value;
    }
}
