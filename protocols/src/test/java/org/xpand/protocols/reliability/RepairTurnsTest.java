package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.stack.PacketKind;

/** Whose repairs leave next. */
class RepairTurnsTest {
    private static final long HOLD = 100;
    private static final SiteId FIRST = new SiteId(2);
    private static final SiteId SECOND = new SiteId(3);
    private static final SiteId THIRD = new SiteId(4);
    private static final int SITES = 3;

    private final OutgoingStream stream = new OutgoingStream(new SenderId(new SiteId(1), 10), 0, 1024, 1024);
    private final RepairPacker packer = new RepairPacker(ReliabilityConfig.defaults(), List.of(stream));
    private final OutPacket packet = new OutPacket();

    @BeforeEach
    void aHundredSegmentsHaveBeenSent() {
        for (SiteId site : List.of(FIRST, SECOND, THIRD)) {
            stream.addReceiver(site);
        }
        for (int i = 0; i < 100; i++) {
            stream.accept(i, new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[1000]));
            stream.sent();
        }
    }

    private void want(SiteId site, int first, int end) {
        for (int i = first; i < end; i++) {
            stream.requested(site, i, HOLD, 0);
        }
    }

    private List<SiteId> destinations(int packets) {
        List<SiteId> destinations = new ArrayList<>();
        for (int i = 0; i < packets && packer.pull(packet, SITES, false, 1); i++) {
            destinations.add(packet.destination());
        }
        return destinations;
    }

    @Test
    void aSiteThatLacksMuchDoesNotHoldUpOneThatLacksLittle() {
        want(FIRST, 0, 90);
        want(SECOND, 95, 96);
        assertThat(destinations(4)).containsExactly(FIRST, SECOND, FIRST, FIRST);
    }

    @Test
    void whatMostWantGoesDownTheTreeOnce() {
        want(FIRST, 0, 1);
        want(SECOND, 0, 2);
        assertThat(packer.pull(packet, SITES, false, 1)).isTrue();
        assertThat(packet.kind()).isEqualTo(PacketKind.DATA);
        assertThat(destinations(3)).containsExactly(SECOND);
        assertThat(packer.repaired()).isEqualTo(2);
    }

    @Test
    void aRequestSoonAfterARepairWaits() {
        want(FIRST, 0, 1);
        assertThat(destinations(1)).hasSize(1);
        assertThat(stream.requested(FIRST, 0, HOLD, HOLD)).isFalse();
        assertThat(stream.requested(FIRST, 0, HOLD, HOLD + 1)).isTrue();
    }

    @Test
    void aSiteThatIsNotReachableGetsNothing() {
        want(FIRST, 0, 10);
        want(SECOND, 5, 6);
        stream.suspendReceiver(FIRST);
        assertThat(destinations(9)).containsExactly(SECOND);
        assertThat(stream.repairs().isEmpty()).isTrue();
    }

    @Test
    void whatEverybodyHasIsNotRepaired() {
        want(FIRST, 0, 10);
        stream.localProgress(100, 200);
        stream.acknowledged(FIRST, 10, 200);
        stream.acknowledged(SECOND, 100, 200);
        stream.acknowledged(THIRD, 100, 200);
        assertThat(stream.release()).isTrue();
        assertThat(destinations(1)).isEmpty();
    }

    @Test
    void whatIsToBeMeasuredGoesDownTheTreeAndCountsForAll() {
        want(FIRST, 0, 1);
        assertThat(packer.pull(packet, SITES, true, 1)).isTrue();
        assertThat(packet.kind()).isEqualTo(PacketKind.DATA);
        assertThat(stream.repairs().isEmpty()).isTrue();
    }
}
