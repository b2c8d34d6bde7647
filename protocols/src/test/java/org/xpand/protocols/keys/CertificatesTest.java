package org.xpand.protocols.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CertificatesTest {
    private static final Instant NOW = Instant.parse("2030-01-02T03:04:05Z");
    private static final Random RANDOM = new Random(1);
    private static final Authority AUTHORITY = Authority.create("all", NOW, Duration.ofDays(30), RANDOM);

    /** A certificate whose signature ends with this bit. */
    private static byte[] endsWith(int bit) throws CertificateException {
        for (int i = 0; i < 100; i++) {
            byte[] bytes = AUTHORITY.issue("boston", "", NOW, Duration.ofDays(30), RANDOM).certificate().getEncoded();
            if ((bytes[bytes.length - 1] & 1) == bit) {
                return bytes;
            }
        }
        throw new IllegalStateException("all 100 signatures end with the other bit");
    }

    @Test
    void aCertificateIsReadAsItWasIssued() throws CertificateException {
        for (int bit = 0; bit < 2; bit++) {
            assertThat(Certificates.decode(endsWith(bit)).getEncoded()).isNotEmpty();
        }
    }

    /** The last bit of such a signature is 0 whether it counts or not. */
    @Test
    void aSignatureWithUnusedBitsIsRefused() throws CertificateException {
        byte[] bytes = endsWith(0);
        bytes[bytes.length - 65] = 1;
        assertThatThrownBy(() -> Certificates.decode(bytes)).isInstanceOf(CertificateException.class);
    }

    @Test
    void bytesThatFollowACertificateAreRefused() throws CertificateException {
        byte[] bytes = endsWith(1);
        assertThatThrownBy(() -> Certificates.decode(Arrays.copyOf(bytes, bytes.length + 1))).isInstanceOf(CertificateException.class);
    }
}
