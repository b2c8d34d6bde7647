package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a source sends for each byte that receivers measure. */
class MeasuredShareTest {
    private final MeasuredShare share = new MeasuredShare(4);

    @Test
    void repairsBetweenTwoPacketsCount() {
        share.repairSent(5000);
        share.sent(0, 1000);
        share.sent(1, 1000);
        share.repairSent(500);
        share.sent(2, 1000);
        share.repairSent(5000);
        assertThat(share.sentPerMeasured(0, 2)).isEqualTo(1.25);
        assertThat(share.sentPerMeasured(0, 1)).isEqualTo(1);
        assertThat(share.sentPerMeasured(1, 2)).isEqualTo(1.5);
    }

    @Test
    void itIsNeverMoreThanOneRepairForEachPacket() {
        share.sent(0, 1000);
        share.repairSent(5000);
        share.sent(1, 1000);
        assertThat(share.sentPerMeasured(0, 1)).isEqualTo(2);
    }

    @Test
    void ofPacketsThatAreNotKnownNothingIsAssumed() {
        for (int i = 0; i < 6; i++) {
            share.repairSent(1000);
            share.sent(i, 1000);
        }
        assertThat(share.sentPerMeasured(2, 5)).isEqualTo(2);
        assertThat(share.sentPerMeasured(1, 5)).as("forgotten").isEqualTo(1);
        assertThat(share.sentPerMeasured(2, 6)).as("not sent").isEqualTo(1);
        assertThat(share.sentPerMeasured(5, 5)).as("the same").isEqualTo(1);
    }
}
