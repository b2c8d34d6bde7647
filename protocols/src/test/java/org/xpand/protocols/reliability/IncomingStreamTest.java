package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.wire.WireWriter;

/** What a receiving delegate takes for missing. */
class IncomingStreamTest {
    private static final Segment SEGMENT = new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[1]);

    private final IncomingStream stream = new IncomingStream(new SenderId(new SiteId(1), 10), 0, ReliabilityConfig.defaults(), 0);

    @Test
    void whatComesAgainIsAcknowledgedAgain() {
        stream.arrived(0, SEGMENT, 0, 0);
        stream.deliver(new TestSite(1, ReliabilityConfig.defaults()).new Received(), 0);
        stream.siteProgress(1, 100, 0, 0);
        stream.writeAck(new WireWriter(new byte[100]), 0);
        assertThat(stream.reportDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
        stream.arrived(0, SEGMENT, 0, 7);
        assertThat(stream.reportDeadlineNanos()).isEqualTo(7 + ReliabilityConfig.defaults().maxDigestNanos());
    }

    @Test
    void whatCameBeforeTheSourceWasUnreachableIsNotMissingAfterwards() {
        stream.arrived(0, SEGMENT, 0, 0);
        stream.arrived(2, SEGMENT, 0, 0);
        assertThat(stream.missingCount()).isEqualTo(1);
        stream.forgetMissing();
        assertThat(stream.missingCount()).isZero();
        stream.digested(4, 0, 1);
        assertThat(stream.missingCount()).as("1 and 3").isEqualTo(2);
        stream.arrived(1, SEGMENT, 0, 2);
        stream.arrived(3, SEGMENT, 0, 2);
        assertThat(stream.missingCount()).isZero();
    }
}
