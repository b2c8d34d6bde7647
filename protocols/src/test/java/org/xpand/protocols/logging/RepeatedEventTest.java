package org.xpand.protocols.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RepeatedEventTest {
    @Test
    void theFirstIsLoggedAndThenOneAMinuteWhateverTheClockBeginsWith() {
        for (long begin : new long[] {0, -TimeUnit.HOURS.toNanos(1), Long.MAX_VALUE}) {
            RepeatedEvent event = new RepeatedEvent();
            assertThat(event.happened(begin)).isTrue();
            assertThat(event.happened(begin + TimeUnit.SECONDS.toNanos(60))).isFalse();
            assertThat(event.happened(begin + TimeUnit.SECONDS.toNanos(61))).isTrue();
            assertThat(event.happened(begin + TimeUnit.SECONDS.toNanos(62))).isFalse();
            assertThat(event.count()).isEqualTo(4);
        }
    }
}
