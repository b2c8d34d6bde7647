package org.xpand.protocols.keys;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret that all processes of all sites share. Nothing is sealed with it: each use has a key of its own, derived by HKDF with
 * SHA-256 (RFC 5869). Immutable and thread-safe; its text never shows the secret.
 */
public final class SharedKey {
    /** Bytes of the secret. */
    public static final int LENGTH = 32;

    /** Bytes of a proof. */
    public static final int PROOF_LENGTH = 32;

    private static final String HMAC = "HmacSHA256";
    private static final int BLOCK = 32;
    /** Bytes of a mark. */
    public static final int MARK_LENGTH = 8;

    private final byte[] secret;
    private final String mark;

    private SharedKey(byte[] secret) {
        this.secret = secret;
        this.mark = HexFormat.of().formatHex(derive(secret, new byte[0], "xpand mark", MARK_LENGTH));
    }

    /**
     * Makes a key of a secret.
     *
     * @param secret {@value #LENGTH} random bytes
     * @return the key
     * @throws IllegalArgumentException if there are more or fewer
     */
    public static SharedKey of(byte[] secret) {
        if (secret.length != LENGTH) {
            throw new IllegalArgumentException("a key of " + secret.length + " bytes: accepted are " + LENGTH);
        }
        return new SharedKey(secret.clone());
    }

    /**
     * Reads what {@link #text} writes; white space around it is ignored.
     *
     * @param text of a key
     * @return the key
     * @throws IllegalArgumentException if it is no key; the message does not show the text
     */
    public static SharedKey parse(String text) {
        try {
            return of(Base64.getDecoder().decode(text.strip()));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("no key: accepted are " + LENGTH + " random bytes as Base64 text, as 'xpand key new' "
                    + "writes them");
        }
    }

    /**
     * The secret as text, for a file that only its owner can read.
     *
     * @return Base64 text
     */
    public String text() {
        return Base64.getEncoder().encodeToString(secret);
    }

    /**
     * Derives a key for one use.
     *
     * @param salt    random bytes that make it a different key each time
     * @param purpose what it is for
     * @param length  bytes of the key, 1 to 255 times 32
     * @return the key
     */
    public byte[] derive(byte[] salt, String purpose, int length) {
        return derive(secret, salt, purpose, length);
    }

    /**
     * Derives a key from any secret: HKDF with SHA-256 (RFC 5869, sections 2.2 and 2.3).
     *
     * @param secret  the secret
     * @param salt    random bytes that make it a different key each time; may be empty
     * @param purpose what it is for
     * @param length  bytes of the key, 1 to 255 times 32
     * @return the key
     */
    public static byte[] derive(byte[] secret, byte[] salt, String purpose, int length) {
        byte[] extracted = hmac(salt.length == 0 ? new byte[BLOCK] : salt, secret);
        byte[] info = purpose.getBytes(StandardCharsets.UTF_8);
        byte[] out = new byte[length];
        byte[] block = new byte[0];
        int filled = 0;
        for (int i = 1; filled < length; i++) {
            byte[] input = Arrays.copyOf(block, block.length + info.length + 1);
            System.arraycopy(info, 0, input, block.length, info.length);
            input[input.length - 1] = (byte) i;
            block = hmac(extracted, input);
            int part = Math.min(block.length, length - filled);
            System.arraycopy(block, 0, out, filled, part);
            filled += part;
        }
        return out;
    }

    /** HMAC with SHA-256. */
    private static byte[] hmac(byte[] key, byte[] input) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            return mac.doFinal(input);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + HMAC, e);
        }
    }

    /**
     * Proves possession of the key to another process that has it and sends new random bytes.
     *
     * @param challenge the random bytes
     * @return the proof, {@value #PROOF_LENGTH} bytes
     */
    public byte[] proof(byte[] challenge) {
        return hmac(derive(new byte[0], "xpand proof", BLOCK), challenge);
    }

    /**
     * Some digits by which people distinguish keys; they do not reveal the secret.
     *
     * @return the mark
     */
    public String mark() {
        return mark;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SharedKey key && MessageDigest.isEqual(secret, key.secret);
    }

    @Override
    public int hashCode() {
        return mark.hashCode();
    }

    @Override
    public String toString() {
        return "a shared key";
    }
}
