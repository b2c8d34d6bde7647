package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.allocation.LanWindowConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.Segment;

/** The two windows of a sender. */
class LocalSenderTest {
    private static final long SECOND = 1_000_000_000L;
    private static final RelayConfig CONFIG = RelayConfig.defaults().withMaxMessage(100_000).withWindows(64, 2_000, 20_000)
            .withRetention(2_000, 8 << 20);

    private final LocalSender sender = new LocalSender(new SenderId(new SiteId(1), 2), 0, CONFIG, new SenderBudget(CONFIG), 0);

    private void send() {
        while (sender.nextNumber() >= 0) {
            sender.sent();
        }
    }

    @Test
    void theSendWindowClosesUntilTheBucketHasTakenWhatIsInIt() {
        sender.allotted(10_000, 10_000_000, false, 0);
        sender.notice(0, 1_000);
        for (int i = 0; i < 5; i++) {
            sender.accept(new byte[1000], 0);
        }
        sender.take(0);
        assertThat(sender.open()).isTrue();
        sender.accept(new byte[1000], 0);
        sender.accept(new byte[1000], 0);
        assertThat(sender.open()).isFalse();
        long again = sender.take(0);
        assertThat(again).as("when the bucket is ready").isBetween(1L, 10 * SECOND);
        assertThat(sender.open()).isFalse();
        sender.take(10 * SECOND);
        assertThat(sender.open()).isTrue();
    }

    /** Otherwise what waits grows with each moment in which the shares are great, and stays. */
    @Test
    void manySendersShareWhatMayWait() {
        SenderBudget budget = new SenderBudget(CONFIG);
        LocalSender[] all = new LocalSender[10];
        for (int i = 0; i < all.length; i++) {
            all[i] = new LocalSender(new SenderId(new SiteId(1), i), 0, CONFIG, budget, 0);
            all[i].allotted(1e6, 0, false, 0);
            all[i].notice(0, 1_000);
            all[i].accept(new byte[100], 0);
            all[i].take(0);
        }
        LocalSender one = all[0];
        one.allotted(1e6, 0, false, 1);
        one.notice(0, 0);
        int accepted = 0;
        while (one.open()) {
            one.accept(new byte[100], 1);
            accepted += 100;
        }
        assertThat(accepted).as("20 kB for ten, with what each segment counts itself").isBetween(1_000, 2_000);
    }

    @Test
    void theFewestPiecesOfAMessageAreAlike() {
        sender.notice(0, 1_000);
        assertThat(sender.accept(new byte[10_000], 0)).isEqualTo(9);
        assertThat(LongStream.range(0, 9).mapToInt(number -> sender.segment(number).payload().length))
                .containsExactly(1112, 1111, 1111, 1111, 1111, 1111, 1111, 1111, 1111);
        assertThat(sender.accept(new byte[2 * Segment.USUAL_PAYLOAD], 0)).isEqualTo(11);
    }

    @Test
    void theBucketLetsSegmentsGoAtTheShare() {
        sender.notice(0, 1_000_000);
        sender.allotted(20_000, 10_000_000, false, 0);
        for (int i = 0; i < 40; i++) {
            sender.accept(new byte[Segment.USUAL_PAYLOAD], 0);
        }
        for (long now = 0; now <= SECOND; now += 1_000_000) {
            sender.take(now);
            send();
        }
        long sent = 0;
        for (long number = 0; sender.segment(number) != null && number < 40; number++) {
            sent = number;
        }
        assertThat(sent).isEqualTo(39);
        sender.notice(40, 1_000_000);
        assertThat(sender.stable()).as("burst of four full segments and 20 kB in a second").isBetween(20L, 26L);
    }

    @Test
    void whatNobodyShapedOnTheLanIsNotOwedOnceAnotherSiteHasMembers() {
        sender.lanOnly();
        for (int i = 0; i < 4_000; i++) {
            sender.accept(new byte[1000], 0);
            sender.take(0);
            send();
            sender.notice(i + 1, 1_000_000);
        }
        sender.allotted(20_000, 10_000_000, false, 0);
        sender.accept(new byte[1000], SECOND);
        sender.take(SECOND);
        assertThat(sender.nextNumber()).isEqualTo(4_000);
    }

    /** Sends as much of 4,000 segments as is allowed, all of which members have. */
    private void sendsForTwentySeconds() {
        for (int i = 0; i < 4_000; i++) {
            sender.accept(new byte[Segment.USUAL_PAYLOAD], 0);
        }
        for (long now = 0; now <= 20 * SECOND; now += 10_000_000) {
            sender.take(now);
        }
        send();
        sender.notice(1_000_000, 1_000_000);
    }

    @Test
    void theRetentionHoldsTheBucketUntilSegmentsAreStable() {
        sender.notice(0, 1_000_000);
        sender.allotted(1_000_000, 0, false, 0);
        sendsForTwentySeconds();
        long retained = sender.stable();
        assertThat(retained * (Segment.USUAL_PAYLOAD + 64)).as("1.62 s worth at the share").isBetween(1_500_000L, 1_700_000L);
        sender.take(21 * SECOND);
        assertThat(sender.nextNumber()).isEqualTo(retained);
    }

    @Test
    void moreIsKeptWhileASiteIsWaitedFor() {
        sender.notice(0, 1_000_000);
        sender.allotted(1_000_000, 0, true, 0);
        sendsForTwentySeconds();
        assertThat(sender.stable()).isEqualTo(4_000);
    }

    @Test
    void nothingIsTakenBeyondTheDelegatesLimit() {
        sender.notice(0, 1);
        sender.accept(new byte[3000], 0);
        sender.take(0);
        assertThat(sender.nextNumber()).isZero();
        sender.sent();
        assertThat(sender.nextNumber()).isEqualTo(-1);
        sender.notice(0, 2);
        sender.take(0);
        assertThat(sender.nextNumber()).isEqualTo(1);
    }

    @Test
    void aNoticeAboutWhatWasNeverSentReleasesNothing() {
        sender.accept(new byte[100], 0);
        sender.notice(1_000_000, 1_000_064);
        assertThat(sender.unstableMessages()).isEqualTo(1);
    }

    @Test
    void aNewDelegateIsSentWhatIsNotStableOnceMore() {
        sender.accept(new byte[6000], 0);
        sender.take(0);
        send();
        sender.notice(2, 1_000);
        sender.delegateChanged();
        assertThat(sender.nextNumber()).isEqualTo(2);
    }

    @Test
    void aMessageThatIsTooLongIsNamedWithTheSetting() {
        assertThatIllegalArgumentException().isThrownBy(() -> sender.accept(new byte[100_001], 0))
                .withMessageContaining("100001").withMessageContaining("100000").withMessageContaining("maxMessage");
        assertThat(sender.end()).isZero();
    }

    @Test
    void aNewDelegateIsNoPressureAndALostSegmentIs() {
        sender.lanOnly();
        sender.notice(0, 1_000);
        for (int i = 0; i < 10; i++) {
            sender.accept(new byte[1000], 0);
        }
        sender.take(0);
        send();
        sender.delegateChanged();
        assertThat(sender.nextNumber()).isZero();
        send();
        sender.notice(10, 1_000);
        assertThat(segmentsTaken()).as("slow start goes on").isEqualTo(20);
        send();
        sender.resend(15);
        assertThat(sender.nextNumber()).isEqualTo(15);
        send();
        sender.notice(30, 1_000);
        assertThat(segmentsTaken()).as("half of it, and one for each window of them").isEqualTo(11);
    }

    /** Sites that take less than what rate control allows, for lack of processors: what is sent must not wait for them by the second. */
    @Test
    void theRetentionFollowsWhatBecomesStable() {
        RelayConfig config = CONFIG.withRetention(10_000, 10_000_000);
        LocalSender fast = new LocalSender(new SenderId(new SiteId(1), 2), 0, config, new SenderBudget(config), 0);
        long[] kept = new long[1_000];
        for (int i = 0; i < kept.length; i++) {
            long now = i * 10_000_000L;
            while (fast.open()) {
                fast.accept(new byte[1000], now);
            }
            fast.allotted(1_000_000, 0, false, now);
            fast.take(now);
            while (fast.nextNumber() >= 0) {
                fast.sent();
            }
            fast.notice(fast.stable() + 1, 1_000_000);
            kept[i] = fast.keptBytes() - fast.unconsumedBytes();
        }
        assertThat(kept[45]).as("0.45 s at the share").isBetween(350_000L, 500_000L);
        assertThat(kept[kept.length - 1]).as("1.62 s at twice the rate at which it becomes stable").isBetween(200_000L, 220_000L);
    }

    /** X14: pressure is a repair or a full retention. */
    @Test
    void withinOneLanAFullRetentionIsPressure() {
        LocalSender kept = new LocalSender(new SenderId(new SiteId(1), 2), 0, CONFIG.withRetention(2_000, 20_000), new SenderBudget(CONFIG), 0);
        kept.lanOnly();
        kept.notice(0, 1_000);
        for (int i = 0; i < 100; i++) {
            kept.accept(new byte[1000], 0);
        }
        kept.take(0);
        assertThat(taken(kept)).as("the first window").isEqualTo(10);
        kept.notice(10, 1_000);
        kept.take(0);
        assertThat(taken(kept)).as("20 of the window, as far as they may be kept").isEqualTo(19);
        kept.take(0);
        kept.notice(29, 1_000);
        kept.take(0);
        assertThat(taken(kept)).as("half of it, and one for each window of them").isEqualTo(11);
    }

    /** Each becomes stable as it is sent, so the window opens as far as it may. */
    private static long mostInFlight(int length) {
        LocalSender sender = new LocalSender(new SenderId(new SiteId(1), 2), 0, RelayConfig.defaults(), new SenderBudget(CONFIG), 0);
        sender.lanOnly();
        long number = 0;
        for (int turn = 0; turn < 12_000; turn++) {
            sender.accept(new byte[length], 0);
            sender.take(0);
            number += taken(sender);
            sender.notice(number, Long.MAX_VALUE);
        }
        for (int i = 0; i < 12_000; i++) {
            sender.accept(new byte[length], 0);
        }
        sender.take(0);
        return sender.waiting();
    }

    @Test
    void withinOneLanLongSegmentsAreBoundedByTheirBytesAndShortOnesByTheirNumber() {
        LanWindowConfig window = RelayConfig.defaults().lanWindow();
        assertThat(mostInFlight(100)).isEqualTo(window.maxSegments());
        assertThat(mostInFlight(1000)).isEqualTo(window.maxBytes() / 1064 + 1);
    }

    private static long taken(LocalSender sender) {
        long taken = sender.waiting();
        while (sender.nextNumber() >= 0) {
            sender.sent();
        }
        return taken;
    }

    private long segmentsTaken() {
        for (int i = 0; i < 100; i++) {
            sender.accept(new byte[1000], 0);
        }
        sender.take(0);
        return sender.waiting();
    }
}
