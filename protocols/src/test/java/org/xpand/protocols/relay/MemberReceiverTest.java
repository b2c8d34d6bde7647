package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.wire.WireWriter;
import org.xpand.protocols.wire.WireReader;

/** From a sender over the LAN to a member. */
class MemberReceiverTest implements MemberReceiver.Sink {
    private static final long SECOND = 1_000_000_000;
    private static final SiteId HERE = new SiteId(1);
    private static final SenderId LOCAL = new SenderId(HERE, 2);
    private static final SenderId REMOTE = new SenderId(new SiteId(9), 3);
    private static final RelayConfig CONFIG = RelayConfig.defaults().withMaxMessage(10_000).withWindows(64, 2_000, 20_000);

    private final List<String> received = new ArrayList<>();
    private final List<byte[]> delivered = new ArrayList<>();
    private boolean consumes = true;
    private final MemberReceiver receiver = new MemberReceiver(HERE, CONFIG, this);

    @Override
    public void message(SenderId sender, WholeMessage message) {
        received.add("message " + message.payload()[0]);
        delivered.add(message.payload());
        if (consumes) {
            receiver.consumed(sender, message.segments());
        }
    }

    @Override
    public void gap(SenderId sender, long first, long end) {
        received.add("gap " + first + " to " + end);
    }

    private static Segment whole(int content) {
        return new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[] {(byte) content});
    }

    private static Segment part(int flags, int content) {
        return new Segment((byte) flags, new byte[] {(byte) content});
    }

    @Test
    void whatASenderThatWasLetGoHasLostMeanwhileIsReported() {
        receiver.start(LOCAL, 0);
        receiver.segment(LOCAL, 0, whole(1));
        receiver.forget(LOCAL, 0);
        receiver.expire(60 * SECOND);
        receiver.segment(LOCAL, 4, whole(5));
        receiver.start(LOCAL, 3);
        receiver.segment(LOCAL, 3, whole(4));
        assertThat(received).containsExactly("message 1", "gap 1 to 3", "message 4", "message 5");
    }

    @Test
    void halfAMessageIsNotThereAsAWhole() {
        receiver.start(LOCAL, 0);
        receiver.segment(LOCAL, 0, whole(1));
        receiver.segment(LOCAL, 1, part(Segment.FIRST, 2));
        assertThat(receiver.reached(LOCAL)).hasValue(2);
        assertThat(receiver.reportedTo(LOCAL)).hasValue(1);
        receiver.segment(LOCAL, 2, part(Segment.LAST, 2));
        assertThat(receiver.reportedTo(LOCAL)).hasValue(3);
        assertThat(receiver.reportedTo(REMOTE)).isEmpty();
    }

    @Test
    void whatTheApplicationDoesToAMessageDoesNotChangeWhatIsKept() {
        receiver.start(LOCAL, 0);
        receiver.segment(LOCAL, 0, whole(1));
        Arrays.fill(delivered.get(0), (byte) 9);
        assertThat(receiver.stream(LOCAL).get(0).payload()).containsExactly(1);
    }

    @Property
    void messagesArriveWholeAndInOrder(@ForAll @Size(max = 12) List<@IntRange(max = 9000) Integer> lengths) {
        received.clear();
        delivered.clear();
        MemberReceiver fresh = new MemberReceiver(HERE, CONFIG, new MemberReceiver.Sink() {
            @Override
            public void message(SenderId sender, WholeMessage message) {
                delivered.add(message.payload());
            }

            @Override
            public void gap(SenderId sender, long first, long end) {
                received.add("gap");
            }
        });
        LocalSender sender = new LocalSender(LOCAL, 0, CONFIG, new SenderBudget(CONFIG), 0);
        fresh.start(LOCAL, 0);
        List<byte[]> sent = new ArrayList<>();
        SegmentBatch batch = new SegmentBatch(LanMessage.LOCAL_SEGMENTS, new GroupId(5), new NoLan());
        for (int length : lengths) {
            byte[] message = new byte[length];
            Arrays.fill(message, (byte) (sent.size() + 1));
            sent.add(message);
            long end = sender.accept(message, 0);
            sender.notice(sender.stable(), end);
            sender.take(0);
            for (long number = sender.nextNumber(); number >= 0; number = sender.nextNumber()) {
                if (batch.add(LOCAL, number, sender.segment(number))) {
                    sender.sent();
                } else {
                    read(batch, fresh);
                }
            }
            read(batch, fresh);
            sender.notice(end, end + 64);
            fresh.stable(LOCAL, end);
        }
        assertThat(delivered).containsExactlyElementsOf(sent);
        assertThat(sender.unstableMessages()).isZero();
        assertThat(received).isEmpty();
    }

    private static void read(SegmentBatch batch, MemberReceiver receiver) {
        if (batch.isEmpty()) {
            return;
        }
        WireReader in = new WireReader(batch.take().bytes());
        assertThat(LanMessage.readKind(in)).isEqualTo(LanMessage.LOCAL_SEGMENTS);
        assertThat(in.getLong()).isEqualTo(5);
        new SegmentReader().read(in, receiver::segment);
    }

    @Test
    void segmentsThatNobodyHoldsAreReportedAsOneGap() {
        receiver.start(REMOTE, 0);
        receiver.segment(REMOTE, 0, whole(1));
        receiver.segment(REMOTE, 1, Segment.NOBODY_HOLDS);
        receiver.segment(REMOTE, 2, Segment.NOBODY_HOLDS);
        receiver.segment(REMOTE, 3, whole(4));
        assertThat(received).containsExactly("message 1", "gap 1 to 3", "message 4");
    }

    @Test
    void aMessageOfWhichNobodyHoldsAPartIsLostAsAWhole() {
        receiver.start(REMOTE, 0);
        receiver.segment(REMOTE, 0, part(Segment.FIRST, 1));
        receiver.segment(REMOTE, 1, Segment.NOBODY_HOLDS);
        receiver.segment(REMOTE, 2, part(Segment.LAST, 1));
        receiver.segment(REMOTE, 3, whole(4));
        assertThat(received).containsExactly("gap 0 to 3", "message 4");
    }

    @Test
    void whatNobodyHoldsAtTheEndIsReportedWhenNothingFollows() {
        receiver.start(REMOTE, 0);
        receiver.segment(REMOTE, 0, whole(1));
        receiver.segment(REMOTE, 1, Segment.NOBODY_HOLDS);
        receiver.expire(0);
        receiver.segment(REMOTE, 2, Segment.NOBODY_HOLDS);
        receiver.expire(SECOND - 1);
        receiver.expire(2 * SECOND - 2);
        assertThat(received).containsExactly("message 1");
        receiver.expire(2 * SECOND - 1);
        receiver.expire(9 * SECOND);
        assertThat(received).containsExactly("message 1", "gap 1 to 3");
        receiver.segment(REMOTE, 3, part(Segment.LAST, 3));
        receiver.segment(REMOTE, 4, whole(4));
        assertThat(received).containsExactly("message 1", "gap 1 to 3", "gap 3 to 4", "message 4");
    }

    @Test
    void whatNobodyHoldsIsReportedAlsoIfItCameBeforeTheStart() {
        receiver.segment(REMOTE, 0, whole(1));
        receiver.segment(REMOTE, 1, Segment.NOBODY_HOLDS);
        receiver.start(REMOTE, 0);
        receiver.expire(0);
        receiver.expire(SECOND);
        assertThat(received).containsExactly("message 1", "gap 1 to 2");
    }

    @Test
    void whoseStartIsInTheMiddleOfAMessageReceivesTheNextAndNoGap() {
        receiver.start(REMOTE, 1);
        receiver.segment(REMOTE, 1, part(0, 7));
        receiver.segment(REMOTE, 2, part(Segment.LAST, 7));
        receiver.segment(REMOTE, 3, whole(42));
        assertThat(received).containsExactly("message 42");
    }

    @Test
    void whatComesBeforeTheStartIsKnownIsReceivedFromTheStartOn() {
        for (int i = 0; i < 5; i++) {
            receiver.segment(REMOTE, i, whole(i));
        }
        assertThat(received).isEmpty();
        receiver.start(REMOTE, 3);
        assertThat(received).containsExactly("message 3", "message 4");
    }

    @Test
    void aGapIsReportedInItsPlaceWithTheMessagesItTouches() {
        receiver.start(REMOTE, 0);
        receiver.segment(REMOTE, 0, part(Segment.FIRST, 1));
        receiver.gap(REMOTE, 2, 4);
        assertThat(received).as("segment 1 may still come").isEmpty();
        receiver.segment(REMOTE, 4, part(Segment.LAST, 1));
        receiver.segment(REMOTE, 5, whole(9));
        receiver.segment(REMOTE, 1, part(0, 1));
        assertThat(received).containsExactly("gap 0 to 5", "message 9");
    }

    @Test
    void aLaterStartIsAGapForWhoLacksWhatIsBefore() {
        receiver.start(REMOTE, 0);
        receiver.segment(REMOTE, 0, whole(0));
        receiver.start(REMOTE, 1);
        receiver.start(REMOTE, 5);
        receiver.segment(REMOTE, 5, whole(5));
        receiver.start(REMOTE, 2);
        assertThat(received).containsExactly("message 0", "gap 1 to 5", "message 5");
    }

    @Test
    void anUnfinishedMessageOfASenderThatIsGoneIsAGap() {
        receiver.start(LOCAL, 0);
        receiver.segment(LOCAL, 0, whole(0));
        receiver.segment(LOCAL, 1, part(Segment.FIRST, 1));
        receiver.segment(LOCAL, 2, part(0, 1));
        receiver.forget(LOCAL, 0);
        receiver.expire(59_000_000_000L);
        assertThat(received).as("it may be back").containsExactly("message 0");
        receiver.expire(60_000_000_000L);
        assertThat(received).containsExactly("message 0", "gap 1 to 3");
    }

    @Test
    void aSenderThatIsBackGoesOnWhereItWas() {
        receiver.start(LOCAL, 0);
        receiver.segment(LOCAL, 0, whole(0));
        receiver.segment(LOCAL, 1, whole(1));
        receiver.forget(LOCAL, 0);
        receiver.start(LOCAL, 1);
        receiver.segment(LOCAL, 1, whole(1));
        receiver.segment(LOCAL, 2, whole(2));
        receiver.expire(100_000_000_000L);
        assertThat(received).containsExactly("message 0", "message 1", "message 2");
    }

    @Test
    void segmentsOfTheOwnSiteAreKeptUntilStable() {
        receiver.start(LOCAL, 0);
        receiver.start(REMOTE, 0);
        for (int i = 0; i < 10; i++) {
            receiver.segment(LOCAL, i, whole(i));
            receiver.segment(REMOTE, i, whole(i));
        }
        receiver.stable(LOCAL, 4);
        assertThat(receiver.stream(LOCAL).get(3)).isNull();
        assertThat(receiver.stream(LOCAL).get(4)).isNotNull();
        assertThat(receiver.stream(REMOTE).get(9)).as("the delegate has it").isNull();
        assertThat(receiver.stream(LOCAL).limit()).isEqualTo(4 + 64);
    }

    @Test
    void theLimitClosesWhileTheApplicationTakesNothing() {
        consumes = false;
        receiver.start(REMOTE, 0);
        for (int i = 0; i < 64; i++) {
            receiver.segment(REMOTE, i, whole(i));
        }
        assertThat(receiver.stream(REMOTE).limit()).isEqualTo(64);
        receiver.consumed(REMOTE, 10);
        assertThat(receiver.stream(REMOTE).limit()).isEqualTo(74);
    }

    private void hasAllOf(SenderId sender) {
        receiver.start(sender, 0);
        receiver.segment(sender, 0, whole(1));
        receiver.forget(sender, 0);
        receiver.consumed(sender, 1);
    }

    private void announce() {
        receiver.writeProgress(new WireWriter(new byte[LanMessage.MAX_LENGTH]));
    }

    @Test
    void aSenderOfAnotherSiteOfWhichEverybodyHasEverythingIsNotAnnouncedAgain() {
        hasAllOf(REMOTE);
        receiver.announceAgain();
        assertThat(receiver.hasProgress()).isFalse();
        receiver.start(REMOTE, 1);
        assertThat(receiver.hasProgress()).isTrue();
    }

    @Test
    void aStateThatCoversWhatCannotHaveBeenSentDoesNotHideASender() {
        receiver.stateCovers(REMOTE, 1L << 40);
        receiver.start(REMOTE, 3, true);
        receiver.segment(REMOTE, 3, whole(4));
        assertThat(received).containsExactly("message 4");
        receiver.stateCovers(LOCAL, 5);
        receiver.start(LOCAL, 3, true);
        assertThat(receiver.reached(LOCAL)).as("the provider may be ahead of the delegate").hasValue(5);
    }

    /** The delegate waits for the progress before it sends more. */
    @Test
    void whatComesOfASenderOfWhichEverybodyHadEverythingIsAcknowledged() {
        hasAllOf(LOCAL);
        receiver.segment(LOCAL, 1, whole(2));
        assertThat(receiver.hasProgress()).isTrue();
        announce();
        receiver.segment(LOCAL, 2, whole(3));
        assertThat(receiver.hasProgress()).isTrue();
    }

    /** The new delegate may have been in another part of the site, where the sender sent more. */
    @Test
    void aSenderOfThisSiteOfWhichEverybodyHasEverythingIsAnnouncedToANewDelegateOnce() {
        hasAllOf(LOCAL);
        assertThat(receiver.hasProgress()).isFalse();
        receiver.announceAgain();
        assertThat(receiver.hasProgress()).isTrue();
        announce();
        receiver.segment(LOCAL, 0, whole(1));
        assertThat(receiver.hasProgress()).isFalse();
        assertThat(receiver.stream(LOCAL).stable()).isEqualTo(1);
        receiver.start(LOCAL, 1);
        assertThat(receiver.hasProgress()).isTrue();
    }

    /** Its sender, renamed too, may send it again. */
    @Test
    void whatWasSkippedAndNotReportedWhenTheMemberWasRenamedIsStillAwaited() {
        receiver.start(REMOTE, 0);
        receiver.segment(REMOTE, 0, whole(1));
        receiver.gap(REMOTE, 1, 5);
        assertThat(receiver.reached(REMOTE)).hasValue(5);
        MemberReceiver renamed = new MemberReceiver(HERE, CONFIG, this);
        renamed.continues(receiver);
        renamed.start(REMOTE, 0, true);
        assertThat(renamed.reached(REMOTE)).hasValue(1);
    }

    @Test
    void whatWasReceivedFromASenderLongAgoDoesNotComeAgain() {
        receiver.start(REMOTE, 0);
        receiver.segment(REMOTE, 0, whole(1));
        receiver.segment(REMOTE, 1, whole(2));
        receiver.forget(REMOTE, 0);
        receiver.expire(61_000_000_000L);
        assertThat(receiver.stream(REMOTE)).isNull();
        receiver.segment(REMOTE, 1, whole(2));
        receiver.segment(REMOTE, 2, whole(3));
        receiver.start(REMOTE, 0);
        assertThat(received).containsExactly("message 1", "message 2", "message 3");
    }
}
