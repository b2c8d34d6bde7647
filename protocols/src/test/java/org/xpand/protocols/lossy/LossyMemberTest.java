package org.xpand.protocols.lossy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.relay.GroupRate;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.relay.LocalMember;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** A member and its delegate on one LAN: windows, shares, bounds, and who is received from where on. */
class LossyMemberTest {
    private static final long MS = 1_000_000;
    private static final long GROUP = 77;
    private static final SiteId SITE = new SiteId(1);
    private static final SiteId OTHER = new SiteId(2);
    private static final SenderId SELF = new SenderId(SITE, 5);
    private static final SenderId REMOTE = new SenderId(OTHER, 6);

    private final List<byte[]> lan = new ArrayList<>();
    private boolean room = true;
    private final LanOut out = new LanOut() {
        @Override
        public boolean hasRoom() {
            return room;
        }

        @Override
        public void multicast(byte[] message) {
            lan.add(message);
        }

        @Override
        public void send(ProcessId process, byte[] message) {
            lan.add(message);
        }
    };
    private final List<String> received = new ArrayList<>();
    private final LossyMember.Events events = new LossyMember.Events() {
        @Override
        public void joined() {
            received.add("joined");
        }

        @Override
        public void message(SenderId sender, int precedence, long number, byte[] payload) {
            received.add(precedence + ":" + number);
        }

        @Override
        public void dropped(SenderId sender, int precedence, long first, long end) {
            received.add(precedence + ":" + first + "-" + (end - 1) + " dropped");
        }
    };
    private final LossyConfig config = LossyConfig.of(RelayConfig.defaults());
    private final LossyMember member = new LossyMember(new GroupId(GROUP), SELF, 2, config, out, events, 0);
    private final LossyRelay relay = new LossyRelay(SITE, new GroupId(GROUP), new Epoch(99), List.of(1_000_000_000L), config, out);

    private void handle(byte[] message, long from, long now) {
        WireReader in = new WireReader(message);
        int kind = LanMessage.readKind(in);
        in.getLong();
        int at = in.position();
        member.handle(kind, new ProcessId(from), in, now);
        relay.handle(kind, new ProcessId(from), in.reset(message, at, message.length - at), now);
    }

    /** Hands around what is on the LAN, all of it from process 1, the delegate's and the member's. */
    private void exchange(GroupRate rate, long now) {
        relay.run(rate, now);
        member.run(now);
        while (!lan.isEmpty()) {
            handle(lan.remove(0), 1, now);
        }
    }

    private void join(long now) {
        member.delegate(new ProcessId(1));
        relay.members(List.of(new LocalMember(new MemberId(5), new ProcessId(1), "me")), now);
        exchange(new GroupRate(1e6, 10 * MS, 0), now);
        exchange(new GroupRate(1e6, 10 * MS, 0), now);
    }

    private byte[] frames(int kind, SenderId sender, long age, int precedence, long... numbers) {
        WireWriter writer = LanMessage.begin(new WireWriter(new byte[2000]), kind, new GroupId(GROUP));
        for (long number : numbers) {
            int start = LossyFrames.beginRun(writer, sender, age, precedence, number);
            LossyFrames.putPart(writer, 0, true, new byte[10], 0, 10);
            LossyFrames.end(writer, start);
        }
        return LanMessage.bytes(writer);
    }

    @Test
    void aMemberHasJoinedWhenTheDelegateCountsIt() {
        join(0);
        assertThat(received).containsExactly("joined");
        assertThat(member.sender().share()).as("no other site").isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(relay.layer().nextDeadlineNanos(0)).as("a word has come").isNotEqualTo(Long.MAX_VALUE);
    }

    @Test
    void numbersAreAnnouncedWhenPartsOfTheSiteMayHaveMerged() {
        join(0);
        member.siteViewChanged();
        assertThat(announcements(MS)).as("nothing was sent").isZero();
        member.sender().accept(1, new byte[10], 2 * MS);
        exchange(new GroupRate(1e6, 10 * MS, 0), 2 * MS);
        assertThat(announcements(3 * MS)).isZero();
        member.siteViewChanged();
        assertThat(announcements(4 * MS)).isOne();
        assertThat(announcements(5 * MS)).as("once").isZero();
    }

    /** Messages that the member sends in a turn. */
    private int announcements(long now) {
        member.run(now);
        int count = lan.size();
        lan.clear();
        return count;
    }

    @Test
    void whatASiteSentWhileItWasAloneIsNotOwedOnceAnotherIsThere() {
        join(0);
        for (int i = 0; i < 2000; i++) {
            member.sender().accept(0, new byte[1000], i * MS);
            exchange(new GroupRate(0, 0, 0), i * MS);
        }
        assertThat(member.sender().waitingMessages()).as("nobody outside has a share").isZero();
        relay.layer().siteJoined(OTHER, 0, 2000 * MS);
        member.sender().accept(0, new byte[1000], 2000 * MS);
        for (long now = 2000 * MS; now < 3000 * MS; now += 10 * MS) {
            exchange(new GroupRate(10_000, 10 * MS, relay.layer().newSegmentBytes()), now);
        }
        assertThat(member.sender().share()).isFinite();
        assertThat(member.sender().waitingMessages()).isZero();
    }

    @Test
    void whatIsLessImportantHoldsNothingUpAndLeavesLast() {
        while (member.sender().open(1)) {
            member.sender().accept(1, new byte[1000], 0);
        }
        assertThat(member.sender().open(0)).as("another window").isTrue();
        member.sender().accept(0, new byte[1000], 0);
        assertThat(member.sender().accepted(0)).isEqualTo(1);
        join(0);
        assertThat(received.stream().filter(each -> !each.equals("joined")).findFirst().orElseThrow()).startsWith("0:");
        while (member.sender().open(0)) {
            member.sender().accept(0, new byte[1000], 0);
        }
        assertThat(member.sender().open(1)).as("what is more important comes first").isFalse();
    }

    @Test
    void theSendersShareShapesWhatItSendsAndFillsItsWindow() {
        relay.layer().siteJoined(OTHER, 0, 0);
        join(0);
        for (long now = 0; now < 2000 * MS; now += 10 * MS) {
            while (member.sender().open()) {
                member.sender().accept(1, new byte[1000], now);
            }
            relay.layer().nextDeadlineNanos(now);
            while (relay.layer().backlogBytes() > 0 && relay.layer().pull(new OutPacket(), now)) {
                continue;
            }
            exchange(new GroupRate(50_000, 10 * MS, relay.layer().newSegmentBytes()), now);
        }
        long numbers = received.stream().filter(each -> each.startsWith("1:")).count();
        assertThat(numbers * 1000 / 2.0).as("bytes per second of 50 000").isBetween(40_000.0, 60_000.0);
        assertThat(member.sender().open()).isTrue();
        assertThat(member.sender().waitingBytes()).isLessThanOrEqualTo(member.sender().windowBytes() + 1064);
        assertThatThrownBy(() -> member.sender().accept(2, new byte[1], 0)).hasMessage("precedence 2: accepted are 0 to 1");
        assertThatThrownBy(() -> member.sender().accept(0, new byte[17 << 20], 0))
                .hasMessage("a message of 17825792 bytes: accepted are up to 16777216 (setting maxMessage)");
    }

    @Test
    void nothingIsSentWhileTheLanTakesNothing() {
        join(0);
        room = false;
        member.sender().accept(0, new byte[5000], 0);
        member.run(0);
        assertThat(lan).isEmpty();
        room = true;
        exchange(new GroupRate(1e6, 10 * MS, 0), MS);
        assertThat(received).containsExactly("joined", "0:0");
    }

    @Test
    void aYoungerSenderIsReceivedFromItsBeginningAnOlderOneFromNowOn() {
        join(0);
        handle(frames(LanMessage.RELAYED_FRAMES, REMOTE, 500 * MS, 0, 3), 1, 1000 * MS);
        member.run(1100 * MS);
        assertThat(received).containsExactly("joined", "0:0-2 dropped", "0:3");
        SenderId older = new SenderId(OTHER, 8);
        handle(frames(LanMessage.RELAYED_FRAMES, older, 5000 * MS, 0, 3, 5), 1, 1000 * MS);
        member.run(1200 * MS);
        assertThat(received).containsExactly("joined", "0:0-2 dropped", "0:3", "0:3", "0:4-4 dropped", "0:5");
    }

    @Test
    void aDigestAnnouncesTheEndOfAStream() {
        join(0);
        WireWriter writer = LanMessage.begin(new WireWriter(new byte[2000]), LanMessage.RELAYED_FRAMES, new GroupId(GROUP));
        LossyFrames.putDigest(writer, REMOTE, 0, new long[] {2, 0});
        handle(LanMessage.bytes(writer), 1, 100 * MS);
        assertThat(member.run(100 * MS)).isLessThanOrEqualTo(150 * MS);
        member.run(150 * MS);
        assertThat(received).containsExactly("joined", "0:0-1 dropped");
    }

    @Test
    void onlyTheDelegateSpeaksForOtherSites() {
        join(0);
        handle(frames(LanMessage.RELAYED_FRAMES, REMOTE, 0, 0, 0), 2, MS);
        assertThat(received).containsExactly("joined");
        assertThatThrownBy(() -> handle(frames(LanMessage.FRAMES, REMOTE, 0, 0, 0), 2, MS))
                .isInstanceOf(MalformedPacketException.class);
    }

    @Test
    void anApplicationThatTakesNothingLosesWhatIsBeyondTheBoundAndIsNotified() {
        LossyConfig small = new LossyConfig(config.relay(), 50 * MS, MS, MS, MS, 1 << 20, 1 << 20, 1 << 20, 25, 10);
        LossyMember bounded = new LossyMember(new GroupId(GROUP), SELF, 1, small, out, events, 0);
        bounded.delegate(new ProcessId(1));
        for (int i = 0; i < 5; i++) {
            byte[] message = frames(LanMessage.RELAYED_FRAMES, REMOTE, 0, 0, i);
            WireReader in = new WireReader(message);
            in.skip(10);
            bounded.handle(LanMessage.RELAYED_FRAMES, new ProcessId(1), in, MS);
        }
        assertThat(received).containsExactly("0:0", "0:1", "0:2");
        assertThat(bounded.receiver().unconsumed()).isEqualTo(1);
        bounded.receiver().consumed(10);
        bounded.receiver().consumed(10);
        bounded.run(2 * MS);
        assertThat(received).endsWith("0:3-4 dropped");
    }

    @Test
    void aSenderThatIsGoneIsFinishedAfterAWhileAndGoesOnIfItIsBack() {
        join(0);
        WireWriter writer = LanMessage.begin(new WireWriter(new byte[2000]), LanMessage.RELAYED_FRAMES, new GroupId(GROUP));
        int start = LossyFrames.beginRun(writer, REMOTE, 0, 0, 0);
        LossyFrames.putPart(writer, 0, false, new byte[10], 0, 10);
        LossyFrames.end(writer, start);
        handle(LanMessage.bytes(writer), 1, MS);
        member.present(Set.of(SELF), 2 * MS);
        member.run(4000 * MS);
        assertThat(received).containsExactly("joined");
        member.run(5002 * MS);
        assertThat(received).as("the message that was in flight").containsExactly("joined", "0:0-0 dropped");
        handle(frames(LanMessage.RELAYED_FRAMES, REMOTE, 0, 0, 1), 1, 6000 * MS);
        assertThat(received).endsWith("0:1");
    }

    @Test
    void incompleteMessagesAreKeptWithinABound() {
        LossyConfig small = new LossyConfig(config.relay(), 50 * MS, MS, MS, MS, 1 << 20, 1 << 20, 3000, 1 << 20, 10);
        LossyMember bounded = new LossyMember(new GroupId(GROUP), SELF, 1, small, out, events, 0);
        bounded.delegate(new ProcessId(1));
        WireWriter writer = new WireWriter(new byte[10_000]);
        for (int number = 0; number < 3; number++) {
            int start = LossyFrames.beginRun(writer, REMOTE, 0, 0, number);
            LossyFrames.putPart(writer, 0, false, new byte[1200], 0, 1200);
            LossyFrames.end(writer, start);
        }
        bounded.handle(LanMessage.RELAYED_FRAMES, new ProcessId(1), new WireReader().reset(writer.buffer(), 0, writer.position()), MS);
        assertThat(received).containsExactly("0:0-0 dropped");
    }

    @Test
    void aPartFarFromTheOthersCountsWithThePlaceItTakes() {
        LossyConfig small = new LossyConfig(config.relay(), 50 * MS, MS, MS, MS, 1 << 20, 1 << 20, 250_000, 1 << 20, 10);
        LossyMember bounded = new LossyMember(new GroupId(GROUP), SELF, 1, small, out, events, 0);
        bounded.delegate(new ProcessId(1));
        for (int number = 0; number < 3; number++) {
            WireWriter writer = new WireWriter(new byte[100]);
            int start = LossyFrames.beginRun(writer, REMOTE, 0, 0, number);
            LossyFrames.putPart(writer, 13_000, false, new byte[0], 0, 0);
            LossyFrames.end(writer, start);
            bounded.handle(LanMessage.RELAYED_FRAMES, new ProcessId(1), new WireReader().reset(writer.buffer(), 0, writer.position()), MS);
        }
        assertThat(received).containsExactly("0:0-0 dropped");
    }

    @Property
    void randomMessagesOfTheLanAreTakenOrMalformed(@ForAll @IntRange(min = 17, max = 20) int kind,
                                                   @ForAll @Size(max = 200) byte[] bytes) {
        member.delegate(new ProcessId(1));
        try {
            member.handle(kind, new ProcessId(1), new WireReader(bytes), 0);
            relay.handle(kind, new ProcessId(1), new WireReader(bytes), 0);
        } catch (MalformedPacketException e) {
            assertThat(e).hasMessageNotContaining("null");
        }
    }
}
