package org.xpand.protocols.seal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** What one delegate seals another one opens, once, and nobody else. */
class DatagramSealTest {
    private static final byte[] TEXT = {1, 2, 3, 4, 5};

    private final LinkKeys keysA = LinkKeys.create();
    private final LinkKeys keysB = LinkKeys.create();
    private final DatagramSeal a = keysA.agree(keysB.publicPart()).orElseThrow();
    private final DatagramSeal b = keysB.agree(keysA.publicPart()).orElseThrow();
    private final byte[] opened = new byte[100];

    private static byte[] seal(DatagramSeal seal, long nowNanos) {
        byte[] target = new byte[100];
        return Arrays.copyOf(target, seal.seal(TEXT, 0, TEXT.length, target, nowNanos));
    }

    private boolean opens(DatagramSeal seal, byte[] datagram) {
        int length = seal.open(datagram, 0, datagram.length, opened);
        if (length >= 0) {
            assertThat(Arrays.copyOf(opened, length)).isEqualTo(TEXT);
        }
        return length >= 0;
    }

    @Test
    void bothWaysOpenOnceAndNoOther() {
        byte[] sealed = seal(a, 0);
        assertThat(sealed).hasSize(TEXT.length + DatagramSeal.OVERHEAD);
        assertThat(opens(a, sealed)).as("sent back").isFalse();
        assertThat(opens(b, sealed)).isTrue();
        assertThat(opens(b, sealed)).as("again").isFalse();
        assertThat(opens(a, seal(b, 0))).isTrue();
        LinkKeys third = LinkKeys.create();
        assertThat(opens(third.agree(keysA.publicPart()).orElseThrow(), seal(a, 0))).as("a third site").isFalse();
    }

    @Test
    void aDelegateThatStartsAgainHasOtherKeys() {
        DatagramSeal again = LinkKeys.create().agree(keysB.publicPart()).orElseThrow();
        assertThat(seal(again, 0)).isNotEqualTo(seal(a, 0));
        assertThat(opens(b, seal(again, 0))).isFalse();
    }

    @Test
    void whatIsNoPublicPartAgreesOnNothing() {
        assertThat(keysA.agree(new byte[LinkKeys.PUBLIC_LENGTH])).isEmpty();
        assertThat(keysA.agree(new byte[3])).isEmpty();
        assertThat(keysA.publicPart()).hasSize(LinkKeys.PUBLIC_LENGTH);
        byte[] weak = keysA.publicPart();
        Arrays.fill(weak, 12, weak.length, (byte) 0);
        assertThat(keysA.agree(weak)).as("a point of small order").isEmpty();
    }

    @Test
    void keysChangeByTimeWithoutLossWhateverTheOrder() {
        List<byte[]> sent = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            sent.add(seal(a, i * DatagramSeal.EPOCH_NANOS / 20));
        }
        Collections.shuffle(sent.subList(10, 30), new Random(1));
        assertThat(sent).allMatch(each -> opens(b, each));
        assertThat(sent).noneMatch(each -> opens(b, each));
    }

    @Test
    void keysChangeByNumberWithoutLoss() {
        byte[] target = new byte[100];
        int lost = 0;
        for (long i = 0; i < DatagramSeal.EPOCH_NUMBERS + 10; i++) {
            int length = a.seal(TEXT, 0, TEXT.length, target, 0);
            boolean looked = i < 10 || i > DatagramSeal.EPOCH_NUMBERS - 10;
            lost += looked && b.open(target, 0, length, opened) < 0 ? 1 : 0;
        }
        assertThat(lost).isZero();
    }

    @Test
    void whoWasNotReceivedForManyKeysIsOpenedAgain() {
        assertThat(opens(b, seal(a, 0))).isTrue();
        for (int i = 1; i < 5000; i++) {
            seal(a, i * DatagramSeal.EPOCH_NANOS);
        }
        assertThat(opens(b, seal(a, 5000 * DatagramSeal.EPOCH_NANOS))).isTrue();
    }

    private static int mark(byte[] sealed) {
        return (sealed[DatagramSeal.MARK_AT] & 0xFF) << 16 | (sealed[DatagramSeal.MARK_AT + 1] & 0xFF) << 8
                | sealed[DatagramSeal.MARK_AT + 2] & 0xFF;
    }

    @Test
    void theMarkIsKnownFromTheFirstOn() {
        assertThat(b.mark()).isEqualTo(DatagramSeal.NO_MARK);
        byte[] first = seal(a, 0);
        assertThat(opens(b, first)).isTrue();
        assertThat(mark(first)).isBetween(b.mark(), b.mark() + 1);
        assertThat(mark(first)).as("not that of the other direction").isNotEqualTo(mark(seal(b, 0)));
    }

    @Test
    void theMarkGoesUpByOneWithTheNumbersAndIsKnownBefore() {
        byte[] secret = new byte[32];
        DatagramSeal sender = new DatagramSeal(secret, new byte[32], (7L << 40) - 8 * DatagramSeal.EPOCH_NUMBERS);
        DatagramSeal receiver = new DatagramSeal(new byte[32], secret);
        List<Integer> marks = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            byte[] next = seal(sender, i * DatagramSeal.EPOCH_NANOS);
            if (i > 0) {
                assertThat(mark(next)).isBetween(receiver.mark(), receiver.mark() + 1);
            }
            assertThat(opens(receiver, next)).isTrue();
            assertThat(mark(next)).as("late").isBetween(receiver.mark(), receiver.mark() + 1);
            marks.add(mark(next));
        }
        assertThat(marks).startsWith(6).endsWith(7).isSorted();
        DatagramSeal fromNothing = new DatagramSeal(secret, new byte[32], 0);
        DatagramSeal other = new DatagramSeal(new byte[32], secret);
        assertThat(opens(other, seal(fromNothing, 0))).as("as delegates of before begin").isTrue();
        assertThat(other.mark()).isZero();
    }

    @Property(tries = 240)
    void aDatagramWithAnyBitTurnedDoesNotOpenAndDisturbsNothing(@ForAll @IntRange(max = 8 * 30 - 1) int bit) {
        byte[] sealed = seal(a, 0);
        byte[] forged = sealed.clone();
        forged[bit / 8] ^= (byte) (1 << bit % 8);
        assertThat(opens(b, forged)).isFalse();
        assertThat(opens(b, sealed)).isTrue();
    }

    @Test
    void theCipherIsNotAskedOfWhatAStrangerGuessesOrSendsAgain() {
        byte[] sealed = seal(a, 0);
        assertThat(opens(b, sealed)).isTrue();
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            byte[] guessed = sealed.clone();
            for (int at = 5; at < 13; at++) {
                guessed[at] = (byte) random.nextInt();
            }
            assertThat(opens(b, guessed)).isFalse();
            assertThat(opens(b, sealed)).isFalse();
        }
        byte[] ofAnotherVersion = seal(a, 0);
        ofAnotherVersion[0]++;
        assertThat(opens(b, ofAnotherVersion)).isFalse();
        assertThat(b.asked()).isEqualTo(1);
    }

    @Property(tries = 2000)
    void noiseDoesNotOpen(@ForAll @Size(max = 90) byte[] noise) {
        assertThat(opens(b, noise)).isFalse();
    }

    @Test
    void sealingAndOpeningAllocateWhatTheCipherDoesAndNoMore() throws GeneralSecurityException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        LinkKeys here = LinkKeys.create();
        LinkKeys there = LinkKeys.create();
        DatagramSeal sender = here.agree(there.publicPart()).orElseThrow();
        DatagramSeal receiver = there.agree(here.publicPart()).orElseThrow();
        byte[] clear = new byte[1400];
        byte[] target = new byte[1400 + DatagramSeal.OVERHEAD];
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        SecretKeySpec key = new SecretKeySpec(new byte[AeadKey.KEY_LENGTH], "AES");
        byte[] nonce = new byte[12];
        int times = 2000;
        long bare = 0;
        long sealing = 0;
        // The first round loads classes.
        for (int round = 0; round < 2; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < times; i++) {
                nonce[0] = (byte) round;
                nonce[1] = (byte) i;
                nonce[2] = (byte) (i >> 8);
                cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(8 * AeadKey.TAG_LENGTH, nonce));
                cipher.updateAAD(target, 0, 13);
                cipher.doFinal(clear, 0, clear.length, target, 13);
            }
            long between = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < times; i++) {
                receiver.open(target, 0, sender.seal(clear, 0, clear.length, target, 0), clear);
            }
            bare = between - before;
            sealing = threads.getCurrentThreadAllocatedBytes() - between;
        }
        assertThat(sealing / 2).as("bytes of %d", times).isLessThan(bare + 64L * times);
    }
}
