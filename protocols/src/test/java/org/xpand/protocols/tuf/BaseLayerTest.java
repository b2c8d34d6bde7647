package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The base layer's bandwidth is below the least threshold on any path, as the tags that came show it (TUF §4.2). */
class BaseLayerTest extends BaseLayerFixture {
    @Test
    void theCapacityIsSearchedForUntilSomethingIsMissing() {
        layer.joined(1);
        interval(1, 50, 1000);
        assertThat(layer.capacity()).as("the first report only says from where on it hears").isEqualTo(40);
        interval(1, 50, 1000);
        assertThat(layer.capacity()).isEqualTo(80);
        assertThat(layer.capacity(1)).isInfinite();
        interval(1, 100, 1000);
        interval(1, 200, 150);
        assertThat(layer.capacity()).as("the lowest tag that did not come").isCloseTo(151, within(2.0));
        interval(1, 200, 180);
        assertThat(layer.capacity()).isCloseTo(181, within(2.0));
        interval(1, 200, 30);
        assertThat(layer.capacity()).as("down at once").isCloseTo(31, within(2.0));
    }

    @Test
    void afterTheSearchItRisesToWhatCame() {
        layer.joined(1);
        interval(1, 200, 150);
        interval(1, 200, 150);
        interval(1, 170, 1000);
        assertThat(layer.capacity()).isCloseTo(170, within(1.0));
        interval(1, 130, 1000);
        assertThat(layer.capacity()).as("no tag above was tried").isCloseTo(170, within(1.0));
    }

    @Test
    void afterAFallToLessThanHalfItIsSearchedForAnew() {
        layer.joined(1);
        interval(1, 200, 150);
        interval(1, 200, 150);
        interval(1, 200, 80);
        interval(1, 100, 1000);
        assertThat(layer.capacity()).as("more than half: no search").isCloseTo(100, within(1.0));
        interval(1, 200, 30);
        interval(1, 200, 30);
        assertThat(layer.capacity()).as("what was in flight says nothing").isCloseTo(31, within(2.0));
        interval(1, 40, 1000);
        assertThat(layer.capacity()).as("twice what it had fallen to").isCloseTo(62, within(4.0));
        interval(1, 100, 70);
        interval(1, 90, 1000);
        assertThat(layer.capacity()).as("found again").isCloseTo(90, within(1.0));
    }

    @Test
    void aPacketOrTwoThatWereLostDoNotLowerIt() {
        layer.joined(1);
        interval(1, 200, 1000);
        interval(1, 200, 196);
        assertThat(layer.capacity()).isEqualTo(40);
        send(Tag.NONE, Tag.NONE, Tag.NONE, Tag.NONE);
        layer.reported(1, number - 1, Tag.NONE);
        assertThat(layer.capacity()).as("no link lets them pass").isEqualTo(40);
    }

    @Test
    void whatIsNotUsedIsNotRaised() {
        layer.joined(1);
        layer.start(10_000);
        layer.start(5_000);
        interval(1, 50, 1000);
        interval(1, 50, 1000);
        assertThat(layer.capacity()).isEqualTo(10_000);
    }

    @Test
    void theWorstPathCountsAndOnlyThoseThatAreReachable() {
        layer.joined(1);
        layer.joined(2);
        layer.start(500);
        interval(1, 200, 100);
        interval(1, 200, 100);
        assertThat(layer.capacity()).isCloseTo(101, within(2.0));
        layer.suspended(1);
        assertThat(layer.capacity()).isEqualTo(500);
        layer.joined(1);
        assertThat(layer.capacity()).as("it is the same path").isCloseTo(101, within(2.0));
        layer.left(1);
        layer.joined(1);
        assertThat(layer.capacity()).isEqualTo(500);
    }

    @Test
    void tagsAreReservedForWhatLeavesAndNotForMoreThanTheCapacity() {
        layer.joined(1);
        long tags = 0;
        for (int i = 0; i < 100; i++) {
            now += 100 * MS;
            tags = layer.reserve(1, 1000, now);
        }
        assertThat(tags).as("10 packets per second, of which 0.8 are the base share").isBetween(10L, 16L);
        for (int i = 0; i < 1000; i++) {
            now += MS;
            tags = layer.reserve(1, 300, now);
        }
        assertThat(tags).isEqualTo(300);
    }

    @Test
    void onlyWhatLeavesAfterTheFallCountsInTheSearchAnew() {
        layer.joined(1);
        interval(1, 200, 150);
        interval(1, 200, 150);
        long before = number;
        interval(1, 200, 30);
        send(20, 25, 10, 22);
        long fall = number - 4;
        layer.reported(1, before, 10);
        assertThat(layer.capacity()).as("older than the fall").isCloseTo(31, within(2.0));
        layer.reported(1, fall, 20);
        layer.reported(1, number - 1, 25);
        assertThat(layer.capacity()).as("three packets say nothing").isCloseTo(31, within(2.0));
        send(5);
        layer.reported(1, number - 1, 5);
        assertThat(layer.capacity()).as("four do").isCloseTo(62, within(4.0));
    }

    @Test
    void whatLeftBeforeAReceiverJoinedSaysNothingOfItsPath() {
        layer.joined(1);
        send(10, 50, 60, 70, 80, 90, 85, 88, 20);
        layer.joined(2);
        send(10, 30, 35, 38, 39, 15);
        layer.reported(2, 3, 70);
        layer.reported(2, number - 2, 39);
        layer.reported(2, number - 1, 15);
        layer.left(1);
        assertThat(layer.capacity()).isEqualTo(40);
    }

    @Test
    void afterSixteenPacketsThatSayNeitherTheNextOnesAreJudged() {
        layer.joined(1);
        send(1);
        layer.reported(1, number - 1, 1);
        send(39, 10);
        layer.reported(1, number - 1, 10);
        for (int i = 0; i < 13; i++) {
            send(i);
            layer.reported(1, number - 1, i);
        }
        assertThat(layer.capacity()).as("tag 39 is missing").isEqualTo(40);
        send(13);
        layer.reported(1, number - 1, 13);
        send(11, 12, 13, 14);
        layer.reported(1, number - 1, 14);
        assertThat(layer.capacity()).isEqualTo(80);
    }

    @Test
    void nothingIsReckonedFromTagsThatAreForgotten() {
        layer.joined(1);
        send(1);
        layer.reported(1, number - 1, 1);
        int kept = CONFIG.sentPackets();
        for (int i = 0; i < 2 * kept; i++) {
            send(i < kept ? 1000 : 30);
        }
        layer.reported(1, number - 1, 30);
        assertThat(layer.capacity()).as("whatever the tags before were").isEqualTo(80);
    }

    @Test
    void thereIsALeastCapacityAndOnlyWhoHasJoinedHasAPath() {
        layer.joined(1);
        interval(1, 200, 150);
        interval(1, 200, -1);
        assertThat(layer.capacity()).isEqualTo(CONFIG.hop().leastRate());
        interval(2, 200, 1);
        layer.suspended(2);
        assertThat(layer.capacity()).isEqualTo(CONFIG.hop().leastRate());
        assertThat(layer.reserve(1, 0.5, now)).as("tags").isEqualTo(1);
    }

    @Test
    void afterAPauseTheUseOfTheLayerIsCountedAnew() {
        layer.joined(1);
        for (int i = 0; i < 1100; i++) {
            now += MS;
            layer.reserve(1, 10_000, now);
        }
        now += 10_000 * MS;
        assertThat(layer.reserve(1, 10_000, now)).as("one packet in 250 ms").isEqualTo(5);
        now += 150 * MS;
        assertThat(layer.reserve(1, 10_000, now)).as("two").isEqualTo(10);
        now += 150 * MS;
        assertThat(layer.reserve(1, 10_000, now)).as("two in 300 ms").isEqualTo(8);
    }
}
