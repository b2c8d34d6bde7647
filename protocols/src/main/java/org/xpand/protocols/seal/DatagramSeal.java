package org.xpand.protocols.seal;

import java.nio.ByteBuffer;
import org.xpand.protocols.keys.SharedKey;
import org.xpand.protocols.wire.ReplayWindow;

/**
 * Seals what one delegate sends to another one, and opens what it has from it. Each direction has its keys, which change after
 * {@value #EPOCH_NUMBERS} datagrams and after {@value #EPOCH_NANOS} ns without a word: the number of a datagram tells its key, and the
 * one before is kept for what is late. What was sealed is opened once.
 *
 * <pre>
 *   version (1 byte) | number (8) | word (4) | sealed bytes | tag (16)
 * </pre>
 *
 * <p>The word is a hash of the number with a key that only the two ends have. Who guesses one is right once in four thousand million
 * times, and is refused before the cipher is asked. The cipher alone decides what is believed.
 *
 * <p>Numbers begin where only the two ends know, so their first {@value #MARK_LENGTH} bytes, the mark, tell a datagram of the other end
 * from one of a stranger who sees none. They stay the same for 2^40 numbers.
 *
 * <p>Not thread-safe.
 */
public final class DatagramSeal {
    /** Bytes that a datagram takes beside what is in it. */
    public static final int OVERHEAD = 1 + Long.BYTES + Integer.BYTES + AeadKey.TAG_LENGTH;

    /** Where the mark stands. */
    public static final int MARK_AT = 1;
    /** Bytes of the mark. */
    public static final int MARK_LENGTH = 3;
    /** Nothing was opened yet, so the mark is not known. */
    public static final int NO_MARK = -1;

    /** What one key may seal: far below what RFC 9001 §6.6 allows. */
    static final long EPOCH_NUMBERS = 1L << 20;
    /** A key seals for ten minutes at most. */
    static final long EPOCH_NANOS = 600_000_000_000L;

    /** How far behind the highest number of its key a datagram may be. */
    private static final int WINDOW = 2048;
    private static final byte VERSION = 2;
    private static final int MARK_SHIFT = 8 * (Long.BYTES - MARK_LENGTH);
    /** Numbers begin below this, so that as many as ever are sent are above. */
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
    /** Of a datagram that has not opened: not derived again for the next one. */
    private Epoch candidate = Epoch.NONE;
    /** Of what was opened; negative for nothing. */
    private long highest = -1;
    private long asked;

    /** A key of the other end, and what was opened with it. */
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
     * @param sending   32 secret bytes, used by nobody else to seal, ever
     * @param receiving those of the other end
     */
    DatagramSeal(byte[] sending, byte[] receiving) {
        this(sending, receiving, get(SharedKey.derive(sending, new byte[0], "xpand first number", Long.BYTES), 0, Long.BYTES)
                & BEGIN_BELOW - 1 & -EPOCH_NUMBERS);
    }

    /** @param first number, the first of a key */
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

    /** Proves to the other end that one has made what has this hash, whoever carries it there. */
    long ownProof(long first, long second) {
        return ownProofs.of(first, second);
    }

    /** What the other end would prove that with. */
    long proof(long first, long second) {
        return proofs.of(first, second);
    }

    /**
     * Seals a datagram.
     *
     * @param target takes {@code length} and {@value #OVERHEAD} bytes from its beginning on
     * @return how many bytes that are
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
     * @param target takes the bytes in it, from its beginning on
     * @return how many bytes that are; -1 if the other end has not sealed it, or it was opened before, or is too late
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
     * The mark that the next datagram of the other end has, or one less than it; {@link #NO_MARK} if it is not known. Who has another one
     * is a stranger.
     */
    public int mark() {
        return highest < 0 ? NO_MARK : (int) (Math.max(0, highest - EPOCH_NUMBERS) >>> MARK_SHIFT);
    }

    /** How often the cipher was asked to open something. */
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
