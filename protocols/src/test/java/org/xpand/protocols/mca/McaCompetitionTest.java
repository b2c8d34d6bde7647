package org.xpand.protocols.mca;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.wire.WireReader;

/** A source whose representative reports competitors. */
class McaCompetitionTest extends McaSourceFixture {
    private final McaReport told = new McaReport();

    private McaSource recommended() {
        return new McaSource(McaConfig.recommended());
    }

    private void neighbours(boolean competing, boolean hold, boolean loss, double receiveRate) {
        told.set(false, loss, number - 1 - RTT / MS, 0, 0, receiveRate, gtrac(1e6, 1e6), 0);
        told.neighbours(competing, hold);
        writer.reset(0, buffer.length);
        told.write(writer);
        source.reportReceived(1, new WireReader().reset(buffer, 0, writer.position()), now);
    }

    private void chosen() {
        chosen(0);
    }

    private void chosen(double inherited) {
        source = recommended();
        source.predecessorRate(inherited, now);
        source.receiverJoined(1, RTT, now);
        send(200);
        accumulation(1, 1e6);
        send(60);
    }

    @Test
    void searchesWhenCompetingBeginsUntilALoss() {
        chosen();
        double before = rate();
        neighbours(true, false, false, before);
        send(8 * (int) (RTT / MS));
        assertThat(rate()).as("a quarter per round-trip time").isGreaterThan(3 * before);
        neighbours(true, false, true, 2 * before);
        assertThat(rate()).as("from what arrives").isEqualTo(0.7 * 2 * before);
        double after = rate();
        send(4 * (int) (RTT / MS));
        assertThat(rate()).as("a packet per round-trip time").isBetween(after, after + 5 * SIZE * 1e9 / RTT);
    }

    /** Up to it the source searches at its start, since the path may have changed; this search ends with a loss. */
    @Test
    void searchesAboveItsPredecessorsRate() {
        chosen(1e6);
        double before = rate();
        neighbours(true, false, false, before);
        send(8 * (int) (RTT / MS));
        assertThat(rate()).isGreaterThan(Math.max(1e6, 3 * before));
    }

    @Test
    void beginsWhereItStoppedIfItStoppedTooEarly() {
        chosen();
        neighbours(true, false, false, 1e6);
        send(8 * (int) (RTT / MS));
        neighbours(true, false, true, rate());
        double competed = rate();
        neighbours(false, false, false, rate());
        for (int i = 0; i < 4; i++) {
            send(2 * (int) (RTT / MS));
            accumulation(1, 1e6);
        }
        assertThat(rate()).isLessThan(0.8 * competed);
        neighbours(true, false, false, rate());
        assertThat(rate()).isEqualTo(competed);
        send(4 * (int) (RTT / MS));
        assertThat(rate()).as("without a search").isBetween(competed, competed + 5 * SIZE * 1e9 / RTT);
        neighbours(false, false, false, rate());
        send(40 * (int) (RTT / MS));
        double grown = rate();
        assertThat(grown).isGreaterThan(1.2 * competed);
        neighbours(true, false, false, rate());
        assertThat(rate()).as("what the path has given since").isEqualTo(grown);
    }

    @Test
    void anotherRepresentativesRateIsNoMeasure() {
        McaCompetition competition = new McaCompetition(McaConfig.recommended());
        told.neighbours(true, false);
        assertThat(competition.follow(1, told, 1000, now)).isTrue();
        assertThat(competition.follow(1, told, 1000, now)).as("goes on").isFalse();
        told.neighbours(false, false);
        assertThat(competition.follow(1, told, 1000, now)).isFalse();
        long memory = McaNeighbours.memoryNanos(RTT);
        assertThat(competition.earlierRate(RTT, now + memory - 1)).isEqualTo(1000);
        assertThat(competition.earlierRate(RTT, now + memory)).isZero();
        competition.end();
        assertThat(competition.earlierRate(RTT, now)).isZero();
        told.neighbours(true, false);
        competition.follow(1, told, 1000, now);
        told.neighbours(false, false);
        competition.follow(2, told, 1000, now);
        assertThat(competition.earlierRate(RTT, now)).as("the other one ended nothing").isZero();
    }

    @Test
    void smallWindowsAreHalved() {
        McaCompetition competition = new McaCompetition(McaConfig.recommended());
        assertThat(competition.cut(1)).isEqualTo(0.5);
        assertThat(competition.cut(5)).isEqualTo(0.5);
        assertThat(competition.cut(15)).isEqualTo(0.4);
        assertThat(competition.cut(25)).isEqualTo(0.3);
        assertThat(competition.cut(1000)).isEqualTo(0.3);
        McaCompetition more = new McaCompetition(McaConfig.fromSettings(Map.of("competingCut", "0.7")));
        assertThat(more.cut(1)).isEqualTo(0.7);
    }

    @Test
    void theRateIsHeldOnlyWhileCompeting() {
        McaCompetition competition = new McaCompetition(McaConfig.recommended());
        told.neighbours(false, true);
        competition.follow(1, told, 1000, now);
        assertThat(competition.held()).isFalse();
        told.neighbours(true, true);
        competition.follow(1, told, 1000, now);
        assertThat(competition.held()).isTrue();
        competition.end();
        assertThat(competition.held()).isFalse();
        assertThat(competition.competing()).isFalse();
    }
}
