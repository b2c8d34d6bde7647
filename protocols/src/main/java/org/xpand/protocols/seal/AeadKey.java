package org.xpand.protocols.seal;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-256-GCM with one key, whose nonces are numbers; the owner must never use one twice to seal. Not thread-safe.
 */
final class AeadKey {
    /** Bytes of a key. */
    public static final int KEY_LENGTH = 32;
    /** Bytes that a seal adds. */
    public static final int TAG_LENGTH = 16;

    private static final int NONCE_LENGTH = 12;

    private final SecretKeySpec key;
    private final Cipher cipher;
    private final byte[] nonce = new byte[NONCE_LENGTH];
    private final ByteBuffer number = ByteBuffer.wrap(nonce, NONCE_LENGTH - Long.BYTES, Long.BYTES).slice();

    /** @param key {@value #KEY_LENGTH} bytes */
    public AeadKey(byte[] key) {
        this.key = new SecretKeySpec(key, "AES");
        try {
            this.cipher = Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has AES-GCM", e);
        }
    }

    /**
     * Seals bytes.
     *
     * @param nonceNumber never used before with this key
     * @param clear       bytes that are authenticated but not encrypted, from {@code clearOffset} on
     * @param target      receives {@code length} plus {@value #TAG_LENGTH} bytes from {@code targetOffset} on
     */
    public void seal(long nonceNumber, byte[] clear, int clearOffset, int clearLength, byte[] source, int offset, int length,
                     byte[] target, int targetOffset) {
        try {
            init(Cipher.ENCRYPT_MODE, nonceNumber);
            cipher.updateAAD(clear, clearOffset, clearLength);
            cipher.doFinal(source, offset, length, target, targetOffset);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("bytes cannot be sealed", e);
        }
    }

    /**
     * Opens sealed bytes.
     *
     * @param length length of the sealed bytes, with their tag
     * @param target receives {@code length} less {@value #TAG_LENGTH} bytes
     * @return the number of bytes opened, or -1 if they were not sealed with this key and number and the same clear bytes
     */
    public int open(long nonceNumber, byte[] clear, int clearOffset, int clearLength, byte[] source, int offset, int length,
                    byte[] target, int targetOffset) {
        if (length < TAG_LENGTH) {
            return -1;
        }
        try {
            init(Cipher.DECRYPT_MODE, nonceNumber);
            cipher.updateAAD(clear, clearOffset, clearLength);
            return cipher.doFinal(source, offset, length, target, targetOffset);
        } catch (AEADBadTagException e) {
            return -1;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("bytes cannot be opened", e);
        }
    }

    private void init(int mode, long nonceNumber) throws GeneralSecurityException {
        number.putLong(0, nonceNumber);
        cipher.init(mode, key, new GCMParameterSpec(TAG_LENGTH * Byte.SIZE, nonce));
    }
}
