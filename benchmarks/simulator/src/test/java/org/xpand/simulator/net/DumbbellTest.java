package org.xpand.simulator.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.xpand.simulator.LinkModelSettings;

class DumbbellTest {
    private static final long MS = 1_000_000;

    private final Dumbbell dumbbell = new Dumbbell(1, LinkModelSettings.PERFECT.withRate(125_000).withDelayNanos(20 * MS));

    @Test
    void thePathOfAPairIsTheBottleneckAndTheTail() {
        Node from = dumbbell.sender("from");
        Node to = dumbbell.receiver("to", LinkModelSettings.PERFECT.withDelayNanos(5 * MS).withLoss(0.1));
        assertThat(dumbbell.network().pathDelayNanos(from, to)).hasValue(25 * MS);
        assertThat(dumbbell.network().pathDelayNanos(to, from)).hasValue(25 * MS);
        assertThat(to.outgoing().get(0).settings().lossProbability()).as("of the link back").isZero();

        dumbbell.network().send(from, new Packet(dumbbell.network().open(to, (packet, now) -> { }), 1000));
        dumbbell.run(100 * MS);
        assertThat(dumbbell.bottleneck().stats().offered()).isOne();
    }

    @Test
    void packetsOfSendersAreLateByUpToAPacketsTimeOnTheBottleneck() {
        assertThat(dumbbell.sender("from").outgoing().get(0).settings().jitterNanos()).isEqualTo(8 * MS);
        assertThat(dumbbell.receiver("to").outgoing().get(0).settings().jitterNanos()).isZero();
    }

    @Test
    void aSenderMayBeFartherAwayThanOthersInBothDirections() {
        Node from = dumbbell.sender("from", 2 * MS);
        Node to = dumbbell.receiver("to");
        assertThat(dumbbell.network().pathDelayNanos(from, to)).hasValue(22 * MS);
        assertThat(dumbbell.network().pathDelayNanos(to, from)).hasValue(22 * MS);
        assertThat(from.outgoing().get(0).settings().jitterNanos()).isEqualTo(8 * MS);
        assertThatIllegalArgumentException().isThrownBy(() -> dumbbell.sender("other", -1)).withMessageContaining("delayNanos");
    }

    @Test
    void aNameIsTakenOnce() {
        dumbbell.sender("host");
        assertThatIllegalArgumentException().isThrownBy(() -> dumbbell.receiver("host")).withMessageContaining("host");
    }
}
