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
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.stack.Layer;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** A group in which everybody has everything wakes nobody, and a member that falls behind is looked after as soon as ever. */
class RestingRelayTest {
    private static final long MS = 1_000_000;
    private static final Epoch EPOCH = new Epoch(9);
    private static final LocalMember FIRST = new LocalMember(new MemberId(11), new ProcessId(11), "first");
    private static final LocalMember SECOND = new LocalMember(new MemberId(12), new ProcessId(12), "second");
    private static final SenderId SENDER = new SenderId(new SiteId(1), FIRST.member());

    private final Lan lan = new Lan();
    private final RelayConfig config = RelayConfig.defaults();
    private final GroupRelay relay = new GroupRelay(new SiteId(1), new GroupId(7), EPOCH, config, lan, new NobodyListens());
    private final ReliabilityLayer stack = new ReliabilityLayer(ReliabilityConfig.defaults(), relay);
    private long now = MS;
    private long deadline = MS;

    private static final class Lan implements LanOut {
        private int broughtToSecond;

        @Override
        public boolean hasRoom() {
            return true;
        }

        @Override
        public void multicast(byte[] message) {
            // What is brought is sent to one.
        }

        @Override
        public void send(ProcessId process, byte[] message) {
            broughtToSecond += process.equals(SECOND.process()) ? 1 : 0;
        }
    }

    @BeforeEach
    void twoMembersAndASender() {
        stack.stackOn(new Layer() {
        });
        relay.connect(stack);
        relay.members(List.of(FIRST, SECOND), now);
        start(FIRST);
        start(SECOND);
    }

    private void start(LocalMember member) {
        announce(LanMessage.START, member, new WireWriter(new byte[128]).putLong(EPOCH.value()).putLong(0).putDouble(0));
    }

    private void acknowledge(LocalMember member, long next, long limit) {
        announce(LanMessage.ACK, member, new WireWriter(new byte[128]).putLong(EPOCH.value()).putDouble(0).putSender(SENDER).putLong(0)
                .putLong(next).putLong(limit));
    }

    private void announce(int kind, LocalMember member, WireWriter out) {
        byte[] bytes = Arrays.copyOf(out.buffer(), out.position());
        relay.handle(kind, member.process(), new WireReader().reset(bytes, 0, bytes.length), now);
        turn();
    }

    private void turn() {
        deadline = relay.run(new GroupRate(1e6, 10 * MS, 0), now);
    }

    /** Turns as the relay wants them; answers how many there were. */
    private int pass(long nanos) {
        long end = now + nanos;
        int turns = 0;
        while (deadline <= end) {
            now = Math.max(now, deadline);
            turn();
            turns++;
        }
        now = end;
        return turns;
    }

    private void send(long number) {
        stack.offer(SENDER, number, new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[100]));
        turn();
    }

    /** Members are told now and then who is in the group, in case they missed it. */
    private void assertRests() {
        assertThat(pass(60_000 * MS)).as("turns in a minute").isLessThanOrEqualTo((int) (60_000 * MS / config.membersIntervalNanos()) + 1);
    }

    @Test
    void nobodyIsWokenWhereEverybodyHasEverything() {
        acknowledge(FIRST, 0, 4000);
        acknowledge(SECOND, 0, 4000);
        pass(1000 * MS);
        assertRests();
    }

    @Test
    void whoFallsBehindAfterARestIsBroughtWhatItLacks() {
        pass(60_000 * MS);
        send(0);
        acknowledge(FIRST, 1, 4000);
        pass(config.repairAfterNanos() + 60 * MS);
        assertThat(lan.broughtToSecond).as("brought, to one that took nothing for a minute").isPositive();
        acknowledge(SECOND, 1, 4000);
        pass(1000 * MS);
        assertRests();
    }

    @Test
    void whoTakesNoMoreIsLookedAfter() {
        pass(60_000 * MS);
        send(0);
        acknowledge(FIRST, 1, 4000);
        acknowledge(SECOND, 1, 1);
        assertThat(pass(1000 * MS)).as("looks in a second").isBetween(18, 45);
        now += 500 * MS;
        turn();
        assertThat(relay.state(now).members()).filteredOn(each -> each.name().equals("second"))
                .allMatch(each -> each.holdsUpNanos() > 900 * MS && each.holdsUpNanos() < 1100 * MS, "a pause of its own is none of the member's");
    }
}
