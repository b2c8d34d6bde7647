package org.xpand.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.xpand.simulator.LinkModelSettings.PERFECT;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LinkModelSettingsTest {
    private static final BurstLoss BURSTS = BurstLoss.of(0.01, 3);
    private static final RedSettings RED = RedSettings.between(5, 15);

    @Test
    void eachWithChangesItsOwnSettingOnly() {
        LinkModelSettings settings = PERFECT.withDelayNanos(1).withJitterNanos(2).withRate(3).withQueuePackets(4)
                .withQueueBytes(5).withLoss(0.6).withReordering(0.7, 8).withDuplication(0.9)
                .withBurstLoss(BURSTS).withRed(RED);
        assertThat(settings).isEqualTo(new LinkModelSettings(1, 2, 3, 4, 5, 0.6, 0.7, 8, 0.9,
                Optional.of(BURSTS), Optional.of(RED)));
        assertThat(settings.withDelayNanos(0).withJitterNanos(0).withRate(Double.POSITIVE_INFINITY)
                .withQueuePackets(LinkModelSettings.MAX_QUEUE_PACKETS).withQueueBytes(Long.MAX_VALUE).withLoss(0)
                .withReordering(0, 0).withDuplication(0).withDropTail()).isEqualTo(PERFECT.withBurstLoss(BURSTS));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void settingOutOfRangeIsRefusedByNameValueAndRange(Runnable change, String name, String value, String accepted) {
        assertThatIllegalArgumentException().isThrownBy(change::run)
                .withMessage("link setting %s is %s: accepted is %s", name, value, accepted);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                refused(() -> RedSettings.between(0, 3), "minPackets", "0.0", "above 0"),
                refused(() -> RedSettings.between(5, 5), "maxPackets", "5.0", "above minPackets 5.0"),
                refused(() -> new RedSettings(1, 2, 0, 0.1, true, 1, false), "weight", "0.0", "above 0, at most 1"),
                refused(() -> new RedSettings(1, 2, 1, 1.1, true, 1, false), "maxProbability", "1.1", "above 0, at most 1"),
                refused(() -> new RedSettings(1, 2, 1, 1, true, 0, false), "meanPacketBytes", "0", "1 or more"),
                refused(() -> BurstLoss.of(1, 2), "loss", "1.0", "0 up to but not including 1"),
                refused(() -> BurstLoss.of(0.1, 0.5), "burstPackets", "0.5", "1 or more"),
                refused(() -> new BurstLoss(2, 1, 0, 1), "toBad", "2.0", "0 to 1"),
                refused(() -> PERFECT.withDelayNanos(-1), "delayNanos", "-1", "0 to 3600000000000"),
                refused(() -> PERFECT.withJitterNanos(3_600_000_000_001L), "jitterNanos", "3600000000001",
                        "0 to 3600000000000"),
                refused(() -> PERFECT.withRate(0.5), "bytesPerSecond", "0.5", "1.0 or more"),
                refused(() -> PERFECT.withRate(Double.NaN), "bytesPerSecond", "NaN", "1.0 or more"),
                refused(() -> PERFECT.withQueuePackets(0), "queuePackets", "0", "1 to 1000000"),
                refused(() -> PERFECT.withQueuePackets(1_000_001), "queuePackets", "1000001", "1 to 1000000"),
                refused(() -> PERFECT.withQueueBytes(0), "queueBytes", "0", "1 or more"),
                refused(() -> PERFECT.withLoss(1.01), "lossProbability", "1.01", "0 to 1"),
                refused(() -> PERFECT.withLoss(Double.NaN), "lossProbability", "NaN", "0 to 1"),
                refused(() -> PERFECT.withReordering(-0.1, 5), "reorderProbability", "-0.1", "0 to 1"),
                refused(() -> PERFECT.withReordering(0.1, 0), "reorderDelayNanos", "0",
                        "above 0 with reorderProbability 0.1"),
                refused(() -> PERFECT.withDuplication(2), "duplicateProbability", "2.0", "0 to 1"));
    }

    private static Arguments refused(Runnable change, String name, String value, String accepted) {
        return Arguments.of(change, name, value, accepted);
    }
}
