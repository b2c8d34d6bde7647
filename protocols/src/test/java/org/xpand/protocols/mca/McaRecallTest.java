package org.xpand.protocols.mca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** How the source comes back to what the path carried, and what it makes of indications that follow a reduction. */
class McaRecallTest extends McaSourceFixture {
    private static final double PACKET = SIZE * 1e9 / RTT;
    private static final int PERIOD = (int) (RTT / MS);

    private double grown() {
        source = source("recallPeriods", "4", "receivedBase", "true");
        start();
        send(40 * PERIOD);
        return rate();
    }

    private void indication(double received) {
        report(1, true, false, gtrac(received, received), received);
    }

    @Test
    void halfOfWhatIsMissingComesBackInEachPeriod() {
        double before = grown();
        indication(0.98 * before);
        double carried = 0.98 * before;
        assertThat(rate()).isCloseTo(0.9 * carried, within(1.0));
        for (double left = 0.1 * carried; left / 2 > PACKET; left /= 2) {
            assertThat(rate()).isCloseTo(carried - left, within(1.0));
            send(PERIOD);
        }
        double rate = rate();
        send(PERIOD);
        assertThat(rate()).as("a packet at least").isCloseTo(rate + PACKET, within(1.0));
    }

    @Test
    void anIndicationThatComesSoonShowsAPathThatCarriesLess() {
        double before = grown();
        indication(before);
        send(PERIOD);
        double less = 0.5 * rate();
        indication(less);
        send(40);
        assertThat(rate()).as("it does not come back to what it carried once").isLessThan(0.9 * less + 3 * PACKET);
    }

    @Test
    void anIndicationThatComesSoonShowsNothingIfAllThatIsSentArrives() {
        double before = grown();
        indication(before);
        send(2 * PERIOD);
        indication(rate());
        send(PERIOD);
        assertThat(rate()).isGreaterThan(0.9 * before);
    }

    @Test
    void aLossEndsIt() {
        double before = grown();
        indication(before);
        send(PERIOD);
        report(1, false, true, gtrac(1e6, 1e6), 1e6);
        double cut = rate();
        send(PERIOD);
        assertThat(rate()).isCloseTo(cut + PACKET, within(1.0));
    }

    @Test
    void whatLeftSoonAfterAReductionIsNoReasonForAnotherOne() {
        source = source("settleRtts", "0.5");
        start();
        accumulation(1, 1e6);
        long last = number - 1;
        double cut = rate();
        send(3 * PERIOD);
        double grown = rate();
        reportOf(1, last + PERIOD / 2 - 1, 0, true, false, gtrac(1e6, 1e6), 1e6);
        assertThat(rate()).as("it left within half an SRTT").isEqualTo(grown).isGreaterThan(cut);
        reportOf(1, number - 1 - RTT / MS, 0, true, false, gtrac(1e6, 1e6), 1e6);
        assertThat(rate()).isCloseTo(0.9 * grown, within(1.0));
    }
}
