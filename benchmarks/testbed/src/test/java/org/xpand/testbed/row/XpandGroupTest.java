package org.xpand.testbed.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class XpandGroupTest {
    @Test
    void whatASinkReportsEachSecondIsTheSumSinceItBegan() {
        assertThat(XpandGroup.delivered(List.of("listening", "{\"type\":\"second\",\"bytesDelivered\":7000}",
                "{\"type\":\"second\",\"bytesDelivered\":19000}", "{\"type\":\"member\"}", "cut of"))).isEqualTo(19_000);
        assertThat(XpandGroup.delivered(List.of("{\"type\":\"member\"}"))).isZero();
    }
}
