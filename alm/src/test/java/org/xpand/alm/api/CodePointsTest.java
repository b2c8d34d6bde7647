package org.xpand.alm.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CodePointsTest {
    private static final String BOARD = "board";

    @Test
    void aGroupsOwnGoesBeforeItsStrategys() {
        CodePoints points = CodePoints.BEST_EFFORT.withStrategy("mca", 1).withGroup("board", 46);
        assertThat(points.trafficClass("mca", BOARD)).isEqualTo(46 << 2);
        assertThat(points.trafficClass("mca", "other")).isEqualTo(1 << 2);
        assertThat(points.trafficClass("tfrc", "other")).isZero();
        assertThat(points.withGroup("board", 0).trafficClass("mca", BOARD)).as("best effort, said so").isZero();
    }

    @Test
    void whatIsNoCodePointIsRefusedByName() {
        assertThatThrownBy(() -> CodePoints.BEST_EFFORT.withStrategy("mca", 64))
                .hasMessage("code point 64 of strategy 'mca': accepted are 0 to 63");
        assertThatThrownBy(() -> CodePoints.BEST_EFFORT.withGroup("board", -1))
                .hasMessage("code point -1 of group 'board': accepted are 0 to 63");
    }
}
