package org.xpand.protocols.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.wire.WireReader;

class LayerTest {
    private static final SiteId SITE = new SiteId(3);

    private final List<String> calls = new ArrayList<>();
    private final Layer bottom = new Bottom();
    private final Layer plain = new Plain();
    private final OutPacket out = new OutPacket();

    LayerTest() {
        plain.stackOn(bottom);
        new Top().stackOn(plain);
    }

    @Test
    void whatALayerDoesNotOverridePassesUpwardsThroughIt() {
        InPacket in = new InPacket().reset(PacketKind.DATA, SITE, 5, new WireReader(new byte[4]), 60);
        bottom.receive(in, 1);
        bottom.fillReport(SITE, out, 2);
        bottom.siteJoined(SITE, 77, 3);
        bottom.siteUnreachable(SITE, 4);
        bottom.siteResumed(SITE, true, 78, 5);
        bottom.siteLeft(SITE, 6);
        assertThat(calls).containsExactly("receive 1", "fillReport 2", "joined 77 3", "unreachable 4",
                "resumed true 78 5", "left 6");
        assertThat(bottom.pull(out, 7)).isTrue();
        assertThat(bottom.reportDeadlineNanos(SITE)).isEqualTo(42);
        assertThat(bottom.nextDeadlineNanos(0)).isEqualTo(43);
    }

    @Test
    void roundTripTimesPassDownwardsThroughIt() {
        assertThat(plain.above().rttToReceiverNanos(SITE)).isEqualTo(44);
        assertThat(plain.above().rttToSourceNanos(SITE)).isEqualTo(45);
    }

    @Test
    void aStackWithoutATopHasNothingToSendAndIgnoresWhatComes() {
        Layer alone = new Plain();
        alone.receive(new InPacket(), 0);
        assertThat(alone.pull(out, 0)).isFalse();
        assertThat(alone.nextDeadlineNanos(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(alone.reportDeadlineNanos(SITE)).isEqualTo(Long.MAX_VALUE);
    }

    private static final class Plain extends Layer {
    }

    private static final class Bottom extends Layer {
        @Override
        public long rttToReceiverNanos(SiteId receiver) {
            return 44;
        }

        @Override
        public long rttToSourceNanos(SiteId source) {
            return 45;
        }
    }

    private final class Top extends Layer {
        @Override
        public boolean pull(OutPacket packet, long nowNanos) {
            packet.beginData();
            return true;
        }

        @Override
        public void receive(InPacket packet, long nowNanos) {
            calls.add("receive " + nowNanos);
        }

        @Override
        public long reportDeadlineNanos(SiteId source) {
            return 42;
        }

        @Override
        public void fillReport(SiteId source, OutPacket packet, long nowNanos) {
            calls.add("fillReport " + nowNanos);
        }

        @Override
        public void siteJoined(SiteId site, long pathRttNanos, long nowNanos) {
            calls.add("joined " + pathRttNanos + " " + nowNanos);
        }

        @Override
        public void siteUnreachable(SiteId site, long nowNanos) {
            calls.add("unreachable " + nowNanos);
        }

        @Override
        public void siteResumed(SiteId site, boolean restarted, long pathRttNanos, long nowNanos) {
            calls.add("resumed " + restarted + " " + pathRttNanos + " " + nowNanos);
        }

        @Override
        public void siteLeft(SiteId site, long nowNanos) {
            calls.add("left " + nowNanos);
        }

        @Override
        public long nextDeadlineNanos(long nowNanos) {
            return 43;
        }
    }
}
