package org.xpand.protocols.seal;

import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.xpand.protocols.keys.Identity;
import org.xpand.protocols.keys.KeyBundle;

/**
 * The identities of the ends of a sealed connection, where processes have certificates: each sends its own, and a signature over
 * all messages of the connection's key agreement, so that no other process can have made it. Both are sealed like what follows. A
 * process that knows an authority communicates only with processes that have a certificate of it, as long as the connection lasts.
 *
 * <pre>
 *   length of the certificate (2 bytes) | certificate (X.509, DER) | signature
 * </pre>
 *
 * <p>Thread-safe.
 */
public final class ConnectionTrust {
    private static final String PURPOSE = "xpand connection ";
    /** Interval at which the other end's certificate and this process's identity are checked again. */
    private static final long CHECK_NANOS = 1_000_000_000L;
    private static final byte[] NOTHING = {};

    private final Supplier<TrustSettings> now;
    private final CertificateCheck certificates = new CertificateCheck();

    /**
     * What a process trusts.
     *
     * @param identity    its own identity; empty for none
     * @param authorities the authorities whose certificates it requires; none if it requires none
     * @param revoked     the certificates that it does not trust, by their serial numbers
     * @param time        time of day
     * @param refuses     why a process with the certificate of a site may not be at the other end; empty if it may
     */
    public record TrustSettings(Optional<Identity> identity, List<X509Certificate> authorities, Predicate<BigInteger> revoked, Instant time,
                         Function<String, Optional<String>> refuses) {
        /**
         * Trusts without a rule on sites: any trusted process may be at the other end.
         *
         * @param identity    the process's own identity; empty for none
         * @param authorities the authorities whose certificates it requires; none if it requires none
         * @param revoked     the certificates that it does not trust, by their serial numbers
         * @param time        time of day
         */
        public TrustSettings(Optional<Identity> identity, List<X509Certificate> authorities, Predicate<BigInteger> revoked, Instant time) {
            this(identity, authorities, revoked, time, site -> Optional.empty());
        }
    }

    /**
     * Makes the trust of a process for all its connections.
     *
     * @param now returns what the process trusts at the time of the call; called by the threads of all connections
     */
    public ConnectionTrust(Supplier<TrustSettings> now) {
        this.now = now;
    }

    /**
     * Creates the session of one connection.
     *
     * @param seal the seal of the connection
     * @return the session, which has neither sent nor received an identity
     */
    public Session session(ConnectionSeal seal) {
        return new Session(seal);
    }

    /** One connection: the identity of its other end, and the proof of this one. Thread-safe. */
    public final class Session {
        private final ConnectionSeal seal;
        private Identity announced;
        private long announcedNanos;
        private boolean hasAnnounced;
        private byte[] looked = new byte[0];
        private Optional<X509Certificate> other = Optional.empty();
        private long lookedNanos;
        private boolean hasLooked;

        private Session(ConnectionSeal seal) {
            this.seal = seal;
        }

        /** {@return whether the other end has to send a certificate before anything else} */
        public boolean asks() {
            return !now.get().authorities().isEmpty();
        }

        /**
         * Makes the proof of this end's identity at the first call, and again when the identity has changed; it looks at most once a second.
         * Called by the thread that seals.
         *
         * @param nowNanos the time, nanoseconds of the process's monotonic clock
         * @return sealed records that are to be sent before anything else; mostly none
         */
        public byte[] toShow(long nowNanos) {
            if (hasAnnounced && nowNanos - announcedNanos < CHECK_NANOS) {
                return NOTHING;
            }
            Identity identity = now.get().identity().orElse(null);
            announcedNanos = nowNanos;
            hasAnnounced = true;
            if (identity == null || identity.equals(announced)) {
                return NOTHING;
            }
            announced = identity;
            byte[] certificate = KeyBundle.encoded(identity.certificate());
            byte[] signature = identity.sign(signed(seal.ends().here(), seal.ends().said()));
            return seal.show(ByteBuffer.allocate(Short.BYTES + certificate.length + signature.length).putShort((short) certificate.length)
                    .put(certificate).put(signature).array(), nowNanos);
        }

        /**
         * Has to be called before received data is used, and before anything is sent. Checks again at most once a second, and when the other end has
         * sent another certificate.
         *
         * @param nowNanos the time, nanoseconds of the process's monotonic clock
         * @throws SignedMessages.RefusedException if the other end is not trusted, or no longer
         */
        public synchronized void require(long nowNanos) throws SignedMessages.RefusedException {
            byte[] shown = seal.shown();
            if (hasLooked && shown == looked && nowNanos - lookedNanos < CHECK_NANOS) {
                return;
            }
            TrustSettings trustSettings = now.get();
            if (!trustSettings.authorities.isEmpty()) {
                if (shown != looked || other.isEmpty()) {
                    other = Optional.of(check(shown, seal.ends(), trustSettings));
                }
                CertificateCheck.requireValid(other.get(), trustSettings.authorities, trustSettings.revoked, trustSettings.time);
                Optional<String> why = trustSettings.refuses.apply(Identity.site(other.get()));
                if (why.isPresent()) {
                    throw new SignedMessages.RefusedException(why.get());
                }
            }
            looked = shown;
            lookedNanos = nowNanos;
            hasLooked = true;
        }
    }

    private static byte[] signed(String end, byte[] said) {
        byte[] purpose = (PURPOSE + end + " ").getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(purpose.length + said.length).put(purpose).put(said).array();
    }

    private X509Certificate check(byte[] shown, ConnectionSeal.Ends ends, TrustSettings trustSettings) throws SignedMessages.RefusedException {
        byte[] certificate = new byte[0];
        byte[] signature = new byte[0];
        try {
            if (shown.length > 0) {
                ByteBuffer in = ByteBuffer.wrap(shown);
                certificate = new byte[Short.toUnsignedInt(in.getShort())];
                in.get(certificate);
                signature = new byte[in.remaining()];
                in.get(signature);
            }
        } catch (BufferUnderflowException e) {
            throw new SignedMessages.RefusedException("what it shows of itself is cut off");
        }
        X509Certificate read;
        synchronized (certificates) {
            read = certificates.read(certificate, trustSettings.authorities);
        }
        if (!Identity.verifies(read, signed(ends.there(), ends.said()), signature)) {
            throw new SignedMessages.RefusedException("its signature is not that of the certificate of site '" + Identity.site(read) + "'");
        }
        return read;
    }
}
