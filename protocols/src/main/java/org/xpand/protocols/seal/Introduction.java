package org.xpand.protocols.seal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.keys.SharedKey;

/**
 * The proof between the two ends of a new connection that they have the shared key, and their agreement on keys that cannot be
 * derived later: each draws an X25519 pair (RFC 7748) for this connection only and sends its public part with a proof.
 *
 * <pre>
 *   offer, of the acceptor    version (1 byte) | public part (44) | proof (32)
 *   answer, of the connector  public part (44) | proof (32)
 * </pre>
 *
 * <p>The acceptor proves that it has made the offer, the connector that it has received it. Everything afterwards is sealed with
 * keys derived from both pairs, the shared key, and all messages of the agreement. The pairs are dropped with this object, so a
 * process that obtains the shared key later cannot read recorded traffic, and an intruder without it is detected before any data is
 * sent. One object serves one connection. Not thread-safe.
 */
public final class Introduction {
    /** Bytes of an offer. */
    public static final int OFFER_LENGTH = 1 + LinkKeys.PUBLIC_LENGTH + SharedKey.PROOF_LENGTH;
    /** Bytes of an answer. */
    public static final int ANSWER_LENGTH = LinkKeys.PUBLIC_LENGTH + SharedKey.PROOF_LENGTH;

    private static final byte VERSION = 2;

    private final KeyRing keys;
    private final String channel;
    private final LinkKeys own;
    private byte[] offered = new byte[0];

    /**
     * Begins the introduction of one connection, with a new pair of keys.
     *
     * @param keys    the accepted keys
     * @param channel the purpose of the connection: an end with another one is refused like an end with another key
     */
    public Introduction(KeyRing keys, String channel) {
        this(keys, channel, LinkKeys.create());
    }

    Introduction(KeyRing keys, String channel, LinkKeys own) {
        this.keys = keys;
        this.channel = channel;
        this.own = own;
    }

    /**
     * The connector's answer.
     *
     * @param bytes the answer, {@value #ANSWER_LENGTH} bytes
     * @param seal  the seal of all that follows
     */
    public record Answer(byte[] bytes, ConnectionSeal seal) {
    }

    /** {@return the acceptor's first message, {@value #OFFER_LENGTH} bytes; called once, before {@link #accept}} */
    public byte[] offer() {
        ByteBuffer offer = ByteBuffer.allocate(OFFER_LENGTH).put(VERSION).put(own.publicPart());
        offer.put(proof(keys.current(), "offer", Arrays.copyOf(offer.array(), offer.position())));
        offered = offer.array();
        return offered.clone();
    }

    /**
     * Makes the connector's answer to an offer.
     *
     * @param offer the received offer, {@value #OFFER_LENGTH} bytes; others are refused
     * @return the answer and the seal of all that follows; empty if the offer is not from an end with an accepted key
     */
    public Optional<Answer> answer(byte[] offer) {
        if (offer.length != OFFER_LENGTH || offer[0] != VERSION) {
            return Optional.empty();
        }
        int proofAt = OFFER_LENGTH - SharedKey.PROOF_LENGTH;
        if (proving("offer", Arrays.copyOf(offer, proofAt), offer, proofAt).isEmpty()) {
            return Optional.empty();
        }
        SharedKey current = keys.current();
        byte[] part = own.publicPart();
        byte[] answer = join(part, proof(current, "answer", join(offer, part)));
        return own.secret(Arrays.copyOfRange(offer, 1, proofAt))
                .map(secret -> new Answer(answer, seal(secret, current, join(offer, answer), "answer", "offer")));
    }

    /**
     * Takes the connector's answer to this end's offer.
     *
     * @param answer the received answer, {@value #ANSWER_LENGTH} bytes; others are refused
     * @return the seal of all that follows; empty if the answer is not from an end with an accepted key, or nothing was offered
     */
    public Optional<ConnectionSeal> accept(byte[] answer) {
        if (answer.length != ANSWER_LENGTH || offered.length == 0) {
            return Optional.empty();
        }
        byte[] part = Arrays.copyOf(answer, LinkKeys.PUBLIC_LENGTH);
        return proving("answer", join(offered, part), answer, part.length).flatMap(key -> own.secret(part)
                .map(secret -> seal(secret, key, join(offered, answer), "offer", "answer")));
    }

    private ConnectionSeal seal(byte[] secret, SharedKey key, byte[] said, String sends, String receives) {
        byte[] salt = key.derive(said, "xpand connection " + channel, SharedKey.LENGTH);
        return new ConnectionSeal(keys, key, SharedKey.derive(secret, salt, "xpand " + sends, AeadKey.KEY_LENGTH),
                SharedKey.derive(secret, salt, "xpand " + receives, AeadKey.KEY_LENGTH), new ConnectionSeal.Ends(sends, receives, said));
    }

    /** The accepted key with which the proof in these bytes was made. */
    private Optional<SharedKey> proving(String purpose, byte[] what, byte[] from, int proofAt) {
        byte[] shown = Arrays.copyOfRange(from, proofAt, proofAt + SharedKey.PROOF_LENGTH);
        return keys.all().stream().filter(key -> MessageDigest.isEqual(proof(key, purpose, what), shown)).findFirst();
    }

    private byte[] proof(SharedKey key, String purpose, byte[] what) {
        return key.proof((purpose + " " + channel + " " + HexFormat.of().formatHex(what)).getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] join(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
    }
}
