package org.xpand.protocols.seal;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.KeyAgreement;
import org.xpand.protocols.keys.SharedKey;

/**
 * A delegate's part in agreeing on keys with others: a new X25519 pair (RFC 7748) each time it opens its path to them. The other's
 * public part arrives over a channel on which only holders of a shared key can send. The pair exists in memory only, so that a
 * process that obtains the shared key later cannot read recorded traffic. Immutable and thread-safe.
 */
public final class LinkKeys {
    /** Bytes of a public part. */
    public static final int PUBLIC_LENGTH = 44;

    private static final String ALGORITHM = "X25519";

    private final KeyPair pair;
    private final byte[] publicPart;

    LinkKeys(KeyPair pair) {
        this.pair = pair;
        this.publicPart = pair.getPublic().getEncoded();
    }

    /** {@return a new pair; drawing it takes a fraction of a millisecond} */
    public static LinkKeys create() {
        try {
            return new LinkKeys(KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /** {@return the public part, for the others: {@value #PUBLIC_LENGTH} bytes, a copy} */
    public byte[] publicPart() {
        return publicPart.clone();
    }

    /**
     * Derives the keys that this delegate and another one share from now on; takes a fraction of a millisecond.
     *
     * @param other its public part
     * @return the seal of the datagrams between the two; empty if the public part is invalid
     */
    public Optional<DatagramSeal> agree(byte[] other) {
        return secret(other).map(secret -> {
            byte[] salt = new byte[0];
            String here = HexFormat.of().formatHex(publicPart);
            String there = HexFormat.of().formatHex(other);
            return new DatagramSeal(SharedKey.derive(secret, salt, "xpand " + here + " to " + there, AeadKey.KEY_LENGTH),
                    SharedKey.derive(secret, salt, "xpand " + there + " to " + here, AeadKey.KEY_LENGTH));
        });
    }

    /** The secret that only the two ends can compute; empty if the other part is invalid. */
    Optional<byte[]> secret(byte[] other) {
        try {
            PublicKey theirs = KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(other));
            KeyAgreement agreement = KeyAgreement.getInstance(ALGORITHM);
            agreement.init(pair.getPrivate());
            agreement.doPhase(theirs, true);
            return Optional.of(agreement.generateSecret());
        } catch (GeneralSecurityException | RuntimeException e) {
            // The JDK does not always refuse unreadable keys in the declared way.
            return Optional.empty();
        }
    }
}
