package org.xpand.protocols.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.protocols.control.Sites.MILLI;
import static org.xpand.protocols.control.Sites.group;
import static org.xpand.protocols.control.Sites.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;

class SnapshotPublisherTest {
    private final SnapshotPublisher publisher = new SnapshotPublisher(7, SnapshotPublisher.Config.DEFAULT);

    private static List<SiteInfo> withRtts(long there, long back) {
        return List.of(site(1, "s1", 1, Map.of(2L, there), group("g", "tfrc")), site(2, "s2", 2, Map.of(1L, back)));
    }

    @Test
    void aChangeOfSitesOrMembersIsPublishedAtOnce() {
        OverlaySnapshot first = publisher.update(List.of(site(1)), 0).orElseThrow();
        assertThat(first.id()).isEqualTo(new SnapshotId(7, 1));
        assertThat(publisher.update(List.of(site(1)), 1)).isEmpty();
        assertThat(publisher.update(List.of(site(1), site(2)), 2).orElseThrow().id().number()).isEqualTo(2);
        OverlaySnapshot third = publisher.update(List.of(site(1, group("g", "tfrc")), site(2)), 3).orElseThrow();
        assertThat(third.members(new GroupName("g").id())).containsExactly(new SiteId(1));
        assertThat(publisher.update(List.of(site(1, group("g", "tfrc"))), 4)).isPresent();
    }

    @Test
    void costsWithinTheToleranceArePublishedNeverAndBeyondItNotTooOften() {
        publisher.update(withRtts(100, 100), 0);
        assertThat(publisher.update(withRtts(119, 119), 2_000 * MILLI)).isEmpty();
        assertThat(publisher.nextTimeout()).isEmpty();

        OverlaySnapshot moved = publisher.update(withRtts(130, 130), 2_001 * MILLI).orElseThrow();
        assertThat(moved.costs().cost(new SiteId(1), new SiteId(2))).isEqualTo(130.0 * MILLI);

        assertThat(publisher.update(withRtts(160, 160), 2_100 * MILLI)).isEmpty();
        assertThat(publisher.nextTimeout()).as("twice as long as for the first").hasValue(3_001 * MILLI);
        assertThat(publisher.update(withRtts(160, 160), 3_000 * MILLI)).isEmpty();
        assertThat(publisher.update(withRtts(160, 160), 3_001 * MILLI)).isPresent();
        assertThat(publisher.nextTimeout()).isEmpty();
    }

    /** Least values that turn out to be shorter were wrong before. */
    @Test
    void aCostThatBecameShorterIsPublishedSoonHoweverOftenCostsMovedBefore() {
        long rtt = 100;
        long now = 0;
        for (int i = 0; i < 5; i++) {
            publisher.update(withRtts(rtt, rtt), now);
            rtt = 13 * rtt / 10;
            now += 60_000 * MILLI;
        }
        assertThat(publisher.update(withRtts(rtt, rtt), now)).isPresent();
        long shorter = rtt - rtt / 16;
        assertThat(publisher.update(withRtts(shorter, shorter), now + 400 * MILLI)).as("a sixteenth").isEmpty();
        assertThat(publisher.update(withRtts(shorter - 1, shorter - 1), now + 499 * MILLI)).isEmpty();
        assertThat(publisher.nextTimeout()).hasValue(now + 500 * MILLI);
        OverlaySnapshot snapshot = publisher.update(withRtts(shorter - 1, shorter - 1), now + 500 * MILLI).orElseThrow();
        assertThat(snapshot.costs().cost(new SiteId(1), new SiteId(2))).isEqualTo((shorter - 1.0) * MILLI);
        assertThat(publisher.update(withRtts(rtt + rtt, rtt + rtt), now + 10_000 * MILLI)).as("longer ones wait as before").isEmpty();
    }

    @Test
    void aChangeOfLessThanAMillisecondIsNotPublished() {
        publisher.update(withRtts(1, 1), 0);
        assertThat(publisher.update(withRtts(2, 2), 2_000 * MILLI)).isEmpty();
        assertThat(publisher.update(withRtts(3, 3), 2_000 * MILLI)).isPresent();
    }

    @Test
    void theMoreSitesTheLessOftenCostsArePublished() {
        List<SiteInfo> sites = new ArrayList<>(withRtts(100, 100));
        for (int site = 3; site <= 20; site++) {
            sites.add(site(site));
        }
        publisher.update(sites, 0);
        sites.set(0, withRtts(200, 200).get(0));
        assertThat(publisher.update(sites, 999 * MILLI)).isEmpty();
        assertThat(publisher.nextTimeout()).hasValue(1_000 * MILLI);
        assertThat(publisher.update(sites, 1_000 * MILLI)).isPresent();
    }

    @Test
    void aCostThatCameBackIsNotPublished() {
        publisher.update(withRtts(100, 100), 0);
        assertThat(publisher.update(withRtts(200, 200), MILLI)).isEmpty();
        assertThat(publisher.update(withRtts(100, 100), 2 * MILLI)).isEmpty();
        assertThat(publisher.nextTimeout()).isEmpty();
    }

    @Test
    void aFirstMeasurementCountsEvenIfItIsWhatWasAssumed() {
        publisher.update(List.of(site(1), site(2)), 0);
        List<SiteInfo> measured = List.of(site(1, "s1", 1, Map.of(2L, 500L)), site(2));
        assertThat(publisher.update(measured, 1_000 * MILLI)).isPresent();
    }

    @Test
    void costsOfSitesThatAreNotThereAreLeftOut() {
        OverlaySnapshot snapshot = publisher.update(List.of(site(1, "s1", 1, Map.of(2L, 10L, 1L, 5L))), 0)
                .orElseThrow();
        assertThat(snapshot.costs().measured()).isEmpty();
    }

    @Test
    void aCoordinatorThatResignedPublishesAnewAndNumbersGoOn() {
        publisher.update(List.of(site(1)), 0);
        publisher.resign();
        assertThat(publisher.last()).isEmpty();
        assertThat(publisher.update(List.of(site(1)), 1).orElseThrow().id()).isEqualTo(new SnapshotId(7, 2));
    }

    @Test
    void costsThatMoveAgainAndAgainArePublishedLessAndLessOften() {
        publisher.update(withRtts(100, 100), 0);
        long now = 0;
        int made = 0;
        boolean high = false;
        for (; now < 300_000 * MILLI; now += 100 * MILLI) {
            high = now / (1_000 * MILLI) % 2 == 0;
            made += publisher.update(high ? withRtts(300, 300) : withRtts(100, 100), now).isPresent() ? 1 : 0;
        }
        assertThat(made).as("in five minutes: each longer one, and the shorter one after it").isBetween(16, 26);
        assertThat(publisher.update(List.of(site(1), site(2)), now + 500 * MILLI)).as("a pair that is not measured any more")
                .isPresent();
        assertThat(publisher.update(withRtts(100, 100), now + 1_000 * MILLI)).as("and is again").isPresent();
    }

    @Test
    void nothingMovesAmongEqualsWhenASnapshotIsMadeForSomethingElse() {
        publisher.update(withRtts(100, 100), 0);
        OverlaySnapshot another = publisher.update(List.of(withRtts(110, 112).get(0), withRtts(110, 112).get(1), site(3)),
                MILLI).orElseThrow();
        assertThat(another.costs().cost(new SiteId(1), new SiteId(2))).isEqualTo(100.0 * MILLI);
        SnapshotPublisher successor = new SnapshotPublisher(8, SnapshotPublisher.Config.DEFAULT);
        successor.follow(another);
        assertThat(successor.update(withRtts(96, 94), 2 * MILLI).orElseThrow().costs().cost(new SiteId(1), new SiteId(2)))
                .as("by another coordinator").isEqualTo(100.0 * MILLI);
    }
}
