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
 * How the two ends of a new connection prove to each other that they have the shared key, and agree on keys that nobody can make
 * later: each draws an X25519 pair (RFC 7748) for this one connection and shows its public part with a proof.
 *
 * <pre>
 *   offer, of who listens    version (1 byte) | public part (44) | proof (32)
 *   answer, of who connects  public part (44) | proof (32)
 * </pre>
 *
 * <p>Who listens proves that it has made the offer, who connects that it has seen it. What is sent from then on is sealed with keys made of
 * both pairs, the shared key, and all that was said. The pairs are forgotten with this object, so who gets the shared key later
 * can read nothing of what was recorded, and who meddles without it is found out before anything is said. One object serves one
 * connection. Not thread-safe.
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
     * @param keys    that are accepted
     * @param channel what the connection is for: who is of another one is as one who has another key
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
     * What who connects says.
     *
     * @param bytes its answer, {@value #ANSWER_LENGTH} of them
     * @param seal  of all that follows
     */
    public record Answer(byte[] bytes, ConnectionSeal seal) {
    }

    /** What who listens says first, {@value #OFFER_LENGTH} bytes. */
    public byte[] offer() {
        ByteBuffer offer = ByteBuffer.allocate(OFFER_LENGTH).put(VERSION).put(own.publicPart());
        offer.put(proof(keys.current(), "offer", Arrays.copyOf(offer.array(), offer.position())));
        offered = offer.array();
        return offered.clone();
    }

    /** What who connects says to an offer; empty if that is of nobody who has an accepted key. */
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

    /** The seal of all that follows on the answer to this one's offer; empty if that is of nobody who has an accepted key. */
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

    /** The accepted key that the proof in these bytes was made with. */
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
