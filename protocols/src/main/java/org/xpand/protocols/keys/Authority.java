package org.xpand.protocols.keys;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * Issues certificates (X.509, RFC 5280, with Ed25519, RFC 8410) to the processes of sites. Immutable and thread-safe.
 *
 * @param key         the private key, which no one else has
 * @param certificate the authority's own certificate, which the others trust
 */
public record Authority(PrivateKey key, X509Certificate certificate) {
    private static final String ALGORITHM = "Ed25519";
    private static final byte[] ED25519 = Der.of(Der.SEQUENCE, Der.objectId(0x2B, 0x65, 0x70));
    private static final byte[] COMMON_NAME = Der.objectId(0x55, 0x04, 0x03);
    private static final byte[] UNIT = Der.objectId(0x55, 0x04, 0x0B);
    private static final byte[] BASIC_CONSTRAINTS = Der.objectId(0x55, 0x1D, 0x13);
    private static final int VERSION_FIELD = 0xA0;
    private static final int EXTENSIONS_FIELD = 0xA3;
    private static final int SERIAL_BITS = 100;
    /** Certificates are valid from this time before their issue: clocks of others may be behind. */
    private static final Duration EARLIER = Duration.ofDays(1);

    /**
     * Creates an authority with a new key.
     *
     * @param name     its name for people
     * @param now      the present time
     * @param validity how long its certificate is valid
     * @param random   draws the serial number
     * @return the authority
     */
    public static Authority create(String name, Instant now, Duration validity, RandomGenerator random) {
        KeyPair pair = pair();
        byte[] subject = name(name, "");
        byte[] isAuthority = Der.of(Der.SEQUENCE, BASIC_CONSTRAINTS, Der.yes(), Der.octets(Der.of(Der.SEQUENCE, Der.yes())));
        return new Authority(pair.getPrivate(), certificate(pair.getPrivate(), subject, pair.getPublic(), subject,
                Der.of(EXTENSIONS_FIELD, Der.of(Der.SEQUENCE, isAuthority)), now, validity, random));
    }

    /**
     * Issues a certificate with a new key.
     *
     * @param site     the site that the process may represent
     * @param process  name of the process for people; empty for any of the site
     * @param now      the present time
     * @param validity how long the certificate is valid
     * @param random   draws the serial number
     * @return the key with its certificate
     */
    public Identity issue(String site, String process, Instant now, Duration validity, RandomGenerator random) {
        KeyPair pair = pair();
        byte[] issuer = certificate.getSubjectX500Principal().getEncoded();
        return new Identity(pair.getPrivate(), certificate(key, issuer, pair.getPublic(), name(site, process), new byte[0], now,
                validity, random));
    }

    private static KeyPair pair() {
        try {
            return KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    private static byte[] name(String common, String unit) {
        byte[] first = Der.of(Der.SET, Der.of(Der.SEQUENCE, COMMON_NAME, Der.text(common)));
        return unit.isEmpty() ? Der.of(Der.SEQUENCE, first)
                : Der.of(Der.SEQUENCE, first, Der.of(Der.SET, Der.of(Der.SEQUENCE, UNIT, Der.text(unit))));
    }

    private static X509Certificate certificate(PrivateKey signer, byte[] issuer, PublicKey of, byte[] subject, byte[] extensions,
                                               Instant now, Duration validity, RandomGenerator random) {
        byte[] serial = new byte[(SERIAL_BITS + 7) / Byte.SIZE];
        random.nextBytes(serial);
        byte[] content = Der.of(Der.SEQUENCE, Der.of(VERSION_FIELD, Der.integer(BigInteger.TWO)),
                Der.integer(new BigInteger(1, serial)), ED25519, issuer,
                Der.of(Der.SEQUENCE, Der.time(now.minus(EARLIER)), Der.time(now.plus(validity))), subject, of.getEncoded(),
                extensions);
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(signer);
            signature.update(content);
            byte[] all = Der.of(Der.SEQUENCE, content, ED25519, Der.bits(signature.sign()));
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(all));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate cannot be made", e);
        }
    }
}
