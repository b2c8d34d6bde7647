package org.xpand.protocols.keys;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;

/** Reads certificates that others have sent. */
public final class Certificates {
    private Certificates() {
    }

    /**
     * Decodes a certificate. Whether it is trusted is not checked.
     *
     * @param bytes X.509, DER
     * @return the certificate
     * @throws CertificateException if the bytes are no certificate, or have parts that its signature cannot cover
     */
    public static X509Certificate decode(byte[] bytes) throws CertificateException {
        X509Certificate certificate;
        try {
            certificate = (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes));
        } catch (GeneralSecurityException | RuntimeException e) {
            // The JDK declares the first, and for some input throws the second: an Ed25519 key of no bytes is an example.
            throw new CertificateException("no X.509 certificate", e);
        }
        requireOneEncoding(certificate, bytes);
        return certificate;
    }

    /**
     * The JDK reads one certificate and ignores what follows, and of a signature's last byte it ignores as many bits as the byte before
     * the signature says. So one certificate would have several encodings, although nothing in it may be changed.
     */
    private static void requireOneEncoding(X509Certificate certificate, byte[] bytes) throws CertificateException {
        int unusedBits = bytes.length - certificate.getSignature().length - 1;
        if (!Arrays.equals(certificate.getEncoded(), bytes) || bytes[unusedBits] != 0) {
            throw new CertificateException("an X.509 certificate with bytes that its signature does not cover");
        }
    }
}
