package org.xpand.protocols.seal;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.xpand.protocols.keys.Certificates;
import org.xpand.protocols.keys.Identity;
import org.xpand.protocols.seal.SignedMessages.RefusedException;

/**
 * Which certificates are trusted: those that an authority has issued, in their period of validity, if not revoked. Not thread-safe.
 */
final class CertificateCheck {
    /** Allowed difference of clocks, and time for which a certificate is accepted after its end. */
    static final Duration LEEWAY = Duration.ofHours(2);
    /** Most remembered certificates. */
    private static final int MAX_KNOWN = 4096;

    private final Map<ByteBuffer, X509Certificate> believed = new HashMap<>();

    /** Reads a certificate issued by one of the authorities; {@link #requireValid} checks its period of validity. */
    X509Certificate read(byte[] bytes, List<X509Certificate> authorities) throws RefusedException {
        if (bytes.length == 0) {
            throw new RefusedException("it is not signed: accepted is what somebody with a certificate of an authority of this node's "
                    + "key file has signed");
        }
        X509Certificate known = believed.get(ByteBuffer.wrap(bytes));
        if (known != null && isOf(known, authorities)) {
            return known;
        }
        X509Certificate certificate;
        try {
            certificate = Certificates.decode(bytes);
        } catch (CertificateException e) {
            throw new RefusedException("its certificate cannot be read");
        }
        requireIssued(certificate, authorities);
        if (believed.size() < MAX_KNOWN) {
            believed.put(ByteBuffer.wrap(bytes), certificate);
        }
        return certificate;
    }

    private static void requireIssued(X509Certificate certificate, List<X509Certificate> authorities) throws RefusedException {
        if (!isOf(certificate, authorities)) {
            throw new RefusedException("the certificate of site '" + Identity.site(certificate)
                    + "' is of no authority of this node's key file");
        }
    }

    private static boolean isOf(X509Certificate certificate, List<X509Certificate> authorities) {
        for (X509Certificate authority : authorities) {
            try {
                if (certificate.getIssuerX500Principal().equals(authority.getSubjectX500Principal())) {
                    certificate.verify(authority.getPublicKey());
                    // An authority's own certificate is not valid for a site.
                    return certificate.getBasicConstraints() < 0;
                }
            } catch (GeneralSecurityException e) {
                // From another authority of the same name.
                continue;
            }
        }
        return false;
    }

    static void requireValid(X509Certificate certificate, List<X509Certificate> authorities, Predicate<BigInteger> revoked,
                             Instant now) throws RefusedException {
        String which = "the certificate " + certificate.getSerialNumber().toString(16) + " of site '" + Identity.site(certificate) + "'";
        if (revoked.test(certificate.getSerialNumber())) {
            throw new RefusedException(which + " is revoked");
        }
        if (certificate.getNotAfter().toInstant().plus(LEEWAY).isBefore(now)) {
            throw new RefusedException(which + " ended at " + certificate.getNotAfter().toInstant());
        }
        if (certificate.getNotBefore().toInstant().minus(LEEWAY).isAfter(now)) {
            throw new RefusedException(which + " begins at " + certificate.getNotBefore().toInstant());
        }
        requireIssued(certificate, authorities);
    }
}
