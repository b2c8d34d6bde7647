package org.xpand.protocols.seal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.keys.SharedKey;

/** A connection's keys: of both ends, for this connection, and of nobody who has the shared key later. */
class ConnectionSealTest {
    private static final byte[] TEXT = "what delegates say".getBytes(StandardCharsets.UTF_8);
    private static final String CHANNEL = "c";

    private final KeyRing ringA = new KeyRing(key(1));
    private final KeyRing ringB = new KeyRing(key(1));

    private static SharedKey key(int seed) {
        byte[] secret = new byte[SharedKey.LENGTH];
        new SplittableRandom(seed).nextBytes(secret);
        return SharedKey.of(secret);
    }

    /** Two ends that have met, and what was said meanwhile. */
    private static final class Pair {
        private final byte[] offer;
        private final byte[] answer;
        private final ConnectionSeal listening;
        private final ConnectionSeal connecting;

        private Pair(KeyRing listens, KeyRing connects) {
            Introduction there = new Introduction(listens, CHANNEL);
            offer = there.offer();
            Introduction.Answer answered = new Introduction(connects, CHANNEL).answer(offer).orElseThrow();
            answer = answered.bytes();
            listening = there.accept(answer).orElseThrow();
            connecting = answered.seal();
        }
    }

    private static byte[] seal(ConnectionSeal seal, byte[] text, long nowNanos) {
        byte[] target = new byte[text.length + ConnectionSeal.OVERHEAD];
        return Arrays.copyOf(target, seal.seal(text, 0, text.length, target, nowNanos));
    }

    private static byte[] seal(ConnectionSeal seal) {
        return seal(seal, TEXT, 0);
    }

    /** What is in some records; null if one of them does not open. */
    private static byte[] open(ConnectionSeal seal, byte[] records) {
        byte[] all = new byte[0];
        for (int at = 0; at < records.length;) {
            byte[] head = Arrays.copyOfRange(records, at, at + ConnectionSeal.HEAD_LENGTH);
            at += ConnectionSeal.HEAD_LENGTH;
            int following = ConnectionSeal.following(head);
            byte[] target = new byte[ConnectionSeal.MAX_LENGTH];
            int length = following < 0 ? -1 : seal.open(head, Arrays.copyOfRange(records, at, at + following), target);
            if (length < 0) {
                return null;
            }
            at += following;
            int before = all.length;
            all = Arrays.copyOf(all, before + length);
            System.arraycopy(target, 0, all, before, length);
        }
        return all;
    }

    @Test
    void theTwoEndsReadEachOtherInOrderAndOnce() {
        Pair pair = new Pair(ringA, ringB);
        byte[] first = seal(pair.connecting);
        byte[] second = seal(pair.connecting);
        assertThat(new String(first, StandardCharsets.ISO_8859_1)).doesNotContain("delegates");
        assertThat(open(pair.listening, first)).isEqualTo(TEXT);
        assertThat(open(pair.listening, second)).isEqualTo(TEXT);
        assertThat(open(pair.connecting, seal(pair.listening))).isEqualTo(TEXT);
        assertThat(open(pair.listening, second)).as("again").isNull();
        assertThat(open(pair.listening, seal(pair.connecting))).as("after something forged").isNull();
        Pair other = new Pair(ringA, ringB);
        seal(other.connecting);
        assertThat(open(other.listening, seal(other.connecting))).as("one is missing").isNull();
        assertThat(open(other.connecting, seal(other.connecting))).as("one's own").isNull();
    }

    /** Everything that can be known later: the shared key and every byte that was sent, but not the pairs. */
    @Test
    void whoRecordsAConnectionAndGetsTheSharedKeyLaterReadsNothing() throws GeneralSecurityException {
        Pair pair = new Pair(ringA, ringB);
        byte[] toListening = seal(pair.connecting);
        byte[] toConnecting = seal(pair.listening);
        Introduction likeListening = new Introduction(ringA, CHANNEL, knowing(Arrays.copyOfRange(pair.offer, 1, 1 + 44)));
        assertThat(likeListening.offer()).isEqualTo(pair.offer);
        assertThat(open(likeListening.accept(pair.answer).orElseThrow(), toListening)).isNull();
        Introduction.Answer likeConnecting = new Introduction(ringB, CHANNEL, knowing(Arrays.copyOf(pair.answer, 44)))
                .answer(pair.offer).orElseThrow();
        assertThat(likeConnecting.bytes()).isEqualTo(pair.answer);
        assertThat(open(likeConnecting.seal(), toConnecting)).isNull();
        assertThat(open(pair.listening, toListening)).as("who has the pair").isEqualTo(TEXT);
    }

    /** A pair of which the public half is known, and the other one is not. */
    private static LinkKeys knowing(byte[] publicPart) throws GeneralSecurityException {
        return new LinkKeys(new KeyPair(KeyFactory.getInstance("X25519").generatePublic(new X509EncodedKeySpec(publicPart)),
                KeyPairGenerator.getInstance("X25519").generateKeyPair().getPrivate()));
    }

    @Test
    void whoDoesNotHaveTheKeyIsAnsweredNothingAndNotAccepted() {
        Introduction there = new Introduction(ringA, CHANNEL);
        byte[] offer = there.offer();
        KeyRing wrong = new KeyRing(key(2));
        assertThat(new Introduction(wrong, CHANNEL).answer(offer)).isEmpty();
        assertThat(new Introduction(ringB, "d").answer(offer)).as("another channel").isEmpty();
        Introduction meddler = new Introduction(wrong, CHANNEL);
        byte[] forgedOffer = meddler.offer();
        assertThat(new Introduction(ringB, CHANNEL).answer(forgedOffer)).isEmpty();
        byte[] forged = new Introduction(wrong, CHANNEL).answer(forgedOffer).orElseThrow().bytes();
        assertThat(there.accept(forged)).isEmpty();
        byte[] answer = new Introduction(ringB, CHANNEL).answer(offer).orElseThrow().bytes();
        assertThat(new Introduction(ringA, CHANNEL).accept(answer)).as("nothing was offered").isEmpty();
        Introduction again = new Introduction(ringA, CHANNEL);
        again.offer();
        assertThat(again.accept(answer)).as("an answer to another offer").isEmpty();
    }

    @Property(tries = 300)
    void anOfferOrAnswerWithAnyBitTurnedIsRefused(@ForAll @IntRange(max = 8 * (Introduction.OFFER_LENGTH
            + Introduction.ANSWER_LENGTH) - 1) int bit) {
        Introduction there = new Introduction(ringA, CHANNEL);
        byte[] offer = there.offer();
        int inOffer = 8 * Introduction.OFFER_LENGTH;
        if (bit < inOffer) {
            offer[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(new Introduction(ringB, CHANNEL).answer(offer)).isEmpty();
        } else {
            byte[] answer = new Introduction(ringB, CHANNEL).answer(offer).orElseThrow().bytes();
            answer[(bit - inOffer) / 8] ^= (byte) (1 << bit % 8);
            assertThat(there.accept(answer)).isEmpty();
        }
    }

    @Property(tries = 300)
    void aRecordWithAnyBitTurnedDoesNotOpen(@ForAll @IntRange(max = 8 * (3 + 18 + 16) - 1) int bit) {
        byte[] secret = new byte[AeadKey.KEY_LENGTH];
        ConnectionSeal.Ends ends = new ConnectionSeal.Ends("a", "b", new byte[0]);
        byte[] record = seal(new ConnectionSeal(ringA, key(1), secret.clone(), secret.clone(), ends));
        record[bit / 8] ^= (byte) (1 << bit % 8);
        byte[] head = Arrays.copyOf(record, ConnectionSeal.HEAD_LENGTH);
        byte[] sealed = Arrays.copyOfRange(record, head.length, record.length + ConnectionSeal.MAX_LENGTH);
        assertThat(new ConnectionSeal(ringB, key(1), secret.clone(), secret.clone(), ends)
                .open(head, Arrays.copyOf(sealed, 1 << 16), new byte[1 << 16])).isEqualTo(ConnectionSeal.REFUSED);
    }

    @Property(tries = 500)
    void noiseIsRefused(@ForAll @Size(max = 200) byte[] noise) {
        Introduction there = new Introduction(ringA, CHANNEL);
        there.offer();
        assertThat(there.accept(noise)).isEmpty();
        assertThat(there.answer(noise)).isEmpty();
    }

    @Test
    void keysChangeByTimeWithoutNoticeToTheUser() {
        Pair pair = new Pair(ringA, ringB);
        List<Integer> lengths = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            byte[] records = seal(pair.connecting, TEXT, i * ConnectionSeal.KEY_NANOS / 2);
            lengths.add(records.length - TEXT.length - 19);
            assertThat(open(pair.listening, records)).isEqualTo(TEXT);
        }
        assertThat(lengths).containsExactly(0, 0, 27, 0, 27);
    }

    @Test
    void keysChangeByCount() {
        Pair pair = new Pair(ringA, ringB);
        byte[] one = {7};
        byte[] target = new byte[ConnectionSeal.OVERHEAD + 1];
        for (long i = 0; i < ConnectionSeal.RECORDS_PER_KEY; i++) {
            if (pair.connecting.seal(one, 0, 1, target, 0) != 1 + 19) {
                throw new AssertionError("another key after " + i);
            }
        }
        assertThat(seal(pair.connecting)).hasSize(TEXT.length + 19 + 27);
    }

    @Test
    void theSharedKeyIsChangedInThreeStepsWhileTheConnectionStands() {
        Pair pair = new Pair(ringA, ringB);
        for (List<SharedKey> keys : List.of(List.of(key(1), key(2)), List.of(key(2), key(1)), List.of(key(2)))) {
            for (KeyRing ring : List.of(ringA, ringB)) {
                ring.change(keys);
                assertThat(open(pair.listening, seal(pair.connecting))).isEqualTo(TEXT);
                assertThat(open(pair.connecting, seal(pair.listening))).isEqualTo(TEXT);
            }
        }
    }

    @Test
    void whoHasOnlyADroppedKeyIsNotReadAndReadsNothing() {
        Pair pair = new Pair(ringA, ringB);
        Pair other = new Pair(ringB, ringA);
        ringA.change(List.of(key(2), key(1)));
        assertThat(open(pair.connecting, seal(pair.listening))).as("sealed with a key that it does not have").isNull();
        byte[] late = seal(other.listening);
        ringA.change(List.of(key(2)));
        assertThat(open(other.connecting, late)).isNull();
    }
}
