package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** A site holds what another part of it sent: a member here that is not as far has been notified of the sender by that part. */
class HeldBySourceTest {
    private static final ReliabilityConfig CONFIG = ReliabilityConfig.defaults();

    private final TestSite source = new TestSite(1, CONFIG);
    private final TestSite here = new TestSite(2, CONFIG);
    private final SenderId sender = source.sender;
    private final ReceiverSide side = new ReceiverSide(source.id, CONFIG, here.layer, here.new Received());

    @BeforeEach
    void membersAreDifferentlyFar() {
        side.receivedBefore(sender, 4, 0);
        side.receivedBefore(sender, 2, 0);
    }

    /** The site tells from where on it sends for whom, for this sender only if it is given. */
    private void starts(SenderId announced) {
        WireWriter out = new WireWriter(new byte[64]);
        out.putLong(1).putByte(0).putByte(1);
        if (announced != null) {
            out.putSender(announced).putLong(3);
        }
        side.start(new WireReader(out.buffer()).reset(out.buffer(), 0, out.position()), 0);
    }

    @Test
    void whatTheMemberThatIsLeastFarLacksIsMissing() {
        starts(null);
        side.heldBySource(sender, 6, 0);
        IncomingStream stream = side.streams().get(sender);
        assertThat(stream.next()).isEqualTo(2);
        assertThat(stream.missingCount()).isEqualTo(4);
        assertThat(stream.isPresumed()).as("who comes now is not started").isTrue();
    }

    @Test
    void whatItSendsForItselfItReports() {
        starts(sender);
        side.heldBySource(sender, 6, 0);
        assertThat(side.streams().get(sender)).isNull();
    }

    @Test
    void whetherItSendsForItIsNotKnownBeforeItHasAnnounced() {
        side.heldBySource(sender, 6, 0);
        assertThat(side.streams().get(sender)).isNull();
        starts(null);
        side.heldBySource(sender, 6, 0);
        assertThat(side.streams().get(sender)).isNotNull();
    }
}
