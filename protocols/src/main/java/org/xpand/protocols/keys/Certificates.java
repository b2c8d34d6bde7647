package org.xpand.protocols.keys;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;

/** Reads certificates that others have sent. */
public final class Certificates {
    private Certificates() {
    }

    /**
     * The certificate that these bytes are. Whether it is believed is not looked at.
     *
     * @param bytes X.509, DER
     * @return what they say
     * @throws CertificateException if they are none
     */
    public static X509Certificate decode(byte[] bytes) throws CertificateException {
        try {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes));
        } catch (GeneralSecurityException | RuntimeException e) {
            // The JDK declares the first, and lets some of the second through: an Ed25519 key of no bytes is one.
            throw new CertificateException("no X.509 certificate", e);
        }
    }
}
