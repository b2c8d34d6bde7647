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
     * Decodes a certificate. Whether it is trusted is not checked.
     *
     * @param bytes X.509, DER
     * @return the certificate
     * @throws CertificateException if the bytes are no certificate
     */
    public static X509Certificate decode(byte[] bytes) throws CertificateException {
        try {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes));
        } catch (GeneralSecurityException | RuntimeException e) {
            // The JDK declares the first, and for some input throws the second: an Ed25519 key of no bytes is an example.
            throw new CertificateException("no X.509 certificate", e);
        }
    }
}
