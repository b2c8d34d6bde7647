package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.BeforeTry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.segment.Segment;

/** A sender whose site gets another identity sends again what was not stable; members receive every message once. */
class SentAgainTest {
    private static final RelayConfig CONFIG = RelayConfig.defaults().withMaxMessage(10_000).withWindows(64, 2_000, 20_000);
    private static final SenderId FORMER = new SenderId(new SiteId(8), 3);
    private static final SenderId LATER = new SenderId(new SiteId(9), 4);
    private static final SenderId LAST = new SenderId(new SiteId(10), 5);
    private static final SenderId SELF = new SenderId(new SiteId(1), 2);
    private static final SenderId ANOTHER = new SenderId(new SiteId(1), 7);

    private final TreeSet<Integer> all = new TreeSet<>();
    private Ear ear;

    /** A member, and what it has received. */
    private static final class Ear implements MemberReceiver.Sink {
        private final List<Integer> received = new ArrayList<>();
        private final List<Long> before = new ArrayList<>();
        private final List<String> gaps = new ArrayList<>();
        private final MemberReceiver receiver;

        Ear(SenderId self) {
            receiver = new MemberReceiver(self.site(), self, CONFIG, this);
        }

        /** The senders are known from their beginning on. */
        private void starts() {
            List.of(FORMER, LATER, LAST).forEach(each -> receiver.start(each, 0));
        }

        @Override
        public void message(SenderId sender, WholeMessage message) {
            received.add(message.bytes().getInt());
            receiver.consumed(sender, message.segments());
        }

        @Override
        public void gap(SenderId sender, long first, long end) {
            gaps.add(sender + " " + first + " to " + end);
        }

        @Override
        public void receivedBefore(SenderId sender, long number) {
            before.add(number);
        }
    }

    @BeforeTry
    @BeforeEach
    void aMember() {
        all.clear();
        ear = new Ear(SELF);
        ear.starts();
    }

    private void send(LocalSender sender, int more, SenderId to) {
        int message = ANOTHER.equals(to) ? 1000 : all.size();
        if (message < 1000) {
            all.add(message);
        }
        sender.accept(LocalSender.cut(MessageHeader.of(MessageHeader.APPLICATION, 0, to), ByteBuffer.allocate(4 + more).putInt(message).array(),
                sender.segmentBytes(), CONFIG), 0);
        sender.notice(0, sender.end());
        sender.take(0);
        while (sender.nextNumber() >= 0) {
            sender.sent();
        }
    }

    /** A member with its former identity that has sent so many short messages to the group. */
    private LocalSender former(int messages) {
        LocalSender sender = new LocalSender(FORMER, 0, CONFIG, new SenderBudget(CONFIG), 0);
        for (int i = 0; i < messages; i++) {
            send(sender, i, null);
        }
        return sender;
    }

    private static LocalSender continued(LocalSender former, SenderId as) {
        LocalSender later = new LocalSender(as, 0, CONFIG, new SenderBudget(CONFIG), 0);
        later.continues(former, 0);
        return later;
    }

    private void arrive(LocalSender from, List<Long> numbers) {
        numbers.forEach(number -> ear.receiver.segment(from.id(), number, from.segment(number)));
    }

    private static List<Long> numbers(long first, long end) {
        List<Long> numbers = new ArrayList<>();
        for (long number = first; number < end; number++) {
            numbers.add(number);
        }
        return numbers;
    }

    @Property(tries = 500)
    void everyMessageIsReceivedOnceWhateverArrivesFirst(@ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int messages,
                                                        @ForAll @IntRange(max = 2) int lost) {
        Random random = new Random(seed);
        LocalSender former = new LocalSender(FORMER, 0, CONFIG, new SenderBudget(CONFIG), 0);
        for (int i = 0; i < messages; i++) {
            send(former, random.nextInt(3) * 1500, random.nextInt(4) == 0 ? random.nextBoolean() ? SELF : ANOTHER : null);
        }
        List<Segment> segments = numbers(0, former.end()).stream().map(former::segment).toList();
        int stable = random.nextInt(segments.size());
        arrive(former, numbers(0, stable));
        former.notice(stable, former.end());
        LocalSender later = continued(former, LATER);
        send(later, 0, null);

        List<Runnable> arrivals = new ArrayList<>();
        numbers(stable, former.end()).forEach(number -> arrivals.add(() -> {
            boolean isLost = random.nextInt(3) < lost;
            ear.receiver.segment(FORMER, number, isLost ? Segment.NOBODY_HOLDS : segments.get(number.intValue()));
        }));
        numbers(0, later.end()).forEach(number -> arrivals.add(() -> arrive(later, List.of(number))));
        Collections.shuffle(arrivals, random);
        arrivals.forEach(Runnable::run);
        assertThat(ear.received).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(all);
        if (lost == 0) {
            assertThat(ear.received).isSorted();
        }
        assertThat(ear.receiver.reached(LATER)).hasValue(later.end());
        assertThat(ear.receiver.reached(FORMER)).hasValue(former.end());
    }

    @Test
    void whatWasReceivedUnderTheLaterIdentityIsNotReceivedUnderTheFormerOne() {
        LocalSender former = former(5);
        arrive(former, List.of(0L, 1L, 4L));
        LocalSender later = continued(former, LATER);
        arrive(later, numbers(0, later.end()));
        assertThat(ear.received).containsExactly(0, 1, 2, 3, 4);
        assertThat(ear.before).as("the last one became complete under the former identity").containsExactly(1L, 2L, 5L);
        arrive(former, List.of(2L, 3L));
        assertThat(ear.received).hasSize(5);
        assertThat(ear.receiver.reached(FORMER)).hasValue(5);
    }

    @Test
    void whatWasReportedAsLostIsReceivedWhenItIsSentAgain() {
        LocalSender former = former(4);
        arrive(former, List.of(0L, 3L));
        ear.receiver.gap(FORMER, 1, 3);
        LocalSender later = continued(former, LATER);
        arrive(later, numbers(0, later.end()));
        assertThat(ear.received).containsExactly(0, 3, 1, 2);
        assertThat(ear.gaps).containsExactly(FORMER + " 1 to 3");
    }

    @Test
    void whatIsSentAgainBeforeTheLossIsReportedIsNotLost() {
        LocalSender former = former(4);
        arrive(former, List.of(0L));
        numbers(1, 4).forEach(number -> ear.receiver.segment(FORMER, number, Segment.NOBODY_HOLDS));
        LocalSender later = continued(former, LATER);
        arrive(later, numbers(0, 3));
        ear.receiver.expire(0);
        arrive(later, numbers(3, later.end()));
        ear.receiver.expire(2_000_000_000);
        assertThat(ear.received).containsExactly(0, 1, 2, 3);
        assertThat(ear.gaps).isEmpty();
    }

    @Test
    void nobodyIsAFormerMemberOfItsOwnSite() {
        LocalSender former = former(4);
        arrive(former, numbers(0, 4));
        SenderId neighbour = new SenderId(FORMER.site(), 77);
        ear.receiver.start(neighbour, 0);
        LocalSender pretender = continued(former, neighbour);
        arrive(pretender, numbers(0, pretender.end()));
        assertThat(ear.received).as("its own messages, which are others").containsExactly(0, 1, 2, 3, 0, 1, 2, 3);
    }

    @Test
    void whoChangesTwiceIsRecognizedByMembersThatKnowOnlyTheFirstIdentity() {
        LocalSender former = former(6);
        arrive(former, numbers(0, 4));
        former.notice(2, 100);
        LocalSender later = continued(former, LATER);
        send(later, 0, null);
        LocalSender last = continued(later, LAST);
        assertThat(last.unstableMessages()).isEqualTo(5);
        arrive(last, numbers(0, last.end()));
        assertThat(ear.received).containsExactly(0, 1, 2, 3, 4, 5, 6);
        // The second identity's segments may come too.
        arrive(later, numbers(0, later.end()));
        assertThat(ear.received).hasSize(7);
    }

    @Test
    void whoBecomesAnotherMemberItselfKeepsItsPositions() {
        LocalSender former = former(4);
        arrive(former, numbers(0, 3));
        Ear next = new Ear(LATER);
        next.receiver.continues(ear.receiver);
        next.receiver.start(LAST, 0);
        LocalSender later = continued(former, LAST);
        numbers(0, later.end()).forEach(number -> next.receiver.segment(LAST, number, later.segment(number)));
        assertThat(next.received).containsExactly(3);
        next.receiver.start(FORMER, 0);
        next.receiver.segment(FORMER, 3, former.segment(3));
        assertThat(next.received).hasSize(1);
    }

    @Test
    void whoBecomesAnotherMemberReceivesWhatIsSentToTheFormerOne() {
        Ear next = new Ear(LATER);
        next.receiver.continues(ear.receiver);
        next.receiver.start(LAST, 0);
        LocalSender sender = new LocalSender(LAST, 0, CONFIG, new SenderBudget(CONFIG), 0);
        send(sender, 0, SELF);
        send(sender, 0, LATER);
        send(sender, 0, ANOTHER);
        send(sender, 0, null);
        numbers(0, sender.end()).forEach(number -> next.receiver.segment(LAST, number, sender.segment(number)));
        assertThat(next.received).containsExactly(0, 1, 2);
    }

    /** Somebody writes nonsense, or pretends to be a member of its own site. */
    @Property(tries = 500)
    void aForgedAnnouncementChangesNothingForOthers(@ForAll long seed, @ForAll @IntRange(max = 40) int length) {
        Random random = new Random(seed);
        byte[] header = MessageHeader.of(MessageHeader.CONTINUES, 0, random.nextBoolean() ? FORMER : new SenderId(LATER.site(), 77));
        byte[] bytes = new byte[header.length + length];
        random.nextBytes(bytes);
        System.arraycopy(header, 0, bytes, 0, header.length);
        if (random.nextBoolean() && length >= 16) {
            ByteBuffer.wrap(bytes).putLong(header.length, random.nextInt(5)).putLong(header.length + 8, random.nextInt(10));
        }
        ear.receiver.segment(LATER, 0, new Segment((byte) (Segment.FIRST | Segment.HEADED | (random.nextInt(4) > 0 ? Segment.LAST : 0)), bytes));
        LocalSender honest = new LocalSender(LATER, 1, CONFIG, new SenderBudget(CONFIG), 0);
        for (int i = 0; i < 10; i++) {
            send(honest, 0, null);
        }
        arrive(honest, numbers(1, honest.end()));
        assertThat(ear.received).as("nothing was received of the other one").hasSize(10);
        LocalSender former = former(20);
        arrive(former, numbers(0, former.end()));
        assertThat(ear.received).contains(29).doesNotHaveDuplicates();
        assertThat(ear.receiver.reached(FORMER)).hasValue(20);
    }
}
