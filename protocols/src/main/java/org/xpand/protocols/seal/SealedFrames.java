package org.xpand.protocols.seal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.keys.SharedKey;
import org.xpand.protocols.wire.ReplayWindow;

/**
 * Seals the frames of a channel that all holders of a key share, and opens theirs. Each sender draws a salt and derives its own key
 * from it, so that no two ever use the same nonce, even after restarts; it draws a new one after {@value #FRAMES_PER_SALT} frames,
 * and when another shared key is to be used. Each frame is opened once.
 *
 * <pre>
 *   version (1 byte) | salt (16) | number (8) | sealed bytes | tag (16)
 * </pre>
 *
 * <p>Thread-safe.
 */
public final class SealedFrames {
    /** Bytes that are added to a frame. */
    public static final int OVERHEAD = 1 + 16 + Long.BYTES + AeadKey.TAG_LENGTH;

    /** How far behind the highest number of its sender a frame may be. */
    private static final int WINDOW = 2048;
    private static final byte VERSION = 1;
    private static final int SALT_LENGTH = 16;
    private static final int HEAD = 1 + SALT_LENGTH + Long.BYTES;
    /** Frames of up to 64 KiB sealed with one key; NIST SP 800-38D and RFC 8446 §5.5 allow somewhat more. */
    private static final long FRAMES_PER_SALT = 1L << 22;
    /** Most remembered senders; a frame of one that sent nothing while so many others did could be opened again. */
    private static final int MAX_SENDERS = 4096;

    private final KeyRing keys;
    private final String channel;
    private final Supplier<byte[]> salts;
    private final Map<ByteBuffer, Sender> senders = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Sender> eldest) {
            return size() > MAX_SENDERS;
        }
    };
    private SharedKey salted;
    private byte[] salt;
    private AeadKey own;
    private long number;

    /**
     * Makes one sender and receiver of a channel.
     *
     * @param keys    the accepted keys; frames are sealed with the current one, and opened with any
     * @param channel the purpose of the frames: those of another channel do not open
     * @param salts   16 new bytes each time, from a cryptographic generator
     */
    public SealedFrames(KeyRing keys, String channel, Supplier<byte[]> salts) {
        this.keys = keys;
        this.channel = channel;
        this.salts = salts;
    }

    private static final class Sender {
        private final SharedKey shared;
        private final AeadKey key;
        private final ReplayWindow window = new ReplayWindow(WINDOW);

        private Sender(SharedKey shared, AeadKey key) {
            this.shared = shared;
            this.key = key;
        }
    }

    /**
     * Seals bytes.
     *
     * @param bytes  holds what is sealed
     * @param offset where it begins
     * @param length how many, bytes
     * @return the frame, {@value #OVERHEAD} bytes longer
     */
    public byte[] seal(byte[] bytes, int offset, int length) {
        byte[] frame = new byte[length + OVERHEAD];
        synchronized (salts) {
            SharedKey current = keys.current();
            if (own == null || number == FRAMES_PER_SALT || !current.equals(salted)) {
                salted = current;
                salt = salts.get();
                own = derived(current, salt);
                number = 0;
            }
            frame[0] = VERSION;
            System.arraycopy(salt, 0, frame, 1, SALT_LENGTH);
            ByteBuffer.wrap(frame).putLong(1 + SALT_LENGTH, number);
            own.seal(number, frame, 0, HEAD, bytes, offset, length, frame, HEAD);
            number++;
        }
        return frame;
    }

    /**
     * Opens a frame.
     *
     * @param frame  holds the frame
     * @param offset where it begins
     * @param length its length, bytes
     * @return the bytes in it; null if the frame is not of an accepted key and this channel, is this sender's own, was opened before, or is too late
     */
    public byte[] open(byte[] frame, int offset, int length) {
        if (length < OVERHEAD || frame[offset] != VERSION || isOwn(frame, offset)) {
            return null;
        }
        ByteBuffer saltThere = ByteBuffer.wrap(Arrays.copyOfRange(frame, offset + 1, offset + 1 + SALT_LENGTH));
        long numberThere = ByteBuffer.wrap(frame).getLong(offset + 1 + SALT_LENGTH);
        Sender sender;
        synchronized (senders) {
            sender = senders.get(saltThere);
        }
        byte[] bytes = new byte[length - OVERHEAD];
        if (sender == null) {
            sender = opens(saltThere.array(), numberThere, frame, offset, length, bytes);
            if (sender == null) {
                return null;
            }
        } else if (!keys.all().contains(sender.shared) || !opens(sender, numberThere, frame, offset, length, bytes)) {
            return null;
        }
        // Only holders of the key are remembered: a stranger's salts must not displace others.
        synchronized (senders) {
            Sender known = senders.putIfAbsent(saltThere, sender);
            sender = known == null ? sender : known;
        }
        synchronized (sender) {
            return sender.window.take(numberThere) ? bytes : null;
        }
    }

    /**
     * Opens a frame that this sender has sealed itself since it last drew a salt, however often. Only for finding out whether it receives
     * at all: others may send it again.
     *
     * @param frame  holds the frame
     * @param offset where it begins
     * @param length its length, bytes
     * @return the bytes in it; null if the frame is not this sender's
     */
    public byte[] openOwn(byte[] frame, int offset, int length) {
        if (length < OVERHEAD || frame[offset] != VERSION || !isOwn(frame, offset)) {
            return null;
        }
        byte[] bytes = new byte[length - OVERHEAD];
        synchronized (salts) {
            long ownNumber = ByteBuffer.wrap(frame).getLong(offset + 1 + SALT_LENGTH);
            return own.open(ownNumber, frame, offset, HEAD, frame, offset + HEAD, length - HEAD, bytes, 0) >= 0 ? bytes : null;
        }
    }

    /** The sender of a frame with an unknown salt, for any accepted key; null if there is none. */
    private Sender opens(byte[] saltThere, long numberThere, byte[] frame, int offset, int length, byte[] bytes) {
        for (SharedKey key : keys.all()) {
            Sender sender = new Sender(key, derived(key, saltThere));
            if (opens(sender, numberThere, frame, offset, length, bytes)) {
                return sender;
            }
        }
        return null;
    }

    private static boolean opens(Sender sender, long numberThere, byte[] frame, int offset, int length, byte[] bytes) {
        synchronized (sender) {
            return sender.window.mayTake(numberThere) && sender.key.open(numberThere, frame, offset, HEAD, frame, offset + HEAD,
                    length - HEAD, bytes, 0) >= 0;
        }
    }

    private boolean isOwn(byte[] frame, int offset) {
        synchronized (salts) {
            return own != null && Arrays.equals(salt, 0, SALT_LENGTH, frame, offset + 1, offset + 1 + SALT_LENGTH);
        }
    }

    private AeadKey derived(SharedKey key, byte[] fromSalt) {
        return new AeadKey(key.derive(fromSalt, "xpand frames " + channel, AeadKey.KEY_LENGTH));
    }
}
