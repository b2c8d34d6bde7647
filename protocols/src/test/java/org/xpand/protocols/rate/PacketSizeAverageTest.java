package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** Up to 128 bytes shorter and 64 left empty is a full packet; where packets are short, up to a sixth. */
    @ParameterizedTest
    @CsvSource({"1438, 1246", "200, 167"})
    void shorterPacketsCountAsTheyAre(int longest, int least) {
        PacketSizeAverage size = new PacketSizeAverage(0, 128);
        size.add(longest);
        size.add(least - 1);
        assertThat(size.value(0)).isEqualTo(least - 1);
        size.add(least);
        assertThat(size.value(0)).isEqualTo((longest + least) / 2.0);
    }

    /** Otherwise the rate would follow each length for ever after a path has begun to carry shorter packets only. */
    @Test
    void theLongestPacketIsForgotten() {
        PacketSizeAverage size = new PacketSizeAverage(0, 128);
        size.add(8952);
        for (int i = 0; i < 4096; i++) {
            size.add(1400);
        }
        size.add(1400);
        size.add(1300);
        assertThat(size.value(0)).isEqualTo(1350);
        size.add(1000);
        assertThat(size.value(0)).isEqualTo(1000);
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
