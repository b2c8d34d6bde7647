package org.xpand.protocols.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.keys.SharedKey;

class SealTest {
    private static final byte[] TEXT = "what members say".getBytes(StandardCharsets.UTF_8);

    private static SharedKey key(int seed) {
        byte[] secret = new byte[SharedKey.LENGTH];
        new SplittableRandom(seed).nextBytes(secret);
        return SharedKey.of(secret);
    }

    private static Supplier<byte[]> salts(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return () -> {
            byte[] salt = new byte[16];
            random.nextBytes(salt);
            return salt;
        };
    }

    private static SealedFrames frames(int key, int seed) {
        return new SealedFrames(new KeyRing(key(key)), "c", salts(seed));
    }

    private static byte[] open(SealedFrames frames, byte[] frame) {
        return frames.open(frame, 0, frame.length);
    }

    private static byte[] seal(SealedFrames frames) {
        return frames.seal(TEXT, 0, TEXT.length);
    }

    @Test
    void derivedKeysAreThoseOfRfc5869() {
        HexFormat hex = HexFormat.of();
        byte[] secret = new byte[22];
        Arrays.fill(secret, (byte) 0x0b);
        // Test case 3 with the purpose left empty, as there.
        assertThat(SharedKey.derive(secret, new byte[0], "", 42)).isEqualTo(hex.parseHex(
                "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"));
    }

    @Test
    void aKeyIsReadAsItIsWrittenAndNeverShown() {
        SharedKey key = key(1);
        SharedKey again = SharedKey.parse(key.text() + "\n");
        assertThat(again.text()).isEqualTo(key.text());
        assertThat(key).hasToString("a shared key");
        assertThatThrownBy(() -> SharedKey.parse("secret!")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("accepted are 32 random bytes").hasMessageNotContaining("secret!").hasNoCause();
        assertThatThrownBy(() -> SharedKey.parse("c2hvcnQ=")).hasMessageContaining("accepted are 32");
        assertThat(key.proof(TEXT)).isEqualTo(again.proof(TEXT)).isNotEqualTo(key(2).proof(TEXT));
    }

    @Test
    void aKeyIsChangedInThreeStepsAndEverythingOpensMeanwhile() {
        KeyRing ringA = new KeyRing(key(1));
        KeyRing ringB = new KeyRing(key(1));
        SealedFrames a = new SealedFrames(ringA, "c", salts(1));
        SealedFrames b = new SealedFrames(ringB, "c", salts(2));
        byte[] late = seal(a);
        for (List<SharedKey> keys : List.of(List.of(key(1)), List.of(key(1), key(2)), List.of(key(2), key(1)), List.of(key(2)))) {
            ringA.change(keys);
            assertThat(open(b, seal(a))).isEqualTo(TEXT);
            assertThat(open(a, seal(b))).isEqualTo(TEXT);
            ringB.change(keys);
            assertThat(open(b, seal(a))).isEqualTo(TEXT);
            assertThat(open(a, seal(b))).isEqualTo(TEXT);
        }
        assertThat(open(b, late)).as("sealed with a key that is not accepted any more").isNull();
        assertThat(open(b, seal(frames(1, 3)))).as("a newcomer with the old key").isNull();
        assertThat(open(frames(2, 4), seal(b))).as("a newcomer with the new key").isEqualTo(TEXT);
    }

    @Test
    void whoHasTheKeyOpensAFrameOnceAndNobodyElse() {
        SealedFrames sender = frames(1, 1);
        SealedFrames receiver = frames(1, 2);
        byte[] frame = seal(sender);
        assertThat(new String(frame, StandardCharsets.ISO_8859_1)).doesNotContain("members");
        assertThat(open(frames(2, 3), frame)).as("another key").isNull();
        assertThat(open(new SealedFrames(new KeyRing(key(1)), "d", salts(4)), frame)).as("another channel").isNull();
        assertThat(open(sender, frame)).as("one's own").isNull();
        assertThat(open(receiver, frame)).isEqualTo(TEXT);
        assertThat(open(receiver, frame)).as("again").isNull();
    }

    @Test
    void whoListensToItselfOpensItsOwnFramesOnly() {
        SealedFrames sender = frames(1, 1);
        assertThat(sender.openOwn(new byte[100], 0, 100)).as("before the first").isNull();
        byte[] frame = seal(sender);
        assertThat(sender.openOwn(frame, 0, frame.length)).isEqualTo(TEXT);
        assertThat(sender.openOwn(frame, 0, frame.length)).as("again").isEqualTo(TEXT);
        assertThat(frames(1, 2).openOwn(frame, 0, frame.length)).as("another's").isNull();
        frame[frame.length - 1] ^= 1;
        assertThat(sender.openOwn(frame, 0, frame.length)).as("changed").isNull();
    }

    @Test
    void aRestartUsesNoNonceAgain() {
        byte[] before = seal(frames(1, 1));
        byte[] after = seal(frames(1, 2));
        assertThat(Arrays.copyOfRange(before, 25, before.length)).isNotEqualTo(Arrays.copyOfRange(after, 25, after.length));
        SealedFrames receiver = frames(1, 3);
        assertThat(open(receiver, before)).isEqualTo(TEXT);
        assertThat(open(receiver, after)).isEqualTo(TEXT);
    }

    @Test
    void strangersDriveNobodyOut() {
        SealedFrames sender = frames(1, 1);
        SealedFrames receiver = frames(1, 2);
        byte[] first = seal(sender);
        assertThat(open(receiver, first)).isEqualTo(TEXT);
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 5000; i++) {
            byte[] forged = first.clone();
            byte[] salt = new byte[16];
            random.nextBytes(salt);
            System.arraycopy(salt, 0, forged, 1, 16);
            assertThat(open(receiver, forged)).isNull();
        }
        assertThat(open(receiver, first)).as("still known").isNull();
    }

    @Property(tries = 500)
    void aFrameWithAnyBitTurnedDoesNotOpen(@ForAll @IntRange(max = 8 * (16 + 41) - 1) int bit) {
        byte[] frame = seal(frames(1, 1));
        frame[bit / 8] ^= (byte) (1 << bit % 8);
        assertThat(open(frames(1, 2), frame)).isNull();
    }

    @Property(tries = 2000)
    void noiseDoesNotOpen(@ForAll @Size(max = 100) byte[] noise) {
        assertThat(open(frames(1, 2), noise)).isNull();
    }
}
