package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A link next to the site that takes less for a while, as after silence, says nothing about the rest of the paths. Their capacity,
 * lowered meanwhile, is searched for anew: otherwise a group sent one packet a second for more than a minute.
 */
class BaseLayerLinkTest extends BaseLayerFixture {
    /** The path is known to carry 151, its link 400. */
    @BeforeEach
    void known() {
        layer.link(400);
        layer.joined(1);
        interval(1, 200, 150);
        interval(1, 200, 150);
        assertThat(layer.capacity()).isCloseTo(151, within(2.0));
    }

    /** An interval in which packets up to a tag leave and arrive; twice, since the first report may only say from where on it hears. */
    private void allArrive(int top) {
        interval(1, top, 1000);
        interval(1, top, 1000);
    }

    private void assertSearched(double from) {
        layer.link(400);
        allArrive((int) from);
        assertThat(layer.capacity()).as("twice what it had fallen to, or four times").isGreaterThan(1.8 * from);
    }

    /** Each second report is judged: the others only say from where on packets are measured. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 20})
    void afterTheLinkHadFallenItIsSearchedForAnewHoweverLongThatTook(int judgements) {
        layer.link(1);
        for (int i = 0; i < judgements; i++) {
            interval(1, 200, 20);
            interval(1, 200, 20);
        }
        assertThat(layer.capacity()).isCloseTo(21, within(2.0));
        layer.link(400);
        interval(1, 25, 1000);
        assertThat(layer.capacity()).as("twice what it had fallen to").isCloseTo(42, within(4.0));
        interval(1, 50, 1000);
        assertThat(layer.capacity()).as("and again").isCloseTo(84, within(8.0));
    }

    @ParameterizedTest
    @ValueSource(ints = {19, 10, 2, 30, 60})
    void whichOfItsPacketsWereTheLowestMissingOnesDoesNotEndTheSearch(int next) {
        layer.link(1);
        interval(1, 200, 20);
        interval(1, 200, next);
        interval(1, 200, next);
        interval(1, 200, 20);
        interval(1, 200, next);
        interval(1, 200, next);
        assertSearched(next + 1);
    }

    @Test
    void afterSeveralSmallerFallsItIsSearchedForAnewToo() {
        for (int least : new int[] {120, 80, 50, 30, 18, 10}) {
            layer.link(least);
            interval(1, 200, least);
            interval(1, 200, least);
        }
        assertSearched(10);
    }

    @Test
    void twiceInARow() {
        for (int i = 0; i < 2; i++) {
            layer.link(1);
            for (int k = 0; k < 6; k++) {
                interval(1, 200, 20);
            }
            assertThat(layer.capacity()).isCloseTo(21, within(2.0));
            assertSearched(21);
        }
    }

    /** The link's rate doubles in each round-trip time, so it is higher when a report arrives than when the packets left. */
    @Test
    void whatTheLinkTookWhenThePacketsLeftCounts() {
        layer.link(20);
        interval(1, 200, 20);
        interval(1, 200, 20);
        for (int i = 0; i < 4; i++) {
            layer.link(20);
            long highest = leave(200, 20);
            layer.link(40);
            report(1, highest);
        }
        assertSearched(21);
    }

    @Test
    void aPacketOrTwoThatWereLostBelowItsThresholdDoNotEndTheSearch() {
        layer.link(20);
        interval(1, 200, 20);
        interval(1, 200, 17);
        interval(1, 200, 17);
        assertSearched(18);
    }

    @Test
    void wherePathsCarryNoMoreThanItTookTheSearchEnds() {
        layer.link(20);
        for (int i = 0; i < 6; i++) {
            interval(1, 200, 20);
        }
        layer.link(400);
        interval(1, 200, 30);
        interval(1, 200, 30);
        assertThat(layer.capacity()).isCloseTo(31, within(2.0));
        allArrive(40);
        assertThat(layer.capacity()).as("the highest that arrived").isCloseTo(40, within(1.0));
    }

    @Test
    void whereAPathCarriesLessThanTheFallenLinkTheSearchEnds() {
        layer.link(60);
        for (int i = 0; i < 6; i++) {
            interval(1, 200, 25);
        }
        layer.link(400);
        allArrive(40);
        assertThat(layer.capacity()).as("the highest that arrived").isCloseTo(40, within(1.0));
    }

    @Test
    void theLinkMayCarryLessThanBefore() {
        layer.link(1);
        for (int i = 0; i < 6; i++) {
            interval(1, 200, 20);
        }
        layer.link(50);
        allArrive(25);
        allArrive(45);
        assertThat(layer.capacity()).as("all that the link takes, and more").isGreaterThan(80);
        interval(1, 200, 50);
        interval(1, 200, 50);
        assertThat(layer.capacity()).isCloseTo(51, within(2.0));
        assertSearched(50);
    }

    /** A small fall is no reason to double: the least of several different links varies all the time. */
    @Test
    void afterASmallFallItRisesToWhatCame() {
        layer.link(100);
        allArrive(99);
        assertThat(layer.capacity()).as("tried next").isCloseTo(200, within(1.0));
        layer.link(90);
        for (int i = 0; i < 6; i++) {
            interval(1, 200, 90);
        }
        layer.link(400);
        allArrive(130);
        assertThat(layer.capacity()).isCloseTo(130, within(1.0));
    }

    @Test
    void whatAPathHasRisenToIsKnownToo() {
        interval(1, 200, 80);
        interval(1, 110, 1000);
        interval(1, 140, 1000);
        interval(1, 180, 1000);
        interval(1, 180, 1000);
        assertThat(layer.capacity()).isCloseTo(180, within(1.0));
        layer.link(75);
        interval(1, 200, 75);
        interval(1, 200, 75);
        assertSearched(76);
    }

    /** Until its first search ends, nothing is known of a path. */
    @Test
    void aFirstSearchThatTheFallInterruptsGoesOn() {
        layer.left(1);
        layer.joined(1);
        interval(1, 40, 1000);
        fallAndRecover();
    }

    @Test
    void aSearchAnewThatTheFallInterruptsGoesOn() {
        interval(1, 200, 15);
        interval(1, 200, 15);
        fallAndRecover();
    }

    private void fallAndRecover() {
        layer.link(1);
        for (int i = 0; i < 6; i++) {
            interval(1, 200, 20);
        }
        assertSearched(21);
    }

    @Test
    void whatTheLinkDoesNotTakeWasNotKnown() {
        layer.link(50);
        allArrive(49);
        assertThat(layer.capacity()).as("tried next").isGreaterThan(100);
        interval(1, 200, 40);
        layer.link(400);
        allArrive(60);
        assertThat(layer.capacity()).as("no search").isCloseTo(60, within(1.0));
    }

    @Test
    void thePathsByOtherLinksKeepTheirs() {
        layer.joined(2);
        layer.link(1);
        interval(2, 200, 1000);
        for (int i = 0; i < 6; i++) {
            long highest = leave(200, 20);
            report(1, highest);
            report(2, 199);
        }
        assertThat(layer.capacity()).isCloseTo(21, within(2.0));
        layer.suspended(1);
        assertThat(layer.capacity()).as("the other path").isGreaterThanOrEqualTo(151);
        layer.joined(1);
        assertSearched(21);
    }

    /** A group excludes sites whose capacity was too low for a while: no search may show a higher one in between. */
    @Test
    void meanwhileThePathsCapacityIsKnownToBeLow() {
        layer.link(10);
        for (int i = 0; i < 6; i++) {
            interval(1, 200, 20);
            interval(1, 9, 1000);
            interval(1, 9, 1000);
            assertThat(layer.capacity(1)).isLessThan(25);
        }
        layer.link(400);
        interval(1, 25, 1000);
        assertThat(layer.capacity(1)).isCloseTo(42, within(4.0));
    }
}
