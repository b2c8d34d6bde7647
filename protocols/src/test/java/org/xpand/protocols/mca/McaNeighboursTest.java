package org.xpand.protocols.mca;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Delays and losses that tell of others in the queue, and their absence. */
class McaNeighboursTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final long SRTT = 50 * MS;
    private static final long PACKET = MS;

    private final McaNeighbours neighbours = new McaNeighbours(McaConfig.recommended());
    private long now;

    private boolean receive(long delay) {
        now += 10 * MS;
        return neighbours.received(delay, PACKET, SRTT, now);
    }

    private void receiveFor(long nanos, long delay) {
        for (long end = now + nanos; now < end;) {
            receive(delay);
        }
    }

    private void competing() {
        receiveFor(SECOND, 20 * MS);
        assertThat(neighbours.lost(5 * SRTT, SRTT, now)).isTrue();
        assertThat(neighbours.competing()).isTrue();
    }

    @Test
    void aRouteThatBecomesLongerIsNobody() {
        receiveFor(SECOND, 20 * MS);
        receiveFor(SECOND, 50 * MS);
        neighbours.resynced(50 * MS, now);
        neighbours.lost(0, SRTT, now);
        receiveFor(5 * SECOND, 50 * MS);
        receiveFor(SECOND, 48 * MS);
        assertThat(neighbours.competing()).isFalse();
    }

    @Test
    void aLongerRouteThatWasNoneIsOthersQueue() {
        neighbours.resynced(50 * MS, now);
        receiveFor(SECOND, 50 * MS);
        assertThat(receive(46 * MS)).as("of neighbours that avoid queues, too").isFalse();
        assertThat(neighbours.lost(0, SRTT, now)).isFalse();
        assertThat(receive(50 * MS)).as("the source is to be notified").isTrue();
        assertThat(neighbours.competing()).isTrue();
    }

    @Test
    void aRouteThatBecomesShorterLongAfterIsNobody() {
        neighbours.resynced(50 * MS, now);
        receiveFor(400 * SRTT, 50 * MS);
        neighbours.lost(0, SRTT, now);
        receive(20 * MS);
        assertThat(neighbours.competing()).isFalse();
    }

    /** TCP loses a packet only once in hundreds of round-trip times. */
    @Test
    void aLongerRouteIsRememberedForAsLongAsTcpTakesToFillAQueue() {
        neighbours.resynced(50 * MS, now);
        receiveFor(400 * SRTT - SECOND, 50 * MS);
        neighbours.lost(0, SRTT, now);
        receive(20 * MS);
        assertThat(neighbours.competing()).isTrue();
    }

    @Test
    void lossesAreOthersQueueOnlyIfAccumulationHasLasted() {
        receiveFor(SECOND, 20 * MS);
        assertThat(neighbours.lost(0, SRTT, now)).as("at random").isFalse();
        assertThat(neighbours.lost(4 * SRTT, SRTT, now)).as("the end of a search").isFalse();
        assertThat(neighbours.competing()).isFalse();
        assertThat(neighbours.lost(5 * SRTT, SRTT, now)).isTrue();
        assertThat(neighbours.competing()).isTrue();
    }

    @Test
    void aQueueThatStaysEmptyWhileTheRateIsHeldIsNobodys() {
        competing();
        receiveFor(7 * SECOND, 21 * MS);
        assertThat(neighbours.hold()).as("not so soon").isFalse();
        receiveFor(SECOND, 21 * MS);
        assertThat(neighbours.hold()).isTrue();
        receiveFor(1_900 * MS, 22 * MS);
        assertThat(neighbours.competing()).isTrue();
        receiveFor(200 * MS, 22 * MS);
        assertThat(neighbours.competing()).isFalse();
        assertThat(neighbours.hold()).isFalse();
    }

    @Test
    void aQueueThatGrowsWhileTheRateIsHeldIsOthers() {
        competing();
        receiveFor(8 * SECOND, 21 * MS);
        assertThat(neighbours.hold()).isTrue();
        receiveFor(2 * SRTT - 10 * MS, 40 * MS);
        assertThat(neighbours.hold()).as("what left before").isTrue();
        receiveFor(40 * MS, 40 * MS);
        assertThat(neighbours.hold()).isFalse();
        assertThat(neighbours.competing()).isTrue();
        receiveFor(7 * SECOND, 21 * MS);
        assertThat(neighbours.hold()).as("the next trial").isFalse();
        receiveFor(1_500 * MS, 21 * MS);
        assertThat(neighbours.hold()).isTrue();
        assertThat(neighbours.competing()).isTrue();
    }

    @Test
    void aQueueThatIsFullIsNotTried() {
        competing();
        for (int i = 0; i < 20; i++) {
            receiveFor(SECOND, 60 * MS);
            assertThat(neighbours.hold()).isFalse();
            receive(20 * MS + i % 2);
            if (neighbours.hold()) {
                assertThat(i).isGreaterThanOrEqualTo(7);
                return;
            }
        }
        assertThat(false).as("was never tried").isTrue();
    }

    private void rise(long from, long to) {
        neighbours.epochBegan(from, 1e6, now);
        now += SECOND;
        if (neighbours.epochEnded(to, PACKET, SRTT, now)) {
            assertThat(neighbours.competing()).isTrue();
        }
    }

    @Test
    void aDelayThatRisesFromEpochToEpochIsOthersQueue() {
        receiveFor(SECOND, 20 * MS);
        rise(20 * MS, 25 * MS);
        assertThat(neighbours.competing()).isFalse();
        rise(25 * MS, 30 * MS);
        assertThat(neighbours.competing()).isTrue();
    }

    @Test
    void aDelayThatFallsInBetweenIsNobodys() {
        rise(20 * MS, 25 * MS);
        receiveFor(SECOND, 20 * MS);
        rise(25 * MS, 30 * MS);
        assertThat(neighbours.competing()).isFalse();
    }

    @Test
    void aRateThatFallsLongAfterATrialIsNobodys() {
        trialEnds();
        neighbours.epochBegan(22 * MS, 1e6, now);
        now += 400 * SRTT;
        assertThat(neighbours.epochBegan(22 * MS, 0.5e6, now)).isFalse();
        assertThat(neighbours.competing()).isFalse();
    }

    private void trialEnds() {
        competing();
        receiveFor(8 * SECOND, 21 * MS);
        receiveFor(2_100 * MS, 22 * MS);
        assertThat(neighbours.competing()).isFalse();
    }

    @Test
    void aRateThatFallsAfterATrialShowsThatTheCompetitorIsStillThere() {
        trialEnds();
        assertThat(neighbours.epochBegan(22 * MS, 1e6, now)).isFalse();
        assertThat(neighbours.epochBegan(22 * MS, 0.86e6, now)).isFalse();
        assertThat(neighbours.epochBegan(22 * MS, 0.84e6, now)).as("the source is to be notified").isTrue();
        assertThat(neighbours.competing()).isTrue();
    }

    @Test
    void anotherClockIsNobody() {
        rise(20 * MS, 25 * MS);
        neighbours.restart(now);
        rise(525 * MS, 530 * MS);
        assertThat(neighbours.competing()).isFalse();
    }

    @Test
    void aLossEndsATrial() {
        competing();
        receiveFor(8 * SECOND + 100 * MS, 21 * MS);
        assertThat(neighbours.hold()).isTrue();
        assertThat(neighbours.lost(0, SRTT, now)).isTrue();
        assertThat(neighbours.hold()).isFalse();
        assertThat(neighbours.competing()).isTrue();
    }

    @Test
    void thePaperKnowsNobody() {
        McaNeighbours none = new McaNeighbours(McaConfig.paper());
        none.resynced(50 * MS, 0);
        assertThat(none.received(20 * MS, PACKET, SRTT, MS)).isFalse();
        assertThat(none.lost(SECOND, SRTT, MS)).isFalse();
        none.epochBegan(20 * MS, 1e6, MS);
        assertThat(none.epochEnded(40 * MS, PACKET, SRTT, MS)).isFalse();
        assertThat(none.epochEnded(60 * MS, PACKET, SRTT, MS)).isFalse();
        assertThat(none.competing()).isFalse();
    }
}
