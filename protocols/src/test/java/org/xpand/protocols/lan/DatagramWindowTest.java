package org.xpand.protocols.lan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DatagramWindowTest {
    private final DatagramWindow window = new DatagramWindow();

    @Test
    void lossesOfWhatWasUnderWayTogetherHalveItOnce() {
        assertThat(window.lost(5, 10)).isTrue();
        assertThat(window.lost(6, 10)).isFalse();
        assertThat(window.lost(9, 12)).isFalse();
        assertThat(window.bytes()).isEqualTo(DatagramWindow.MOST_BYTES / 2);
        assertThat(window.lost(10, 12)).isTrue();
        assertThat(window.bytes()).isEqualTo(DatagramWindow.MOST_BYTES / 4);
    }

    @Test
    void itGrowsByAThirtySecondOfWhatIsAcknowledgedUpToWhatSocketsHold() {
        window.holds(320_000);
        window.lost(0, 1);
        window.acknowledged(160_000);
        assertThat(window.bytes()).isEqualTo(165_000);
        window.acknowledged(100_000_000);
        assertThat(window.bytes()).isEqualTo(320_000);
    }

    @Test
    void itIsNeverLessThanAFewShortMessages() {
        for (int i = 0; i < 100; i++) {
            window.lost(i, i + 1);
        }
        assertThat(window.bytes()).isEqualTo(DatagramWindow.LEAST_BYTES);
        assertThat(window.messageBytes(60_000)).isEqualTo(4000);
        window.holds(0);
        assertThat(window.bytes()).isEqualTo(DatagramWindow.LEAST_BYTES);
    }

    @Test
    void aMessageIsAQuarterOfItAtMost() {
        assertThat(window.messageBytes(60_000)).isEqualTo(60_000);
        window.holds(200_000);
        assertThat(window.messageBytes(60_000)).isEqualTo(50_000);
    }
}
