package org.xpand.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of the test bed, in virtual time, hold their aims. */
class BedRowsTest {
    private static Map<String, Double> figures(BedRow row, String strategy) {
        return row.run(strategy, "", 0, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc"})
    void aLinkOfItsOwnIsSoonUsed(String strategy) {
        Map<String, Double> ten = figures(BedRow.ALONE_10, strategy);
        assertThat(ten.get("used")).isGreaterThan(0.98);
        assertThat(ten.get("90 % kept after")).isLessThan(5);
        Map<String, Double> hundred = figures(BedRow.ALONE_100, strategy);
        assertThat(hundred.get("used")).isGreaterThan(0.97);
        assertThat(hundred.get("90 % kept after")).isLessThan(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc"})
    void aLongPathIsUsedThoughItsQueueIsShort(String strategy) {
        assertThat(figures(BedRow.LONG_FAT, strategy).get("used")).isGreaterThan(0.95);
    }
}
