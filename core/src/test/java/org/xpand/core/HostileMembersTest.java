package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.alm.site.GroupSites;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.relay.MemberReceiver;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.state.StateBeginning;
import org.xpand.protocols.state.StatePositions;
import org.xpand.protocols.state.StateRefusal;

/** Invalid or foreign messages of members in transfers of the state, requests and attributes: in virtual time. */
class HostileMembersTest {
    private static final StatePositions NONE = new StatePositions();
    private static final SenderId SELF = new SenderId(new SiteId(1), 1);
    private static final SenderId GOOD = new SenderId(new SiteId(2), 2);
    private static final SenderId BAD = new SenderId(new SiteId(3), 3);
    private static final long SECOND = 1_000_000_000L;

    private final List<Sent> sent = new ArrayList<>();
    private final List<Runnable> due = new ArrayList<>();
    private final MemberReceiver receiver = new MemberReceiver(SELF.site(), RelayConfig.defaults(), new MemberReceiver.Sink() {
        @Override
        public void message(SenderId sender, WholeMessage message) {
            // They are ignored.
        }

        @Override
        public void gap(SenderId sender, long first, long end) {
            // Nothing is lost.
        }
    });
    private final Carrier carrier = new Carrier();
    private long now;
    private boolean crowded;

    private record Sent(int kind, SenderId to, long exchange, byte[] payload) {
    }

    private final class Carrier implements StateTransfer.Carrier {
        private long ids = 100;

        @Override
        public <T> CompletableFuture<T> newFuture() {
            return new CompletableFuture<>();
        }

        @Override
        public void send(int kind, SenderId to, long exchange, byte[] payload) {
            sent.add(new Sent(kind, to, exchange, payload));
        }

        @Override
        public void send(int kind, SenderId to, long exchange, byte[] payload, CompletableFuture<?> orFail) {
            send(kind, to, exchange, payload);
        }

        @Override
        public void sendWaiting(int kind, SenderId to, long exchange, byte[] payload) {
            send(kind, to, exchange, payload);
        }

        @Override
        public boolean isCrowded() {
            return crowded;
        }

        @Override
        public void onLoop(LongConsumer action) {
            action.accept(now);
        }

        @Override
        public void onThread(String name, Runnable what) {
            Thread thread = new Thread(what, name);
            thread.setDaemon(true);
            thread.start();
        }

        @Override
        public void lost(SenderId sender, long last) {
            // The tests' providers have lost nothing.
        }

        @Override
        public Runnable later(Duration delay, Runnable what) {
            due.add(what);
            return () -> { };
        }

        @Override
        public void aside(Runnable task) {
            task.run();
        }

        @Override
        public MemberReceiver receiver() {
            return receiver;
        }

        @Override
        public SenderId self() {
            return SELF;
        }

        @Override
        public long newId() {
            return ids++;
        }

        @Override
        public void deliver(HeldMessages.Held each) {
            // Nothing is held.
        }

        @Override
        public void joined() {
            // There is no listener.
        }

        @Override
        public GroupView view() {
            return GroupView.of(members());
        }

        @Override
        public GroupView.Member member(SenderId sender) {
            return new GroupView.Member(sender, "m", "s");
        }
    }

    private static GroupSites members() {
        List<GroupSites.Site> sites = new ArrayList<>();
        for (SenderId each : List.of(SELF, GOOD, BAD)) {
            sites.add(new GroupSites.Site(each.site().toString(), (int) each.member().value(), each.member().value(),
                    List.of(new GroupSites.Member(each, "m"))));
        }
        return new GroupSites(sites, true, Optional.empty(), false);
    }

    @BeforeEach
    void begin() {
        now = SECOND;
        receiver.start(GOOD, 0);
    }

    private StateTransfer giver(StateProvider provider) {
        StateTransfer state = new StateTransfer("g", provider, null, StateSettings.defaults(), 1 << 20, carrier);
        state.sites(members(), now);
        return state;
    }

    private void say(StateTransfer to, SenderId from, int kind, long id, byte... payload) {
        byte[] header = MessageHeader.of(kind, 0, SELF, id);
        byte[] all = Arrays.copyOf(header, header.length + payload.length);
        System.arraycopy(payload, 0, all, header.length, payload.length);
        to.message(from, WholeMessage.ofHeaded(all), now);
    }

    /** Removes and returns the messages of this kind that were sent to a member. */
    private List<Sent> taken(SenderId to, int kind) {
        List<Sent> its = sent.stream().filter(each -> each.to.equals(to) && each.kind == kind).toList();
        sent.removeAll(its);
        return its;
    }

    /** A beginning of a state that covers the messages of one sender, which has received nothing of it. */
    private static byte[] beginning(SenderId sender, long number) {
        return new StateBeginning(new StatePositions(Map.of(sender, number)), NONE, NONE, NONE).encode();
    }

    private static byte[] positions(SenderId sender, long number) {
        StatePositions positions = new StatePositions();
        positions.reached(sender, number);
        return positions.encode();
    }

    private void later(long nanos) {
        now += nanos;
        List<Runnable> turns = List.copyOf(due);
        due.clear();
        turns.forEach(Runnable::run);
    }

    @Test
    void nobodyKeepsTheStateFromOthersWithPositionsThatNeverCome() {
        StateTransfer state = giver(() -> out -> out.write(7));
        for (int i = 0; i < 100; i++) {
            say(state, BAD, MessageHeader.STATE_REQUEST, 1 + i, positions(GOOD, 1L << 49));
        }
        assertThat(taken(BAD, MessageHeader.STATE_REFUSAL)).hasSize(98);
        say(state, GOOD, MessageHeader.STATE_REQUEST, 500);
        assertThat(taken(GOOD, MessageHeader.STATE_BEGIN)).hasSize(1);
        later(61 * SECOND);
        assertThat(taken(BAD, MessageHeader.STATE_REFUSAL)).as("what did not begin is over").hasSize(2)
                .allMatch(each -> each.payload[0] == StateRefusal.FAILED.ordinal());
        assertThat(taken(BAD, MessageHeader.STATE_BEGIN)).isEmpty();
    }

    @Test
    void nobodyTakesOverTheTransferOfAnother() {
        StateTransfer state = giver(() -> out -> out.write(7));
        say(state, GOOD, MessageHeader.STATE_REQUEST, 9, positions(GOOD, 1));
        say(state, BAD, MessageHeader.STATE_REQUEST, 9);
        say(state, BAD, MessageHeader.STATE_CANCEL, 9);
        assertThat(taken(BAD, MessageHeader.STATE_BEGIN)).isEmpty();
        receiver.segment(GOOD, 0, new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[1]));
        later(SECOND);
        assertThat(taken(GOOD, MessageHeader.STATE_BEGIN)).hasSize(1);
    }

    @Test
    void aMemberWhoseSiteStaysAwayIsNotWrittenForForEver() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        StateTransfer state = giver(() -> out -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.complete(true);
            }
            out.write(7);
        });
        say(state, GOOD, MessageHeader.STATE_REQUEST, 9);
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        later(61 * SECOND);
        state.sites(new GroupSites(members().sites().stream().filter(each -> !each.members().get(0).id().equals(GOOD)).toList(), true,
                Optional.empty(), false), now);
        later(59 * SECOND);
        assertThat(interrupted).as("its delegate may be changing").isNotDone();
        later(2 * SECOND);
        assertThat(interrupted.get(20, TimeUnit.SECONDS)).isTrue();
    }

    private static Segment part(int flags) {
        return new Segment((byte) flags, new byte[1]);
    }

    @Test
    void theStateWaitsForTheRestOfAMessageInWhoseMiddleTheOtherBegins() {
        StateTransfer state = giver(() -> out -> out.write(7));
        receiver.segment(GOOD, 0, part(Segment.FIRST));
        receiver.segment(GOOD, 1, part(0));
        say(state, GOOD, MessageHeader.STATE_REQUEST, 9, positions(GOOD, 1));
        later(SECOND);
        assertThat(taken(GOOD, MessageHeader.STATE_BEGIN)).as("the other never gets the message as a whole").isEmpty();
        receiver.segment(GOOD, 2, part(Segment.LAST));
        later(SECOND);
        assertThat(taken(GOOD, MessageHeader.STATE_BEGIN)).hasSize(1);
        receiver.segment(GOOD, 3, part(Segment.FIRST));
        say(state, GOOD, MessageHeader.STATE_REQUEST, 10, positions(GOOD, 3));
        assertThat(taken(GOOD, MessageHeader.STATE_BEGIN)).as("the other begins with that message").hasSize(1);
    }

    @Test
    void theStateDoesNotWaitForTheRestOfAMessageWhoseSenderIsGone() {
        StateTransfer state = giver(() -> out -> out.write(7));
        SenderId gone = new SenderId(GOOD.site(), 77);
        receiver.start(gone, 0);
        receiver.segment(gone, 0, part(Segment.FIRST));
        say(state, BAD, MessageHeader.STATE_REQUEST, 9, positions(gone, 1));
        later(4 * SECOND);
        assertThat(taken(BAD, MessageHeader.STATE_BEGIN)).isEmpty();
        later(SECOND);
        assertThat(taken(BAD, MessageHeader.STATE_BEGIN)).hasSize(1);
    }

    @Test
    void numbersThatCannotBeAndMessagesThatAreTooShortAreDropped() {
        StateTransfer state = giver(() -> out -> out.write(7));
        say(state, BAD, MessageHeader.STATE_REQUEST, 1, positions(GOOD, Long.MAX_VALUE));
        say(state, BAD, MessageHeader.STATE_REQUEST, 2, new byte[23]);
        for (int kind = 0; kind <= MessageHeader.MAX_KIND; kind++) {
            say(state, BAD, kind, 3, new byte[3]);
        }
        assertThat(sent).isEmpty();
        say(state, GOOD, MessageHeader.STATE_REQUEST, 4);
        assertThat(taken(GOOD, MessageHeader.STATE_BEGIN)).hasSize(1);
    }

    /** A member that joins and has asked {@link #GOOD}, the nearest; its consumer reads nothing. */
    private StateTransfer joining(List<StateInput> inputs) {
        StateTransfer state = new StateTransfer("g", null, in -> { }, StateSettings.defaults(), 1 << 20, carrier);
        state.sites(members(), now);
        StateReceiving receiving = new StateReceiving(StateSettings.defaults(), carrier, 3, SECOND,
                new StateNeeds.Joining(carrier), inputs::add, now);
        state.receive(receiving, next -> { }, now);
        later(0);
        return state;
    }

    private long asked(SenderId member) {
        List<Sent> requests = taken(member, MessageHeader.STATE_REQUEST);
        assertThat(requests).hasSize(1);
        return requests.get(0).exchange;
    }

    @Test
    void aStateThatCoversWhatWasNeverSentIsNotTaken() {
        List<StateInput> inputs = new ArrayList<>();
        StateTransfer state = joining(inputs);
        long id = asked(GOOD);
        say(state, BAD, MessageHeader.STATE_BEGIN, id, beginning(GOOD, 1));
        assertThat(inputs).as("of one that was not asked").isEmpty();
        say(state, GOOD, MessageHeader.STATE_BEGIN, id, beginning(GOOD, 1L << 40));
        assertThat(inputs).isEmpty();
        assertThat(taken(GOOD, MessageHeader.STATE_CANCEL)).hasSize(1);
        later(0);
        long next = asked(BAD);
        say(state, BAD, MessageHeader.STATE_BEGIN, next,
                new StateBeginning(NONE, new StatePositions(Map.of(GOOD, 1L << 40)), NONE, NONE).encode());
        assertThat(inputs).as("nor one that has lost such messages").isEmpty();
    }

    @Test
    void aStateThatIsPossibleIsTaken() {
        List<StateInput> inputs = new ArrayList<>();
        StateTransfer state = joining(inputs);
        say(state, GOOD, MessageHeader.STATE_BEGIN, asked(GOOD), beginning(GOOD, 5));
        assertThat(inputs).hasSize(1);
    }

    /** A sender that has begun here after the provider was asked: what is before its start has to be in the state. */
    @Test
    void aStateThatDoesNotReachTheStartOfASenderIsRequestedAgain() {
        List<StateInput> inputs = new ArrayList<>();
        StateTransfer state = joining(inputs);
        long id = asked(GOOD);
        SenderId begun = new SenderId(new SiteId(9), 9);
        receiver.start(begun, 7);
        say(state, GOOD, MessageHeader.STATE_BEGIN, id,
                new StateBeginning(NONE, NONE, new StatePositions(Map.of(begun, 6L)), NONE).encode());
        assertThat(inputs).isEmpty();
        assertThat(taken(GOOD, MessageHeader.STATE_CANCEL)).hasSize(1);
        later(0);
        long next = asked(GOOD);
        say(state, GOOD, MessageHeader.STATE_BEGIN, next,
                new StateBeginning(NONE, NONE, new StatePositions(Map.of(begun, 7L)), NONE).encode());
        assertThat(inputs).hasSize(1);
    }

    /** Nobody else knows from where on this member lacks a sender that is out of touch. */
    @Test
    void aSenderThatOnlyTheProviderKnowsIsReceivedFromWhereTheStateEnds() {
        StateTransfer state = joining(new ArrayList<>());
        SenderId away = new SenderId(new SiteId(9), 9);
        SenderId past = new SenderId(new SiteId(9), 10);
        say(state, GOOD, MessageHeader.STATE_BEGIN, asked(GOOD),
                new StateBeginning(NONE, NONE, new StatePositions(Map.of(away, 5L, SELF, 3L)), new StatePositions(Map.of(past, 2L))).encode());
        assertThat(receiver.positions()).containsEntry(away, 5L).doesNotContainKey(SELF);
        assertThat(receiver.formerPositions()).containsEntry(past, 2L);
    }

    @Test
    void piecesAreTakenInTheirOrderWithinWhatWasAllowed() {
        for (long[] lie : new long[][] {{1, 10}, {0, 0}, {0, (1 << 20) + 1}, {-8, 10}, {Long.MAX_VALUE, 1}}) {
            List<StateInput> inputs = new ArrayList<>();
            StateTransfer state = joining(inputs);
            long id = asked(GOOD);
            say(state, GOOD, MessageHeader.STATE_BEGIN, id, beginning(GOOD, 0));
            say(state, BAD, MessageHeader.STATE_PIECE, id, new byte[20]);
            assertThat(inputs.get(0).isBroken()).as("by one that was not asked").isFalse();
            say(state, GOOD, MessageHeader.STATE_PIECE, id, ByteBuffer.allocate(8 + (int) lie[1]).putLong(lie[0]).array());
            assertThat(inputs.get(0).isBroken()).as("%d bytes at %d", lie[1], lie[0]).isTrue();
            sent.clear();
        }
    }

    @Test
    void aStateInPiecesOfOneByteTakesLittleMoreThanItsBytes() throws IOException {
        StateInput in = new StateInput(1 << 20, offset -> { });
        byte[] expected = new byte[10_000];
        new Random(1).nextBytes(expected);
        for (int i = 0; i < expected.length; i++) {
            in.add(new byte[] {expected[i]});
            if (i == 5000) {
                assertThat(in.read()).isEqualTo(expected[0] & 0xff);
            }
        }
        in.end();
        assertThat(in.pieces()).isLessThanOrEqualTo(3);
        assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(expected, 1, expected.length));
    }

    @Test
    void whatWaitsToBeAnsweredIsBounded() {
        Requests requests = new Requests("g", carrier);
        requests.handler(message -> CompletableFuture.completedFuture(new byte[1]));
        Message request = new Message("g", carrier.member(BAD), false, WholeMessage.ofHeaded(MessageHeader.of(MessageHeader.REQUEST, 0,
                SELF, 1)));
        requests.asked(request, 1);
        requests.asked(request, 1);
        assertThat(taken(BAD, MessageHeader.REPLY)).as("a request is answered once").hasSize(1);
        crowded = true;
        requests.asked(request, 2);
        StateTransfer state = giver(null);
        say(state, BAD, MessageHeader.STATE_REQUEST, 1);
        assertThat(sent).isEmpty();
        crowded = false;
        requests.asked(request, 2);
        assertThat(taken(BAD, MessageHeader.REPLY)).hasSize(1);
    }

    @Test
    void onlyWhoWasAskedAnswersAndWhatItSaysIsShort() {
        Requests requests = new Requests("g", carrier);
        CompletableFuture<byte[]> answer = requests.request(GOOD, new byte[1], Duration.ofSeconds(9));
        long id = taken(GOOD, MessageHeader.REQUEST).get(0).exchange;
        byte[] text = ("no\n\u001b[2J" + "x".repeat(100_000)).getBytes(StandardCharsets.UTF_8);
        byte[] header = MessageHeader.of(MessageHeader.REFUSAL, 0, SELF, id);
        byte[] all = Arrays.copyOf(header, header.length + text.length);
        System.arraycopy(text, 0, all, header.length, text.length);
        requests.answered(BAD, WholeMessage.ofHeaded(all));
        assertThat(answer).isNotDone();
        requests.answered(GOOD, WholeMessage.ofHeaded(all));
        assertThatThrownBy(answer::join).hasMessageContaining("no  [2Jxxx").satisfies(e ->
                assertThat(e.getMessage().length()).isLessThan(1200));
    }

    @Test
    void attributesOfMembersThatAreMadeUpAreBounded() {
        Attributes attributes = new Attributes((to, message) -> { }, 100_000);
        byte[] message = new byte[4096];
        ByteBuffer.wrap(message).put((byte) 1).putShort((short) 1).put((byte) 'a').putShort((short) 4090);
        assertThat(attributes.reported(GOOD, message)).isPresent();
        for (int i = 0; i < 1000; i++) {
            attributes.reported(new SenderId(BAD.site(), i), message);
        }
        long believed = attributes.count();
        assertThat(believed).isLessThanOrEqualTo(25);
        // A member whose attributes are known may change them.
        byte[] other = message.clone();
        other[10] = 1;
        assertThat(attributes.reported(GOOD, other)).isPresent();
        assertThat(attributes.reported(GOOD, Arrays.copyOf(message, message.length + 1))).as("more than it says").isEmpty();
        byte[] large = new byte[4106];
        ByteBuffer.wrap(large).put((byte) 1).putShort((short) 1).put((byte) 'a').putShort((short) 4100);
        assertThat(attributes.reported(GOOD, large)).as("more than a member may have").isEmpty();
    }

    @Test
    void whoSaysAgainAndAgainThatItWasOnAnIslandIsBelievedOnce() {
        List<Long> merged = new ArrayList<>();
        Islands islands = new Islands((kind, to, payload) -> sent.add(new Sent(kind, to, 0, payload)), new Islands.Members() {
            @Override
            public OptionalLong firstSeen(SenderId member) {
                return OptionalLong.empty();
            }

            @Override
            public void merged(SenderId other, long sinceMillis) {
                merged.add(sinceMillis);
            }

            @Override
            public void missed(SenderId other, Optional<SenderId> former) {
                // It has sent nothing.
            }
        }, GOOD, 0);
        for (int i = 0; i < 1000; i++) {
            byte[] notice = ByteBuffer.allocate(25).putLong(9).putLong(Long.MAX_VALUE).put((byte) 0).putLong(i).array();
            islands.message(MessageHeader.ISLANDER, BAD, notice, 5000);
        }
        assertThat(merged).hasSize(1);
        assertThat(sent).hasSize(1);
        islands.message(MessageHeader.ISLANDER, GOOD, ByteBuffer.allocate(25).putLong(9).putLong(10).array(), 5000);
        assertThat(merged).hasSize(2);
    }
}
