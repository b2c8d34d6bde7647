package org.xpand.protocols.lossy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.stack.InPacket;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/** The top of the stack sends the most important first, drops the least important, and says up to where it sent. */
class LossyLayerTest {
    private static final long MS = 1_000_000;
    private static final SiteId HERE = new SiteId(1);
    private static final SiteId THERE = new SiteId(2);
    private static final SenderId SENDER = new SenderId(HERE, 5);
    private static final LossyConfig CONFIG = LossyConfig.of(RelayConfig.defaults());

    private final List<byte[]> frames = new ArrayList<>();
    private final LossyLayer layer = new LossyLayer(List.of(1_120_000L), CONFIG, (buffer, offset, length) ->
            frames.add(Arrays.copyOfRange(buffer, offset, offset + length)));
    private final OutPacket packet = new OutPacket();

    private void offer(int precedence, long number, int length, long now) {
        layer.offer(SENDER, now, precedence, new PartQueue.Part(SENDER, number, 0, true, new byte[length]), now);
    }

    /** What the next packet carries: precedence of the packet, then its content. */
    private List<String> pull(long now) {
        List<String> content = new ArrayList<>();
        if (!layer.pull(packet, now)) {
            return content;
        }
        content.add("p" + packet.precedence());
        int start = WireFormat.DATA_HEADER_LENGTH + 1;
        LossyFrames.read(new WireReader().reset(packet.writer().buffer(), start, packet.length() - start), 2,
                new LossyFrames.Sink() {
                    @Override
                    public void part(SenderId sender, long ageNanos, int precedence, long number, int index, boolean last,
                                     WireReader in, int length) {
                        content.add(precedence + ":" + number);
                    }

                    @Override
                    public void digest(SenderId sender, long ageNanos, long[] next) {
                        content.add("sent " + Arrays.toString(next));
                    }
                });
        return content;
    }

    @Test
    void theMostImportantLeavesFirstAndAPacketHasOnePrecedence() {
        layer.siteJoined(THERE, 0, 0);
        offer(1, 0, 100, 0);
        offer(1, 1, 100, 0);
        offer(0, 0, 100, 0);
        assertThat(layer.nextDeadlineNanos(0)).isZero();
        assertThat(pull(0)).as("a word at the beginning").containsExactly("p0", "sent [0, 0]");
        assertThat(pull(0)).containsExactly("p1", "0:0");
        assertThat(pull(0)).containsExactly("p2", "1:0", "1:1");
        assertThat(pull(0)).isEmpty();
        assertThat(layer.backlogBytes()).isZero();
        assertThat(layer.newSegmentBytes()).isEqualTo(3 * 104);
    }

    @Test
    void digestsAreRepeatedSoonAndThenSeldom() {
        layer.siteJoined(THERE, 0, 0);
        offer(0, 0, 100, 0);
        List<Long> said = new ArrayList<>();
        for (long now = 0; now < 6000 * MS; now += 10 * MS) {
            List<String> content = pull(now);
            if (content.contains("p0")) {
                said.add(now / MS);
                assertThat(content).contains(now == 0 ? "sent [0, 0]" : "sent [1, 0]");
            }
        }
        assertThat(said).containsExactly(0L, 200L, 400L, 600L, 800L, 2800L, 4800L);
    }

    @Test
    void aMessageThatWasDroppedHereIsSentAsFarAsOthersAreConcerned() {
        layer.siteJoined(THERE, 0, 0);
        int most = CONFIG.queueBytes() / 1064;
        for (int i = 0; i <= most; i++) {
            offer(1, i, 1000, 0);
        }
        assertThat(layer.droppedParts()).isEqualTo(1);
        offer(0, 0, 1000, 0);
        assertThat(layer.droppedParts()).as("the least important goes").isEqualTo(2);
        assertThat(layer.backlogBytes()).isLessThanOrEqualTo(CONFIG.queueBytes());
        assertThat(pull(0)).containsExactly("p0", "sent [0, 2]");
        assertThat(pull(0)).containsExactly("p1", "0:0");
        assertThat(pull(0)).as("the oldest went").containsExactly("p2", "1:2");
    }

    @Test
    void whatASenderSaysItHasSentAndDidNotComeIsMissing() {
        layer.siteJoined(THERE, 0, 0);
        layer.digest(SENDER, 0, new long[] {7, 0}, 0);
        assertThat(pull(0)).containsExactly("p0", "sent [7, 0]");
        offer(0, 9, 10, 0);
        layer.digest(SENDER, 0, new long[] {10, 0}, 0);
        assertThat(pull(0)).containsExactly("p1", "0:9");
        assertThat(pull(200 * MS)).as("not before what waits has left").containsExactly("p0", "sent [10, 0]");
    }

    @Test
    void aDepartedSenderIsAnnouncedForAWhile() {
        layer.siteJoined(THERE, 0, 0);
        offer(0, 0, 100, 0);
        pull(0);
        pull(0);
        layer.localMembers(Set.of(), 1000 * MS);
        assertThat(pull(1000 * MS)).containsExactly("p0", "sent [1, 0]");
        assertThat(pull(7000 * MS)).isEmpty();
        assertThat(layer.nextDeadlineNanos(7000 * MS)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void withoutOtherSitesNothingWaits() {
        offer(0, 0, 100, 0);
        assertThat(layer.backlogBytes()).isZero();
        layer.siteJoined(THERE, 0, 300 * MS);
        assertThat(pull(300 * MS)).containsExactly("p0", "sent [1, 0]");
        layer.siteUnreachable(THERE, 0);
        assertThat(layer.reachableSites()).isZero();
    }

    @Test
    void whatIsSentSinceASiteIsInViewsWaitsUntilThereIsAPathToIt() {
        offer(0, 0, 100, 0);
        layer.expect(List.of(THERE), 1 * MS);
        offer(0, 1, 100, 2 * MS);
        assertThat(layer.backlogBytes()).isPositive();
        layer.siteJoined(THERE, 0, 3 * MS);
        for (int i = 0; i < 3; i++) {
            assertThat(pull(3 * MS)).as("where the site begins, before anything else").containsExactly("p0", "sent [1, 0]", "sent [1, 0]");
        }
        assertThat(pull(3 * MS)).containsExactly("p1", "0:1");
        assertThat(pull(203 * MS)).as("again: the first word may be lost").containsExactly("p0", "sent [1, 0]", "sent [2, 0]");
        assertThat(pull(6000 * MS)).containsExactly("p0", "sent [2, 0]");
    }

    @Test
    void whatASiteThatIsInViewsWasNotSentIsMissingAtIt() {
        SiteId third = new SiteId(3);
        layer.siteJoined(THERE, 0, 0);
        offer(0, 0, 100, 0);
        assertThat(pull(0)).containsExactly("p0", "sent [0, 0]");
        assertThat(pull(0)).containsExactly("p1", "0:0");
        layer.expect(List.of(third), 1 * MS);
        offer(0, 1, 100, 12 * MS);
        assertThat(pull(12 * MS)).as("to the other site").containsExactly("p1", "0:1");
        layer.siteJoined(third, 0, 300 * MS);
        offer(0, 2, 100, 300 * MS);
        for (int i = 0; i < 3; i++) {
            assertThat(pull(300 * MS)).containsExactly("p0", "sent [1, 0]", "sent [2, 0]");
        }
        assertThat(pull(300 * MS)).containsExactly("p1", "0:2");
    }

    @Test
    void aSiteThatIsNotReachedIsWaitedForFiveSeconds() {
        offer(0, 0, 100, 0);
        layer.expect(List.of(THERE), 0);
        offer(0, 1, 100, 4999 * MS);
        long waits = layer.backlogBytes();
        offer(0, 2, 100, 5000 * MS);
        assertThat(layer.backlogBytes()).isEqualTo(waits).isPositive();
        layer.siteJoined(THERE, 0, 60_000 * MS);
        assertThat(pull(60_000 * MS)).as("also then it is told").containsExactly("p0", "sent [1, 0]", "sent [3, 0]");
    }

    @Test
    void aSiteThatIsInViewsAgainReceivesFromThenOn() {
        offer(0, 0, 100, 0);
        layer.expect(List.of(THERE), 0);
        offer(0, 1, 100, 6000 * MS);
        layer.expect(List.of(THERE), 7000 * MS);
        offer(0, 2, 100, 7001 * MS);
        layer.siteJoined(THERE, 0, 7002 * MS);
        assertThat(pull(7002 * MS)).as("not from when it was there before").containsExactly("p0", "sent [2, 0]", "sent [2, 0]");
    }

    @Test
    void aSiteSpeaksForItsOwnSendersOnly() {
        layer.siteJoined(THERE, 0, 0);
        offer(0, 0, 3, 0);
        pull(0);
        pull(0);
        int start = WireFormat.DATA_HEADER_LENGTH + 1;
        WireReader body = new WireReader().reset(packet.writer().buffer(), start, packet.length() - start);
        InPacket in = new InPacket();
        layer.receive(in.reset(PacketKind.DATA, HERE, 1, body, 100), 0);
        assertThat(frames).hasSize(1);
        assertThatThrownBy(() -> layer.receive(in.reset(PacketKind.DATA, THERE, 1, body, 100), 0))
                .isInstanceOf(MalformedPacketException.class).hasMessageContaining("speaks for sender");
        assertThat(frames).hasSize(1);
    }

    @Test
    void smallMessagesLeaveTogetherUnlessThereWasSilence() {
        layer.siteJoined(THERE, 0, 0);
        offer(0, 0, 64, 0);
        assertThat(pull(0)).containsExactly("p0", "sent [0, 0]");
        assertThat(pull(0)).as("at once").contains("0:0");
        offer(0, 1, 64, MS);
        offer(0, 2, 64, 2 * MS);
        assertThat(pull(2 * MS)).isEmpty();
        assertThat(layer.nextDeadlineNanos(2 * MS)).as("1400 bytes at 1.12 Mbit/s").isEqualTo(10 * MS);
        offer(1, 0, 64, 3 * MS);
        assertThat(pull(3 * MS)).as("what is less important does not wait for it").contains("1:0").doesNotContain("0:1");
        assertThat(pull(10 * MS)).containsExactly("p1", "0:1", "0:2");
        for (int number = 3; number < 20; number++) {
            offer(0, number, 64, 11 * MS);
        }
        assertThat(pull(11 * MS)).as("a packet is full: 68 bytes each").isEmpty();
        offer(0, 20, 72, 11 * MS);
        offer(0, 21, 64, 11 * MS);
        assertThat(pull(11 * MS)).contains("p1", "0:3", "0:19");
    }

    @Test
    void theLastPrecedenceHasTheRateOfTheGroup() {
        layer.siteJoined(THERE, 0, 0);
        layer.rate(1);
        offer(1, 0, 64, 0);
        assertThat(pull(0)).containsExactly("p0", "sent [0, 0]");
        assertThat(pull(0)).contains("1:0");
        offer(1, 1, 64, MS);
        assertThat(pull(99 * MS)).isEmpty();
        assertThat(pull(100 * MS)).as("nothing waits for longer").contains("1:1");
        layer.rate(140_000);
        offer(1, 2, 64, 101 * MS);
        assertThat(pull(200 * MS)).containsExactly("p0", "sent [0, 2]");
        assertThat(pull(200 * MS)).contains("1:2");
        offer(1, 3, 64, 201 * MS);
        assertThat(pull(209 * MS)).isEmpty();
        assertThat(pull(210 * MS)).contains("1:3");
    }

    @Property
    void randomBytesAreTakenOrMalformed(@ForAll @Size(max = 300) byte[] bytes) {
        try {
            layer.receive(new InPacket().reset(PacketKind.DATA, HERE, 1, new WireReader(bytes), bytes.length), 0);
        } catch (MalformedPacketException e) {
            assertThat(e).hasMessageNotContaining("null");
        }
    }
}
