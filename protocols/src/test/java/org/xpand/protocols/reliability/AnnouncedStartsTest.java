package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** Announcements of start numbers, as they arrive and are acknowledged. */
class AnnouncedStartsTest {
    private static final long INTERVAL = 100;

    private final AnnouncedStarts starts = new AnnouncedStarts(INTERVAL);
    private final SenderId sender = new SenderId(new SiteId(1), 10);
    private final WireWriter out = new WireWriter(new byte[200]);

    /** The number in the acknowledgement that is written now, or -1 if none is. */
    private long acknowledged(boolean complete, long now) {
        out.position(0);
        starts.writeAck(out, complete, now);
        if (out.position() == 0) {
            return -1;
        }
        WireReader in = new WireReader().reset(out.buffer(), 0, out.position());
        assertThat(in.getByte()).isEqualTo(FrameType.START_ACK);
        assertThat(in.getShort()).isEqualTo(Long.BYTES);
        return in.getLong();
    }

    @Test
    void anAnnouncementIsCompleteWithAllItsPartsInAnyOrder() {
        starts.begin(1);
        assertThat(starts.arrived(2, 3)).isFalse();
        assertThat(starts.arrived(0, 3)).isFalse();
        assertThat(starts.arrived(0, 3)).isFalse();
        assertThat(starts.arrived(1, 3)).isTrue();
    }

    @Test
    void theNextAnnouncementReplacesStartsAndParts() {
        starts.begin(1);
        starts.put(sender, new SenderStart(5, 3));
        starts.arrived(0, 2);
        starts.begin(2);
        assertThat(starts.contains(sender)).isFalse();
        assertThat(starts.get(sender)).isNull();
        assertThat(starts.arrived(1, 2)).isFalse();
        assertThat(starts.is(2)).isTrue();
        assertThat(starts.isReplaced(1)).isTrue();
    }

    @Test
    void farAnnouncementsAreAcceptedIfTheirFirstPartIsRepeatedForLong() {
        long far = 2 + Plausible.MAX_STARTS;
        starts.begin(1);
        assertThat(starts.accepts(far - 1, 1, 0)).isTrue();
        for (int i = 0; i < Insistence.TIMES; i++) {
            assertThat(starts.accepts(far, 1, i * INTERVAL)).isFalse();
        }
        assertThat(starts.accepts(far, 0, 0)).isFalse();
        assertThat(starts.accepts(far, 0, INTERVAL - 1)).isFalse();
        assertThat(starts.accepts(far, 0, INTERVAL - 1)).isFalse();
        assertThat(starts.accepts(far, 0, INTERVAL)).isTrue();
    }

    @Test
    void anAcknowledgementIsWrittenOnce() {
        starts.begin(7);
        assertThat(starts.ackNanos()).isEqualTo(Long.MAX_VALUE);
        starts.acknowledge(20);
        assertThat(acknowledged(true, 19)).isEqualTo(-1);
        assertThat(acknowledged(true, 20)).isEqualTo(7);
        assertThat(acknowledged(true, 21)).isEqualTo(-1);
    }

    @Test
    void startNumbersAreRequestedOnceInAnInterval() {
        starts.begin(7);
        starts.request(200);
        assertThat(acknowledged(false, 200)).isZero();
        starts.request(210);
        assertThat(starts.ackNanos()).isEqualTo(200 + INTERVAL);
        starts.request(220);
        assertThat(acknowledged(false, 299)).isEqualTo(-1);
        assertThat(acknowledged(false, 300)).isZero();
    }

    @Test
    void whatTheSourceKeepsIsTakenOnce() {
        out.putSender(sender).putLong(4);
        starts.kept(new WireReader().reset(out.buffer(), 0, out.position()));
        assertThat(starts.takeKept(sender, 9)).isEqualTo(4);
        assertThat(starts.takeKept(sender, 9)).isEqualTo(9);
    }
}
