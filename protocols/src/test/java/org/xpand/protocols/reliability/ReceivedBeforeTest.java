package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.protocols.reliability.TestSite.MS;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ReliabilityConfig;

/** A delegate that has heard nothing of a site that is not there goes by what its members have heard. */
class ReceivedBeforeTest {
    private static final ReliabilityConfig CONFIG = ReliabilityConfig.defaults();

    private final TestSite gone = new TestSite(1, CONFIG);
    private final TestSite old = new TestSite(2, CONFIG);
    private final TestSite fresh = new TestSite(3, CONFIG);

    /** The old delegate has segments 0 to 3; that of the other site is new. */
    @BeforeEach
    void aSiteVanishes() {
        gone.meetsAndSendsFour(old);
        assertThat(old.received).hasSize(4);
        old.layer.siteUnreachable(gone.id, 10 * MS);
        old.layer.siteJoined(fresh.id, TestSite.RTT, 10 * MS);
        fresh.layer.siteJoined(old.id, TestSite.RTT, 10 * MS);
    }

    private void exchange() {
        for (long now = 11 * MS; now <= 1000 * MS; now += 10 * MS) {
            TestSite.exchange(old, fresh, now);
        }
    }

    @Test
    void whatNobodyHoldsIsReportedToThoseWhoHaveNotReceivedIt() {
        fresh.layer.receivedBefore(gone.sender, 6, 10 * MS);
        exchange();
        assertThat(old.layer.lacksOfVanished()).isTrue();
        old.layer.maintain(9 * MS + CONFIG.partitionRetentionNanos());
        assertThat(old.received).hasSize(4);
        old.layer.maintain(10 * MS + CONFIG.partitionRetentionNanos());
        assertThat(old.received.subList(4, old.received.size())).startsWith("gap 10#4-6", "forgotten 10");
        assertThat(old.layer.lacksOfVanished()).isFalse();
    }

    @Test
    void whatOthersHoldIsBroughtToTheMemberThatHasReceivedLeast() {
        fresh.layer.receivedBefore(gone.sender, 3, 10 * MS);
        fresh.layer.receivedBefore(gone.sender, 2, 10 * MS);
        exchange();
        assertThat(fresh.received).isEqualTo(List.of("10#2", "10#3"));
    }

    @Test
    void whatOneMemberHasReceivedAndNobodyHoldsIsReportedToTheOthersOfItsSiteToo() {
        fresh.layer.receivedBefore(gone.sender, 6, 10 * MS);
        fresh.layer.receivedBefore(gone.sender, 3, 10 * MS);
        exchange();
        old.layer.maintain(10 * MS + CONFIG.partitionRetentionNanos());
        fresh.layer.maintain(10 * MS + CONFIG.partitionRetentionNanos());
        assertThat(fresh.received).containsExactly("10#3", "gap 10#4-6", "forgotten 10");
        assertThat(old.received.subList(4, old.received.size())).startsWith("gap 10#4-6", "forgotten 10");
    }

    @Test
    void aMemberThatComesLaterAndHasReceivedMoreIsReceivedToo() {
        fresh.layer.receivedBefore(gone.sender, 3, 10 * MS);
        exchange();
        fresh.layer.receivedBefore(gone.sender, 6, 1000 * MS);
        assertThat(fresh.layer.lacksOfVanished()).isTrue();
        fresh.layer.maintain(10 * MS + CONFIG.partitionRetentionNanos());
        assertThat(fresh.received).containsExactly("10#3", "gap 10#4-6", "forgotten 10");
    }

    @Test
    void aSenderThatItsSiteKnowsNothingMoreOfIsGivenUpInTheEnd() {
        fresh.layer.receivedBefore(gone.sender, 3, 10 * MS);
        fresh.layer.receivedBefore(gone.sender, 6, 10 * MS);
        fresh.layer.siteResumed(gone.id, true, TestSite.RTT, 11 * MS);
        long over = 11 * MS + CONFIG.partitionRetentionNanos() + 30_000 * MS;
        fresh.layer.members(gone.id, Set.of(), over - 2 * MS);
        assertThat(fresh.received).isEmpty();
        fresh.layer.members(gone.id, Set.of(), over + 2 * MS);
        assertThat(fresh.received).containsExactly("gap 10#3-6", "forgotten 10");
    }

    @Test
    void aSiteThatVanishesBeforeItWasReachableIsNoOther() {
        fresh.layer.siteJoined(gone.id, TestSite.RTT, 10 * MS);
        fresh.layer.receivedBefore(gone.sender, 2, 10 * MS);
        fresh.layer.siteUnreachable(gone.id, 10 * MS);
        exchange();
        assertThat(fresh.received).isEqualTo(List.of("10#2", "10#3"));
    }
}
