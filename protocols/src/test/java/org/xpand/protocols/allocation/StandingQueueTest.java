package org.xpand.protocols.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Where sockets or processors allow less than the rate, more would wait in the delegate's queue than leaves in a moment. */
class StandingQueueTest {
    private static final long MS = 1_000_000;
    private static final long RTT = 100 * MS;
    private static final double ALLOWED = 1e6;

    private final StandingQueue queue = new StandingQueue(AllocatorConfig.defaults());
    private long sent;
    private long now = -7 * RTT;

    /** A round-trip time in which these bytes leave, and at least this many wait in it, and more at both ends. */
    private double round(long bytes, long leastBacklog) {
        queue.update(sent, 200_000, RTT, now);
        queue.update(sent + bytes / 2, leastBacklog, RTT, now + RTT / 2);
        sent += bytes;
        now += RTT;
        queue.update(sent, 200_000, RTT, now);
        return queue.rate(ALLOWED);
    }

    @Test
    void theAllowedRateCountsUntilSomethingIsKnown() {
        assertThat(queue.rate(ALLOWED)).isEqualTo(ALLOWED);
        queue.update(0, 1_000_000, RTT, now);
        assertThat(queue.rate(ALLOWED)).isEqualTo(ALLOWED);
    }

    @Test
    void twiceWhatIsSentCountsWhileTheQueueNeverEmpties() {
        assertThat(round(10_000, 60_000)).isEqualTo(200_000);
        assertThat(round(30_000, 60_000)).isEqualTo(600_000);
        assertThat(round(100_000, 60_000)).as("what is allowed is sent").isEqualTo(ALLOWED);
    }

    @Test
    void aQueueThatEmptiesLacksNothing() {
        round(10_000, 60_000);
        assertThat(round(10_000, 0)).isEqualTo(ALLOWED);
    }

    /** What leaves in the time between two divisions of the rate must always wait. */
    @Test
    void aFewPacketsAreNoStandingQueue() {
        assertThat(round(10_000, 11_000)).isEqualTo(ALLOWED);
        assertThat(round(300_000, 29_000)).as("ten milliseconds of 3 MB a second").isEqualTo(ALLOWED);
    }

    @Test
    void aNewStackBeginsANewMeasure() {
        round(10_000, 60_000);
        sent = 0;
        queue.update(sent, 60_000, RTT, now);
        assertThat(queue.rate(ALLOWED)).isEqualTo(ALLOWED);
        assertThat(round(10_000, 60_000)).isEqualTo(200_000);
    }
}
