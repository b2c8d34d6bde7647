package org.xpand.protocols.keys;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Content of a key file, as text: lines with shared keys, and, in PEM (RFC 7468), a private key, its certificate and those of the
 * trusted authorities, in this order. Empty lines and those that begin with {@code #} are ignored.
 *
 * @param keys         shared keys; the first one seals, all open
 * @param identity     the identity of the process; empty if there is no certificate
 * @param authorities  the authorities whose certificates are trusted; none if there is no certificate
 * @param authority    in the file of an authority, with which it issues certificates
 */
public record KeyBundle(List<SharedKey> keys, Optional<Identity> identity, List<X509Certificate> authorities,
                        Optional<Authority> authority) {
    /** Most shared keys of a file. */
    public static final int MAX_KEYS = 4;

    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";
    private static final String PRIVATE_KEY = "PRIVATE KEY";
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final int PEM_LINE = 64;

    public KeyBundle {
        keys = List.copyOf(keys);
        authorities = List.copyOf(authorities);
    }

    /**
     * A bundle with only a shared key.
     *
     * @param key the shared key
     * @return the bundle
     */
    public static KeyBundle of(SharedKey key) {
        return new KeyBundle(List.of(key), Optional.empty(), List.of(), Optional.empty());
    }

    /**
     * The same bundle with other shared keys.
     *
     * @param others the shared keys; the first one seals
     * @return the changed bundle
     */
    public KeyBundle with(List<SharedKey> others) {
        return new KeyBundle(others, identity, authorities, authority);
    }

    /**
     * Reads what {@link #text} writes.
     *
     * @param text content of a key file
     * @return the bundle
     * @throws IllegalArgumentException naming the line and what is accepted; the message does not show what is secret
     */
    public static KeyBundle parse(String text) {
        return new Reader(text.lines().toList()).read();
    }

    /**
     * The bundle as text, for a file that only its owner can read.
     *
     * @return content of a key file
     */
    public String text() {
        StringBuilder out = new StringBuilder();
        keys.forEach(key -> out.append(key.text()).append('\n'));
        identity.ifPresent(each -> append(out, each.key(), each.certificate()));
        authority.ifPresent(each -> append(out, each.key(), each.certificate()));
        authorities.forEach(each -> append(out, CERTIFICATE, encoded(each)));
        return out.toString();
    }

    private static void append(StringBuilder out, PrivateKey key, X509Certificate certificate) {
        append(out, PRIVATE_KEY, key.getEncoded());
        append(out, CERTIFICATE, encoded(certificate));
    }

    private static void append(StringBuilder out, String label, byte[] bytes) {
        out.append(BEGIN).append(label).append(DASHES).append('\n')
                .append(Base64.getMimeEncoder(PEM_LINE, new byte[] {'\n'}).encodeToString(bytes)).append('\n')
                .append(END).append(label).append(DASHES).append('\n');
    }

    /**
     * @param certificate that was read or issued
     * @return its DER encoding
     */
    public static byte[] encoded(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate that was read can be written", e);
        }
    }

    private static final class Reader {
        private final List<String> lines;
        private final List<SharedKey> keys = new ArrayList<>();
        private final List<X509Certificate> certificates = new ArrayList<>();
        private byte[] privateKey;
        private int privateKeyLine;
        private int at;

        private Reader(List<String> lines) {
            this.lines = lines;
        }

        private KeyBundle read() {
            for (at = 0; at < lines.size(); at++) {
                String line = lines.get(at).strip();
                if (line.startsWith(BEGIN)) {
                    block(line);
                } else if (!line.isEmpty() && !line.startsWith("#")) {
                    key(line);
                }
            }
            if (keys.isEmpty()) {
                throw new IllegalArgumentException("no key: accepted are " + SharedKey.LENGTH + " random bytes as Base64 text, as "
                        + "'xpand key new' writes them");
            }
            if (privateKey == null) {
                return new KeyBundle(keys, Optional.empty(), certificates, Optional.empty());
            }
            at = privateKeyLine;
            if (certificates.isEmpty()) {
                throw wrong("a private key without its certificate behind it");
            }
            X509Certificate own = certificates.get(0);
            Identity identity;
            try {
                identity = new Identity(KeyFactory.getInstance(own.getPublicKey().getAlgorithm())
                        .generatePrivate(new PKCS8EncodedKeySpec(privateKey)), own);
            } catch (GeneralSecurityException e) {
                throw wrong("a private key of another kind than the certificate behind it");
            } catch (IllegalArgumentException e) {
                throw wrong(e.getMessage());
            }
            if (own.getBasicConstraints() >= 0) {
                return new KeyBundle(keys, Optional.empty(), List.of(), Optional.of(new Authority(identity.key(), own)));
            }
            if (certificates.size() == 1) {
                throw wrong("a certificate without that of its authority behind it");
            }
            return new KeyBundle(keys, Optional.of(identity), certificates.subList(1, certificates.size()), Optional.empty());
        }

        private void key(String line) {
            try {
                keys.add(SharedKey.parse(line));
            } catch (IllegalArgumentException e) {
                throw wrong(e.getMessage());
            }
            if (keys.size() > MAX_KEYS) {
                throw wrong("accepted are " + MAX_KEYS + " keys");
            }
        }

        private void block(String begin) {
            int beginLine = at;
            String label = begin.substring(BEGIN.length()).replace(DASHES, "");
            StringBuilder content = new StringBuilder();
            for (at++; at < lines.size() && !lines.get(at).startsWith(DASHES); at++) {
                content.append(lines.get(at).strip());
            }
            byte[] bytes;
            try {
                bytes = Base64.getDecoder().decode(content.toString());
            } catch (IllegalArgumentException e) {
                throw wrong("no Base64 text before");
            }
            if (at == lines.size() || !lines.get(at).startsWith(END + label)) {
                throw wrong("the end of what begins in line " + (beginLine + 1) + " is missing");
            }
            if (label.equals(PRIVATE_KEY) && privateKey == null) {
                privateKey = bytes;
                privateKeyLine = beginLine;
            } else if (label.equals(CERTIFICATE)) {
                certificates.add(certificate(bytes));
            } else {
                throw wrong(label + ": accepted are one " + PRIVATE_KEY + " (PKCS 8, not encrypted) and " + CERTIFICATE);
            }
        }

        private X509Certificate certificate(byte[] bytes) {
            try {
                return Certificates.decode(bytes);
            } catch (CertificateException e) {
                throw wrong("no certificate: accepted is X.509");
            }
        }

        private IllegalArgumentException wrong(String text) {
            return new IllegalArgumentException("line " + (at + 1) + ": " + text);
        }
    }
}
