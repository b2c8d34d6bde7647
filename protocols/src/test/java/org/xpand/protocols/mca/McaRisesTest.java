package org.xpand.protocols.mca;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Delays that rise from epoch to epoch, and those that do not. */
class McaRisesTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final long SRTT = 25 * MS;
    private static final long MEMORY = 40 * SECOND;
    /** 1.1 packets are 2.2 ms, more than the noise of 1 ms. */
    private static final long PACKET = 2 * MS;

    private final McaRises rises = new McaRises(McaConfig.recommended());
    private long now;

    private boolean epoch(double fromMillis, double toMillis) {
        now += SECOND;
        rises.epochBegan((long) (fromMillis * MS), now);
        now += SECOND;
        return rises.epochEnded((long) (toMillis * MS), PACKET, SRTT, MEMORY, now);
    }

    @Test
    void aQueueThatRisesTwiceIsOthers() {
        assertThat(epoch(20, 23)).isFalse();
        assertThat(epoch(23, 26)).isTrue();
    }

    @Test
    void aRouteThatBecomesLongerOnceIsNobody() {
        assertThat(epoch(20, 50)).isFalse();
        for (int i = 0; i < 5; i++) {
            assertThat(epoch(50, 52.1)).as("a queue of its own that an epoch leaves").isFalse();
        }
    }

    @Test
    void aQueueOfItsOwnIsNoRise() {
        for (double delay = 20; delay < 22; delay += 0.4) {
            assertThat(epoch(20, delay)).isFalse();
        }
        assertThat(epoch(20, 26)).as("a first rise").isFalse();
        assertThat(epoch(26, 28)).as("less than 1.1 packets more").isFalse();
        assertThat(epoch(28, 29)).isTrue();
    }

    @Test
    void noiseIsNoRiseHoweverFastThePacketsFollow() {
        now = SECOND;
        rises.epochBegan(20 * MS, now);
        assertThat(rises.epochEnded(21 * MS, 0, 0, MEMORY, now)).isFalse();
        assertThat(rises.epochEnded(21 * MS + 1, 0, 0, MEMORY, now)).as("a first rise").isFalse();
        assertThat(rises.epochEnded(22 * MS + 1, 0, 0, MEMORY, now)).isFalse();
        assertThat(rises.epochEnded(22 * MS + 2, 0, 0, MEMORY, now)).isTrue();
    }

    /** The start of a flow that slows down on accumulation. */
    @Test
    void risesThatAreOverSoonAreNoCompetitors() {
        rises.epochBegan(20 * MS, 0);
        assertThat(rises.epochEnded(25 * MS, PACKET, SRTT, MEMORY, 10 * SRTT)).isFalse();
        assertThat(rises.epochEnded(30 * MS, PACKET, SRTT, MEMORY, 40 * SRTT - 1)).isFalse();
        assertThat(rises.epochEnded(30 * MS, PACKET, SRTT, MEMORY, 40 * SRTT)).isTrue();
    }

    @Test
    void anEmptyQueueEndsThem() {
        epoch(20, 25);
        rises.received(21 * MS);
        assertThat(epoch(25, 30)).as("above the noise").isTrue();
        rises.received(21 * MS - 1);
        epoch(20, 25);
        rises.received(21 * MS - 1);
        assertThat(epoch(25, 30)).isFalse();
    }

    @Test
    void risesFarApartDoNotBelongTogether() {
        epoch(20, 25);
        now += MEMORY;
        assertThat(epoch(25, 30)).isFalse();
        assertThat(epoch(30, 35)).isFalse();
        assertThat(epoch(35, 40)).isTrue();
    }

    /** Clocks whose speeds differ by 200 ppm: 6 ms in half a minute. */
    @Test
    void driftIsNoRise() {
        rises.epochBegan(20 * MS, 0);
        assertThat(rises.epochEnded(24 * MS, PACKET, SRTT, MEMORY, 15 * SECOND)).isFalse();
        assertThat(rises.epochEnded(28 * MS, PACKET, SRTT, MEMORY, 30 * SECOND)).isFalse();
        assertThat(rises.epochEnded(32 * MS, PACKET, SRTT, MEMORY, 31 * SECOND)).as("the first that is more").isFalse();
        assertThat(rises.epochEnded(35 * MS, PACKET, SRTT, MEMORY, 32 * SECOND)).isTrue();
    }
}
