package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PacketSizeAverageTest {
    @Test
    void withoutVariationItIsAnAverageOfAllSizes() {
        PacketSizeAverage size = new PacketSizeAverage(0.5, 0);
        assertThat(size.value(1400)).isEqualTo(1400);
        size.add(1000);
        size.add(500);
        assertThat(size.value(0)).isEqualTo(750);
    }

    /** The rate of the equation hardly moves from one length to the next: by 6 bytes each way without this. */
    @Test
    void fullPacketsOfVaryingLengthCountWithTheirMean() {
        PacketSizeAverage size = new PacketSizeAverage(0.98, 128);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 400; i++) {
            int length = 1438 - random.nextInt(129);
            double before = size.value(length);
            for (int j = 0; j < 50; j++) {
                size.add(length);
            }
            if (i > 100) {
                assertThat(size.value(0)).isCloseTo(1438 - 64, within(20.0)).isCloseTo(before, within(1.5));
            }
        }
    }

    @Test
    void shorterPacketsCountAsTheyAre() {
        PacketSizeAverage size = new PacketSizeAverage(0, 128);
        size.add(1438);
        size.add(1245);
        assertThat(size.value(0)).isEqualTo(1245);
        size.add(1246);
        assertThat(size.value(0)).as("128 bytes shorter, and 64 left empty").isEqualTo((1438 + 1246) / 2.0);
    }

    @Test
    void aSixthOfShortPacketsIsADifference() {
        PacketSizeAverage size = new PacketSizeAverage(0, 128);
        size.add(200);
        size.add(166);
        assertThat(size.value(0)).isEqualTo(166);
        size.add(168);
        assertThat(size.value(0)).isEqualTo(184);
    }

    @Test
    void aLongerPacketIsTheNewMeasure() {
        PacketSizeAverage size = new PacketSizeAverage(0, 128);
        size.add(500);
        assertThat(size.value(0)).isEqualTo(500);
        size.add(1438);
        size.add(500);
        assertThat(size.value(0)).isEqualTo(500);
    }
}
