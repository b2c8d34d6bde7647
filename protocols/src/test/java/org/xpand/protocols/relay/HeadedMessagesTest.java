package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.segment.Segment;

/** Messages with a header from a sender to two members: numbers, times, messages to one of them, and names of what is lost. */
class HeadedMessagesTest {
    private static final RelayConfig CONFIG = RelayConfig.defaults().withMaxMessage(10_000).withWindows(64, 2_000, 20_000);
    private static final SenderId SENDER = new SenderId(new SiteId(9), 3);

    private final LocalSender sender = new LocalSender(SENDER, 0, CONFIG, new SenderBudget(CONFIG), 0);
    private final Ear one = new Ear(new SenderId(new SiteId(1), 2));
    private final Ear other = new Ear(new SenderId(new SiteId(1), 7));
    private long carried;

    /** A member, and what it was handed. */
    private static final class Ear implements MemberReceiver.Sink {
        private final SenderId id;
        private final List<String> received = new ArrayList<>();
        private final MemberReceiver receiver;

        Ear(SenderId id) {
            this.id = id;
            this.receiver = new MemberReceiver(id.site(), id, CONFIG, this);
            receiver.start(SENDER, 0);
        }

        @Override
        public void message(SenderId from, WholeMessage message) {
            received.add(message.number() + (message.isAddressed() ? "!" : "") + " " + new String(message.payload(), StandardCharsets.UTF_8).strip()
                    + " at " + message.timeMillis());
            receiver.consumed(from, message.segments());
        }

        @Override
        public void gap(SenderId from, long first, long end) {
            throw new AssertionError("the messages are named");
        }

        @Override
        public void gap(SenderId from, long first, long end, long firstMessage, long lastMessage) {
            received.add("lost " + firstMessage + " to " + lastMessage);
        }
    }

    private void send(String text, int length, Ear to) {
        byte[] bytes = (text + " ".repeat(length)).substring(0, Math.max(length, text.length())).getBytes(StandardCharsets.UTF_8);
        sender.accept(LocalSender.cut(MessageHeader.of(MessageHeader.APPLICATION, 1234, to == null ? null : to.id), bytes,
                sender.segmentBytes(), CONFIG), 0);
    }

    /** Everything sent meanwhile comes to both members, but for the segments that are lost. */
    private void carry(LongPredicate isLost) {
        for (; carried < sender.end(); carried++) {
            Segment segment = isLost.test(carried) ? Segment.NOBODY_HOLDS : sender.segment(carried);
            one.receiver.segment(SENDER, carried, segment);
            other.receiver.segment(SENDER, carried, segment);
        }
    }

    @Test
    void messagesToTheGroupAreNumberedAndBearTheSendersTime() {
        send("a", 1, null);
        send("b", 3000, null);
        send("", 0, null);
        carry(number -> false);
        assertThat(one.received).containsExactly("1 a at 1234", "2 b at 1234", "3  at 1234").isEqualTo(other.received);
    }

    @Test
    void aMessageToOneMemberComesToThatOneOnlyAndInItsPlace() {
        send("first", 5, null);
        send("secret", 4000, one);
        send("last", 4, null);
        carry(number -> false);
        assertThat(one.received).containsExactly("1 first at 1234", "1! secret at 1234", "2 last at 1234");
        assertThat(other.received).containsExactly("1 first at 1234", "2 last at 1234");
    }

    @Test
    void whatIsForOthersTakesNothingOfAMembersWindow() {
        long before = other.receiver.stream(SENDER).limit() - other.receiver.stream(SENDER).next();
        for (int i = 0; i < 100; i++) {
            send("secret", 1000, one);
        }
        carry(number -> false);
        assertThat(other.receiver.stream(SENDER).limit() - other.receiver.stream(SENDER).next()).isEqualTo(before);
        assertThat(other.received).isEmpty();
    }

    @Test
    void theRestOfAMessageForAnotherMemberNeedNotArrive() {
        send("first", 5, null);
        send("secret", 4000, one);
        for (int number = 0; number < 3; number++) {
            one.receiver.segment(SENDER, number, sender.segment(number));
            other.receiver.segment(SENDER, number, sender.segment(number));
        }
        assertThat(one.receiver.reportedTo(SENDER)).hasValue(1);
        assertThat(other.receiver.reportedTo(SENDER)).hasValue(3);
    }

    @Test
    void ofAStateTheMembersOfTheSendersSiteKeepTheHeadersOnly() {
        Ear near = new Ear(new SenderId(SENDER.site(), 4));
        Ear nearer = new Ear(new SenderId(SENDER.site(), 5));
        send("first", 5, null);
        byte[] header = MessageHeader.of(MessageHeader.STATE_PIECE, 1234, near.id, 7);
        byte[] piece = "state".repeat(800).getBytes(StandardCharsets.UTF_8);
        sender.accept(LocalSender.cut(header, piece, sender.segmentBytes(), CONFIG), 0);
        send("last", 4, null);
        for (int number = 0; number < sender.end(); number++) {
            near.receiver.segment(SENDER, number, sender.segment(number));
            nearer.receiver.segment(SENDER, number, sender.segment(number));
        }
        assertThat(near.received).hasSize(3).anySatisfy(each -> assertThat(each).contains("state".repeat(800)));
        assertThat(nearer.received).containsExactly("1 first at 1234", "2 last at 1234");
        for (Ear each : List.of(near, nearer)) {
            ReceiveStream kept = each.receiver.stream(SENDER);
            assertThat(kept.get(0)).isSameAs(sender.segment(0));
            assertThat(kept.get(1).length()).isEqualTo(MessageHeader.MAX_LENGTH);
            assertThat(kept.get(2).length()).isZero();
            assertThat(kept.get(sender.end() - 1)).isSameAs(sender.segment(sender.end() - 1));
        }
    }

    @Test
    void aGapNamesTheMessagesThatAreLost() {
        for (int i = 1; i <= 6; i++) {
            send("m" + i, i == 3 ? 3000 : 10, null);
        }
        // 0, 1, then 2 to 4 of the third message, 5, 6, 7.
        carry(number -> number == 3 || number == 5);
        assertThat(one.received).containsExactly("1 m1 at 1234", "2 m2 at 1234", "lost 3 to 4", "5 m5 at 1234", "6 m6 at 1234");
    }

    @Test
    void aGapBeforeTheFirstMessageBeginsWithItAndOneAtTheEndHasNoLast() {
        send("m1", 10, null);
        send("m2", 10, null);
        send("m3", 10, null);
        carry(number -> number != 1);
        one.receiver.expire(0);
        one.receiver.expire(2_000_000_000);
        assertThat(one.received).containsExactly("lost 1 to 1", "2 m2 at 1234", "lost 3 to -1");
    }

    @Test
    void whereOnlyMessagesToOneMemberAreLostNoMessageToTheGroupIsNamed() {
        send("m1", 10, null);
        send("secret", 10, one);
        send("m2", 10, null);
        carry(number -> number == 1);
        assertThat(other.received).containsExactly("1 m1 at 1234", "lost 2 to 1", "2 m2 at 1234");
    }

    @Test
    void whoSendsInAnothersPlaceGoesOnWithItsNumbers() {
        sender.notice(0, 100);
        send("m1", 10, null);
        send("m2", 10, null);
        sender.take(0);
        sender.sent();
        sender.sent();
        sender.notice(1, 100);
        LocalSender next = new LocalSender(new SenderId(SENDER.site(), 4), 0, CONFIG, new SenderBudget(CONFIG), 0);
        assertThat(next.continues(sender, 0)).containsExactly(2L);
        assertThat(MessageHeader.kind(next.segment(0))).isEqualTo(MessageHeader.CONTINUES);
        assertThat(MessageHeader.number(next.segment(0))).isEqualTo(1);
        assertThat(MessageHeader.number(next.segment(1))).isEqualTo(2);
        next.accept(LocalSender.cut(MessageHeader.of(MessageHeader.APPLICATION, 0, null), new byte[1], 1000, CONFIG), 0);
        assertThat(MessageHeader.number(next.segment(2))).isEqualTo(3);
    }

    @Test
    void aHeaderThatIsCutOffIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Segment((byte) (Segment.FIRST | Segment.HEADED),
                new byte[MessageHeader.LENGTH - 1])).withMessage("a segment of 12 bytes is too short for its header");
        byte[] addressed = MessageHeader.of(0, 0, SENDER);
        byte flags = (byte) (Segment.FIRST | Segment.HEADED);
        assertThat(new Segment(flags, addressed).length()).isEqualTo(addressed.length);
        assertThatIllegalArgumentException().isThrownBy(() -> new Segment(flags, addressed, 0, addressed.length - 1));
        assertThat(Segment.flagsAllowed(Segment.HEADED)).as("a header elsewhere than at the beginning").isFalse();
    }
}
