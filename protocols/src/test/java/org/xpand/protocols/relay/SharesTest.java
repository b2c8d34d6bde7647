package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.SortedSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.TopLayer;

/** What senders may send while no site is reached, and while one that was away catches up. */
class SharesTest {
    private static final long MS = 1_000_000;
    private static final SenderId SENDER = new SenderId(new SiteId(1), 2);
    private static final double NOBODY_LISTENS = 1.25e8;
    private static final double LEAST = (32 << 20) / 60.0;
    private static final double BEFORE = 3 * LEAST;

    private final Shares shares = new Shares(RelayConfig.defaults());
    private final Top top = new Top();
    private long now = MS;

    private static final class Top extends TopLayer {
        private boolean isRetentionHigh;
        private int reachable = 1;
        private long backlogBytes;
        private long newBytes;

        @Override
        public void elsewhere(SortedSet<MemberId> members, long nowNanos) {
            // There are no parts.
        }

        @Override
        public void expect(Iterable<SiteId> sites, long nowNanos) {
            // Told by the test.
        }

        @Override
        public Set<SiteId> receivers() {
            return Set.of();
        }

        @Override
        public void members(SiteId site, Set<MemberId> members, long nowNanos) {
            // Of no meaning here.
        }

        @Override
        public void maintain(long nowNanos) {
            // Nothing is kept.
        }

        @Override
        public void exclude(SiteId site, String reason, long nowNanos) {
            // Nobody is.
        }

        @Override
        public boolean waitsForUnreachable() {
            return isRetentionHigh;
        }

        @Override
        public boolean isRetentionHigh() {
            return isRetentionHigh;
        }

        @Override
        public int reachableSites() {
            return reachable;
        }

        @Override
        public long backlogBytes() {
            return backlogBytes;
        }

        @Override
        public long newSegmentBytes() {
            return newBytes;
        }
    }

    @BeforeEach
    void sendsForThreeSeconds() {
        shares.demand(SENDER, 1e9);
        for (int i = 0; i < 300; i++) {
            top.newBytes += 1000;
            update(BEFORE);
        }
    }

    private GroupRate update(double rate) {
        now += 10 * MS;
        GroupRate of = new GroupRate(rate, 20 * MS, top.newBytes);
        shares.update(of, top, now);
        return of;
    }

    private void isCutOff() {
        top.reachable = 0;
        top.isRetentionHigh = true;
    }

    @Test
    void whoIsCutOffGoesOnAsFastAsBefore() {
        isCutOff();
        top.backlogBytes = 1 << 24;
        GroupRate of = update(NOBODY_LISTENS);
        assertThat(shares.share(SENDER)).isBetween(0.8 * BEFORE, BEFORE);
        assertThat(shares.rateToAnnounce(of)).as("for the next delegate").isEqualTo(BEFORE);
    }

    @Test
    void theRateOfAPathThatFailsIsNotTheOneBefore() {
        update(500);
        isCutOff();
        update(NOBODY_LISTENS);
        assertThat(shares.share(SENDER)).isGreaterThan(0.8 * BEFORE);
    }

    @Test
    void whileASiteIsAwayTheOthersGoOnAsBeforeAndNotFaster() {
        top.isRetentionHigh = true;
        update(100 * BEFORE);
        assertThat(shares.share(SENDER)).isBetween(0.8 * BEFORE, BEFORE);
        update(BEFORE / 2);
        assertThat(shares.share(SENDER)).as("what the ways allow").isBetween(0.4 * BEFORE, BEFORE / 2);
        top.isRetentionHigh = false;
        update(100 * BEFORE);
        assertThat(shares.share(SENDER)).isGreaterThan(80 * BEFORE);
    }

    @Test
    void whatThoseBearWhoAreLeftIsNotReportedAsTheRateBefore() {
        top.isRetentionHigh = true;
        assertThat(shares.rateToAnnounce(update(100 * BEFORE))).as("of parts of the own site").isEqualTo(BEFORE);
        assertThat(shares.rateToAnnounce(update(BEFORE / 2))).as("what the ways allow").isEqualTo(BEFORE / 2);
        top.isRetentionHigh = false;
        assertThat(shares.rateToAnnounce(update(100 * BEFORE))).isEqualTo(100 * BEFORE);
    }

    @Test
    void aNewDelegateThatKnowsNoRateBeforeReportsWhatPathsBear() {
        Shares next = new Shares(RelayConfig.defaults());
        top.isRetentionHigh = true;
        GroupRate of = new GroupRate(BEFORE, 20 * MS, 0);
        next.update(of, top, now);
        assertThat(next.rateToAnnounce(of)).isEqualTo(BEFORE);
    }

    @Test
    void aNewDelegateThatIsCutOffHasTheRateOfTheOneBefore() {
        Shares next = new Shares(RelayConfig.defaults());
        isCutOff();
        next.demand(SENDER, 1e9);
        GroupRate of = new GroupRate(NOBODY_LISTENS, 20 * MS, 0);
        next.update(of, top, now);
        assertThat(next.share(SENDER)).as("nothing is known: what can be kept for a minute").isBetween(0.9 * LEAST, LEAST);
        assertThat(next.rateToAnnounce(of)).isZero();
        next.predecessorRate(2 * LEAST);
        next.demand(SENDER, 1e8);
        next.update(of, top, now + 20 * MS);
        assertThat(next.share(SENDER)).isBetween(1.8 * LEAST, 2 * LEAST);
        assertThat(next.rateToAnnounce(of)).isEqualTo(2 * LEAST);
    }

    @Test
    void whoIsAloneReportsNoRate() {
        top.reachable = 0;
        GroupRate of = update(NOBODY_LISTENS);
        assertThat(shares.flags()).isEqualTo(LanMessage.LAN_ONLY);
        assertThat(shares.rateToAnnounce(of)).isZero();
    }

    @Test
    void whatWaitsForASiteThatCatchesUpLeavesTheOthersAThird() {
        top.backlogBytes = 1 << 24;
        update(BEFORE + 1);
        double full = shares.share(SENDER);
        top.isRetentionHigh = true;
        update(BEFORE + 2);
        assertThat(shares.share(SENDER)).isGreaterThan(0.3 * BEFORE).isGreaterThan(2 * full);
    }
}
