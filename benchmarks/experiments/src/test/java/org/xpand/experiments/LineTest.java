package org.xpand.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LineTest {
    @Test
    void barsStandApart() {
        Line bars = Line.bars("bars", List.of(3, 7), List.of(1.0, 2.0), List.of(4.0, 5.0));

        assertThat(bars.x()).containsExactly(3, 3, 3, 7, 7, 7);
        assertThat(bars.y()).containsExactly(1, 4, Double.NaN, 2, 5, Double.NaN);
    }
}
