package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.RateReason;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.strategy.RateSourceStats;

/** When a group's packets go directly because the tree loses too many. */
class LossyTreeTest {
    private static final long SECOND = 1_000_000_000L;
    private static final List<SiteId> BEHIND = List.of(new SiteId(3));

    private final LossyTree tree = new LossyTree(0);
    private long now = 5 * SECOND;

    /** The source has receivers 2 and 3, the latter behind a forwarder. */
    private static RateSourceStats stats(long limiting, double loss) {
        return new RateSourceStats(1000, false, RateReason.PATH, limiting == 0 ? OptionalLong.empty() : OptionalLong.of(limiting),
                LongStream.of(2, 3).mapToObj(key -> new RateSourceStats.Receiver(key, 1000, 1, key == limiting ? loss : 0.01, 1000, 9)).toList());
    }

    /** Looks for some seconds; returns how often the paths changed. */
    private int look(long limiting, double loss, List<SiteId> behind, double seconds) {
        int changes = 0;
        for (long end = now + Math.round(seconds * SECOND); now < end; now += SECOND / 20) {
            if (tree.isDue(now) && tree.look(stats(limiting, loss), tree.isAvoided() ? List.of() : behind, now)) {
                changes++;
            }
        }
        return changes;
    }

    @Test
    void isAvoidedAfterTwoSecondsOfMuchLoss() {
        assertThat(look(3, 0.3, BEHIND, 1.4)).isZero();
        assertThat(tree.isAvoided()).isFalse();
        assertThat(look(3, 0.3, BEHIND, 0.6)).isEqualTo(1);
        assertThat(tree.isAvoided()).isTrue();
    }

    @Test
    void isNotAvoidedForLessLossOrForAMoment() {
        assertThat(look(3, LossyTree.LOSS - 0.01, BEHIND, 20)).isZero();
        for (int i = 0; i < 10; i++) {
            assertThat(look(3, 0.5, BEHIND, 1)).isZero();
            assertThat(look(3, 0.1, BEHIND, 1)).isZero();
        }
    }

    @Test
    void isNotAvoidedForASiteThatIsReachedDirectlyOrIfNoneLimits() {
        assertThat(look(2, 0.5, BEHIND, 20)).isZero();
        assertThat(look(0, 0.5, BEHIND, 20)).isZero();
    }

    @Test
    void isNotAvoidedWhereManyCopiesWouldBeSent() {
        List<SiteId> many = LongStream.rangeClosed(3, 3 + LossyTree.MOST_BEYOND).mapToObj(SiteId::new).toList();
        assertThat(look(3, 0.5, many, 20)).isZero();
        assertThat(look(3, 0.5, many.subList(0, LossyTree.MOST_BEYOND), 20)).isEqualTo(1);
    }

    /** Looks until the tree is avoided and is tried again; returns how many seconds it was avoided. */
    private long avoidedSeconds() {
        look(3, 0.3, BEHIND, 2.5);
        assertThat(tree.isAvoided()).isTrue();
        long from = now;
        while (tree.isAvoided()) {
            look(3, 0.3, BEHIND, 0.1);
        }
        return Math.round((now - from) / (double) SECOND);
    }

    /** The receivers' acceptable rate is 1000 bytes per second. */
    @Test
    void isAvoidedWhereASiteBehindAForwarderIsTooSlowForTheGroup() {
        LossyTree enough = new LossyTree(1000);
        LossyTree tooLittle = new LossyTree(1001);
        for (int i = 0; i < 4; i++) {
            now += SECOND / 2;
            assertThat(enough.look(stats(3, 0.01), BEHIND, now)).isFalse();
            assertThat(tooLittle.look(stats(3, 0.01), BEHIND, now)).isEqualTo(i == 3);
        }
        assertThat(look(2, 0.01, BEHIND, 20)).as("no least rate").isZero();
    }

    @Test
    void isTriedAgainLessAndLessOften() {
        for (long seconds : new long[] {60, 120, 240, 300, 300}) {
            assertThat(avoidedSeconds()).isBetween(seconds - 2, seconds);
        }
        look(3, 0.01, BEHIND, 12);
        assertThat(avoidedSeconds()).as("after it was good").isBetween(58L, 60L);
    }
}
