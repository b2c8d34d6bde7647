package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.stack.Layer;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** An acknowledgement that was in flight when its member was asked to forget the sender opens nothing again. */
class ForgottenSendersTest {
    private static final Epoch EPOCH = new Epoch(5);
    private static final long MS = 1_000_000;
    private static final SenderId SENDER = new SenderId(new SiteId(2), 20);
    private static final LocalMember FIRST = new LocalMember(new MemberId(1), new ProcessId(101), "a");
    private static final LocalMember SECOND = new LocalMember(new MemberId(2), new ProcessId(102), "b");

    private final GroupRelay relay = new GroupRelay(new SiteId(1), new GroupId(7), EPOCH, RelayConfig.defaults(), new NoLan(),
            new NobodyListens());
    private final ReliabilityLayer stack = new ReliabilityLayer(ReliabilityConfig.defaults(), relay);
    private long now = MS;

    @BeforeEach
    void twoMembersHaveForgottenASenderOfASiteThatIsNotThere() {
        stack.stackOn(new Layer() {
        });
        relay.connect(stack);
        relay.members(List.of(FIRST, SECOND), now);
        relay.run(new GroupRate(1e6, 10 * MS, 0), now);
        relay.forgotten(SENDER);
    }

    private void acknowledge(ProcessId process, long next) {
        WireWriter out = new WireWriter(new byte[128]);
        out.putLong(EPOCH.value()).putDouble(0).putSender(SENDER);
        out.putLong(0).putLong(next).putLong(next + 100);
        byte[] bytes = Arrays.copyOf(out.buffer(), out.position());
        relay.handle(LanMessage.ACK, process, new WireReader().reset(bytes, 0, bytes.length), now);
    }

    @Test
    void whatWasInFlightIsNoSignOfASender() {
        acknowledge(FIRST.process(), 8);
        acknowledge(SECOND.process(), 10);
        assertThat(stack.delivered(SENDER)).isEqualTo(-1);
        assertThat(relay.recovers()).isFalse();
    }

    @Test
    void whatIsReportedLongAfterwardsIs() {
        now += 6_000 * MS;
        relay.run(new GroupRate(1e6, 10 * MS, 0), now);
        acknowledge(FIRST.process(), 8);
        assertThat(stack.delivered(SENDER)).isEqualTo(8);
    }

    @Test
    void whoComesAfterwardsReportsWhatItHasReceivedElsewhere() {
        relay.members(List.of(FIRST), now);
        relay.members(List.of(FIRST, SECOND), now);
        acknowledge(FIRST.process(), 8);
        assertThat(stack.delivered(SENDER)).isEqualTo(-1);
        acknowledge(SECOND.process(), 10);
        assertThat(stack.delivered(SENDER)).isEqualTo(10);
    }
}
