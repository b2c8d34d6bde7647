package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.wire.MalformedPacketException;

/** Sending times by packet number (Xpand §4.1). */
class SendTimesTest {
    @Test
    void numbersNeverSentAndForgottenNumbersAreUnknown() {
        SendTimes times = new SendTimes(4);
        assertThat(times.knows(0)).isFalse();
        assertThat(times.beyond(0)).isTrue();
        for (int i = 10; i < 20; i++) {
            times.sent(i, i * 100L);
        }
        assertThat(times.knows(15)).isFalse();
        assertThat(times.beyond(15)).isFalse();
        assertThat(times.sentNanos(16)).isEqualTo(1600);
        assertThat(times.sentNanos(19)).isEqualTo(1900);
        assertThat(times.knows(20)).isFalse();
        assertThat(times.beyond(20)).isTrue();
        assertThat(times.knows(Long.MIN_VALUE)).isFalse();
        assertThatThrownBy(() -> times.sentNanos(15)).hasMessageContaining("15");
    }

    @Test
    void anotherNumberingBeginsAnew() {
        SendTimes times = new SendTimes(4);
        times.sent(100, 1);
        times.sent(0, 2);
        assertThat(times.knows(100)).isFalse();
        assertThat(times.sentNanos(0)).isEqualTo(2);
    }

    @Test
    void aRoundTripIsTheTimeSinceThePacketLeftWithoutTheTimeItWasHeld() {
        SendTimes times = new SendTimes(4);
        for (int i = 0; i < 6; i++) {
            times.sent(i, i * 1_000_000L);
        }
        assertThat(times.roundTripNanos(3, 2_000_000, 25_000_000)).isEqualTo(20_000_000);
        assertThat(times.roundTripNanos(5, 0, 5_000_000)).as("a microsecond at least").isEqualTo(1000);
        assertThat(times.roundTripNanos(5, 0, 5_000_000 + 64_000_000_000L)).isEqualTo(64_000_000_000L);
        assertThat(times.roundTripNanos(5, 0, 5_000_001 + 64_000_000_000L)).isEqualTo(SendTimes.UNKNOWN);
        assertThat(times.roundTripNanos(1, 0, 9_000_000)).as("forgotten").isEqualTo(SendTimes.UNKNOWN);
    }

    @Test
    void aRoundTripThatCannotBeIsMalformed() {
        SendTimes times = new SendTimes(4);
        times.sent(0, 1_000_000);
        assertThatThrownBy(() -> times.roundTripNanos(1, 0, 9_000_000)).isInstanceOf(MalformedPacketException.class)
                .hasMessageContaining("never sent");
        assertThatThrownBy(() -> times.roundTripNanos(0, 8_000_001, 9_000_000))
                .isInstanceOf(MalformedPacketException.class).hasMessageContaining("longer");
    }

    @Property(tries = 100)
    void remembersExactlyTheLastCapacityPackets(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int capacity = 1 << random.nextInt(10);
        SendTimes times = new SendTimes(capacity);
        TreeMap<Long, Long> all = new TreeMap<>();
        long first = random.nextLong(1000);
        int sent = random.nextInt(1, 1500);
        for (int i = 0; i < sent; i++) {
            long nanos = random.nextLong();
            times.sent(first + i, nanos);
            all.put(first + i, nanos);
        }
        for (long number = first - 10; number < first + sent + 10; number++) {
            boolean known = all.containsKey(number) && number >= first + sent - capacity;
            assertThat(times.knows(number)).isEqualTo(known);
            if (known) {
                assertThat(times.sentNanos(number)).isEqualTo(all.get(number));
            }
        }
    }
}
