package org.xpand.protocols.seal;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.xpand.jmh.Peers;

/** What does it cost to seal, open and refuse a datagram, beside the JDK's bare cipher? */
@State(Scope.Thread)
public class DatagramSealBenchmark {
    private static final int NONCE_LENGTH = 12;

    private byte[] clear;
    private byte[] target;
    private byte[] forged;
    private byte[] guessed;
    private DatagramSeal sender;
    private DatagramSeal receiver;
    private Cipher cipher;
    private SecretKeySpec cipherKey;
    private final byte[] nonce = new byte[NONCE_LENGTH];
    private long number;

    /** Bytes of a datagram. */
    @Param({"100", "1400"})
    public int bytes;

    /** Agrees on keys. */
    @Setup
    public void agree() throws GeneralSecurityException {
        LinkKeys here = LinkKeys.create();
        LinkKeys there = LinkKeys.create();
        sender = here.agree(there.publicPart()).orElseThrow();
        receiver = there.agree(here.publicPart()).orElseThrow();
        clear = new byte[bytes];
        target = new byte[bytes + DatagramSeal.OVERHEAD];
        forged = new byte[bytes + DatagramSeal.OVERHEAD];
        sender.seal(clear, 0, bytes, forged, 0);
        forged[bytes] ^= 1;
        guessed = forged.clone();
        guessed[1 + Long.BYTES] ^= 1;
        cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipherKey = new SecretKeySpec(new byte[AeadKey.KEY_LENGTH], "AES");
    }

    /** A datagram is sealed. */
    @Benchmark
    @Peers("cipher")
    public int seal() {
        return sender.seal(clear, 0, bytes, target, 0);
    }

    /** A datagram is sealed, and opened at the other end. */
    @Benchmark
    public int sealAndOpen() {
        int length = sender.seal(clear, 0, bytes, target, 0);
        return receiver.open(target, 0, length, clear);
    }

    /** A datagram with a seen head and other bytes is refused, which somebody on the way can make. */
    @Benchmark
    @Peers("cipher")
    public int refuse() {
        return receiver.open(forged, 0, forged.length, clear);
    }

    /** A datagram of a stranger who guesses is refused. */
    @Benchmark
    @Peers("cipher")
    public int refuseGuessed() {
        return receiver.open(guessed, 0, guessed.length, clear);
    }

    /** The JDK's cipher with a new nonce, and nothing else. */
    @Benchmark
    public int cipher() throws GeneralSecurityException {
        ByteBuffer.wrap(nonce).putLong(Integer.BYTES, number++);
        cipher.init(Cipher.ENCRYPT_MODE, cipherKey, new GCMParameterSpec(Byte.SIZE * AeadKey.TAG_LENGTH, nonce));
        cipher.updateAAD(target, 0, 1 + Long.BYTES);
        return cipher.doFinal(clear, 0, bytes, target, 1 + Long.BYTES);
    }
}
