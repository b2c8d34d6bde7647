package org.xpand.protocols.seal;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.xpand.protocols.keys.Identity;
import org.xpand.protocols.keys.KeyBundle;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.keys.SharedKey;

/**
 * A delegate's messages to the others, with what they need to trust them: the public part of its keys before every message, and, if
 * the process has a certificate, that and a signature over everything.
 *
 * <pre>
 *   version (1 byte; one more if its packets have proofs) | mark of the shared key that seals (8) | public part (44) | length of
 * the certificate (2) | certificate (DER)
 *   and with a certificate: number (8) | length of the signature (2) | signature
 *   message
 * </pre>
 *
 * <p>A process that knows an authority trusts only messages signed by a process with a certificate of it. Numbers rise, so that
 * messages cannot be replayed by others. Not thread-safe.
 */
public final class SignedMessages {
    /** Most remembered delegates. */
    private static final int MAX_KNOWN = 4096;
    private static final byte VERSION = 2;
    private static final byte[] PURPOSE = "xpand letter".getBytes(StandardCharsets.US_ASCII);

    private final KeyRing keys;
    private final byte[] publicPart;
    private final long incarnation;
    private final boolean proving;
    private final CertificateCheck certificates = new CertificateCheck();
    private final Map<Long, Sender> senders = new HashMap<>();
    private long number;

    /**
     * A trusted message.
     *
     * @param publicPart the public part of the sender's keys
     * @param signer     the signer; empty if no signature was required
     * @param proving    whether packets of that delegate have proofs, see {@link PacketProofs}
     * @param message    the message
     */
    public record TrustedMessage(byte[] publicPart, Optional<Signer> signer, boolean proving, byte[] message) {
    }

    /**
     * The signer of a message.
     *
     * @param site    the site of the certificate
     * @param process the process of the certificate; empty for any of the site
     */
    public record Signer(String site, String process) {
    }

    /** A message that is not trusted, with the reason for display. */
    public static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;

        RefusedException(String message) {
            super(message);
        }
    }

    private static final class Sender {
        private final byte[] publicPart;
        private X509Certificate certificate;
        private String mark;
        private long highest;

        private Sender(byte[] publicPart) {
            this.publicPart = publicPart;
        }
    }

    /**
     * Writes and reads the messages of one delegate during its term.
     *
     * @param keys        the accepted keys
     * @param links       the delegate's own keys
     * @param incarnation the incarnation of that delegate
     * @param proving     whether its packets have proofs, see {@link PacketProofs}
     */
    public SignedMessages(KeyRing keys, LinkKeys links, long incarnation, boolean proving) {
        this.keys = keys;
        this.proving = proving;
        this.publicPart = links.publicPart();
        this.incarnation = incarnation;
    }

    /**
     * Encodes a message for sending; takes a fraction of a millisecond with an identity.
     *
     * @param identity signs the message; empty for a message without a signature
     * @param message  the message
     * @return the message with what the others need to trust it
     */
    public byte[] write(Optional<Identity> identity, byte[] message) {
        byte[] certificate = identity.map(each -> KeyBundle.encoded(each.certificate())).orElse(new byte[0]);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(proving ? VERSION + 1 : VERSION);
        out.writeBytes(HexFormat.of().parseHex(keys.current().mark()));
        out.writeBytes(publicPart);
        out.writeBytes(ByteBuffer.allocate(Short.BYTES).putShort((short) certificate.length).array());
        out.writeBytes(certificate);
        if (identity.isPresent()) {
            out.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(++number).array());
            byte[] signature = identity.get().sign(signed(incarnation, out.toByteArray(), message));
            out.writeBytes(ByteBuffer.allocate(Short.BYTES).putShort((short) signature.length).array());
            out.writeBytes(signature);
        }
        out.writeBytes(message);
        return out.toByteArray();
    }

    private static byte[] signed(long from, byte[] head, byte[] message) {
        return ByteBuffer.allocate(PURPOSE.length + Long.BYTES + head.length + message.length).put(PURPOSE).putLong(from).put(head)
                .put(message).array();
    }

    /**
     * Reads a received message.
     *
     * @param from        the incarnation of the delegate that it claims to be from
     * @param bytes       what was received
     * @param authorities the authorities whose certificates are trusted; none if no signature is required
     * @param revoked     the certificates that are not trusted, by their serial numbers
     * @param now         time of day, at which certificates must be valid
     * @return the message, with what is known of its sender
     * @throws RefusedException if it is not trusted
     */
    public TrustedMessage read(long from, byte[] bytes, List<X509Certificate> authorities, Predicate<BigInteger> revoked, Instant now)
            throws RefusedException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        byte[] mark = new byte[SharedKey.MARK_LENGTH];
        byte[] part = new byte[LinkKeys.PUBLIC_LENGTH];
        byte[] certificate;
        long there = 0;
        byte[] signature = new byte[0];
        int head;
        byte version;
        try {
            version = in.get();
            if (version != VERSION && version != VERSION + 1) {
                throw new RefusedException("it has another version");
            }
            in.get(mark);
            in.get(part);
            certificate = new byte[Short.toUnsignedInt(in.getShort())];
            in.get(certificate);
            if (certificate.length > 0) {
                there = in.getLong();
            }
            head = in.position();
            if (certificate.length > 0) {
                signature = new byte[Short.toUnsignedInt(in.getShort())];
                in.get(signature);
            }
        } catch (BufferUnderflowException e) {
            throw new RefusedException("it is cut off");
        }
        byte[] message = Arrays.copyOfRange(bytes, in.position(), bytes.length);
        Optional<Signer> signer = Optional.empty();
        X509Certificate shown = null;
        if (!authorities.isEmpty()) {
            shown = certificates.read(certificate, authorities);
            CertificateCheck.requireValid(shown, authorities, revoked, now);
            if (!Identity.verifies(shown, signed(from, Arrays.copyOf(bytes, head), message), signature)) {
                throw new RefusedException("its signature is not that of the certificate of site '" + Identity.site(shown) + "'");
            }
            signer = Optional.of(new Signer(Identity.site(shown), Identity.process(shown)));
        }
        String seals = HexFormat.of().formatHex(mark);
        if (!keys.accepts(seals)) {
            throw new RefusedException("it seals with the shared key " + seals + ", which is not accepted");
        }
        remember(from, part, shown, there).mark = seals;
        return new TrustedMessage(part, signer, version == VERSION + 1, message);
    }

    private Sender remember(long from, byte[] part, X509Certificate shown, long there) throws RefusedException {
        Sender sender = senders.get(from);
        if (sender == null) {
            if (senders.size() >= MAX_KNOWN) {
                throw new RefusedException("accepted are " + MAX_KNOWN + " delegates");
            }
            sender = new Sender(part);
            senders.put(from, sender);
        }
        if (!Arrays.equals(sender.publicPart, part) || sender.certificate != null && shown != null
                && !(Identity.site(sender.certificate).equals(Identity.site(shown)))) {
            throw new RefusedException("another one has announced itself as delegate " + from);
        }
        if (shown != null) {
            if (there <= sender.highest) {
                throw new RefusedException("it was received before");
            }
            sender.certificate = shown;
            sender.highest = there;
        }
        return sender;
    }

    /**
     * Finds the delegates that were trusted and no longer are.
     *
     * @param authorities the authorities whose certificates are trusted; none if no signature is required
     * @param revoked     the certificates that are not trusted, by their serial numbers
     * @param now         time of day, at which certificates must be valid
     * @param settled     whether the shared keys have not changed for longer than all delegates need to send a message
     * @return the reasons, for people, by the delegate's incarnation
     */
    public Map<Long, String> noLonger(List<X509Certificate> authorities, Predicate<BigInteger> revoked, Instant now, boolean settled) {
        Map<Long, String> gone = new HashMap<>();
        for (Map.Entry<Long, Sender> sender : senders.entrySet()) {
            X509Certificate certificate = sender.getValue().certificate;
            if (settled && !keys.accepts(sender.getValue().mark)) {
                gone.put(sender.getKey(), "it seals with the shared key " + sender.getValue().mark + ", which is not accepted any more");
            }
            if (certificate != null && !authorities.isEmpty()) {
                try {
                    CertificateCheck.requireValid(certificate, authorities, revoked, now);
                } catch (RefusedException e) {
                    gone.put(sender.getKey(), e.getMessage());
                }
            }
        }
        return gone;
    }
}
