package org.xpand.protocols.keys;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/**
 * Identity of a process: a private key, and a certificate whose common name (CN) is the site that it may represent, and whose
 * organizational unit (OU), if there is one, is the process. Immutable and thread-safe; its text never shows the key.
 *
 * @param key         Ed25519 or elliptic curve
 * @param certificate for that key
 */
public record Identity(PrivateKey key, X509Certificate certificate) {
    private static final byte[] PROBE = {1};

    /**
     * @throws IllegalArgumentException if the key is not that of the certificate, or of another kind
     */
    public Identity {
        if (!verifies(certificate, PROBE, sign(key, certificate, PROBE))) {
            throw new IllegalArgumentException("the private key is not that of the certificate");
        }
    }

    /**
     * The site that it may represent.
     *
     * @return the name of the site
     */
    public String site() {
        return site(certificate);
    }

    /**
     * The process that it is for.
     *
     * @return its name; empty for any of the site
     */
    public String process() {
        return process(certificate);
    }

    /**
     * @param bytes what to sign
     * @return a signature over them, which {@link #verifies} accepts
     */
    public byte[] sign(byte[] bytes) {
        return sign(key, certificate, bytes);
    }

    private static byte[] sign(PrivateKey key, X509Certificate certificate, byte[] bytes) {
        try {
            Signature signature = Signature.getInstance(algorithm(certificate));
            signature.initSign(key);
            signature.update(bytes);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the private key cannot sign: accepted are Ed25519 and elliptic curves", e);
        }
    }

    /**
     * @param certificate of the expected signer
     * @param bytes       what was signed
     * @param signed      the signature
     * @return whether the holder of the certificate's key has signed the bytes
     */
    public static boolean verifies(X509Certificate certificate, byte[] bytes, byte[] signed) {
        try {
            Signature signature = Signature.getInstance(algorithm(certificate));
            signature.initVerify(certificate.getPublicKey());
            signature.update(bytes);
            return signature.verify(signed);
        } catch (GeneralSecurityException | RuntimeException e) {
            // A key of another kind, or a signature that the JDK cannot decode.
            return false;
        }
    }

    private static String algorithm(X509Certificate certificate) {
        return switch (certificate.getPublicKey().getAlgorithm()) {
            case "EC" -> "SHA256withECDSA";
            case "EdDSA", "Ed25519" -> "Ed25519";
            default -> throw new IllegalArgumentException("a key of kind " + certificate.getPublicKey().getAlgorithm()
                    + ": accepted are Ed25519 and elliptic curves");
        };
    }

    /**
     * @param certificate of a process or a whole site
     * @return the site that its holder may represent: the common name (CN); empty if it has none
     */
    public static String site(X509Certificate certificate) {
        return part(certificate, "CN");
    }

    /**
     * @param certificate of a process or a whole site
     * @return the process: the organizational unit (OU); empty for any of the site
     */
    public static String process(X509Certificate certificate) {
        return part(certificate, "OU");
    }

    private static String part(X509Certificate certificate, String type) {
        try {
            for (Rdn each : new LdapName(certificate.getSubjectX500Principal().getName(X500Principal.RFC2253)).getRdns()) {
                if (each.getType().equalsIgnoreCase(type)) {
                    return String.valueOf(each.getValue());
                }
            }
            return "";
        } catch (InvalidNameException e) {
            return "";
        }
    }

    @Override
    public String toString() {
        return "the identity of site '" + site() + "'";
    }
}
