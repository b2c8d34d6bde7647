package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.protocols.segment.MessageHeader;

/** Requests while sites are away, and between members that get other identities. */
class RequestsTest {
    private static final SenderId SELF = new SenderId(new SiteId(1), 1);
    private static final SenderId FAR = new SenderId(new SiteId(2), 2);
    private static final SenderId FAR_LATER = new SenderId(new SiteId(3), 3);
    private static final Duration LONG = Duration.ofHours(1);

    private final List<Sent> sent = new ArrayList<>();
    private final List<Timer> timers = new ArrayList<>();
    private GroupView view = view(SELF, FAR);
    private long ids;
    private final Requests requests = new Requests("g", new Requests.Carrier() {
        @Override
        public void send(int kind, SenderId to, long exchange, byte[] payload) {
            sent.add(new Sent(kind, to, exchange, payload));
        }

        @Override
        public void send(int kind, SenderId to, long exchange, byte[] payload, CompletableFuture<?> orFail) {
            send(kind, to, exchange, payload);
        }

        @Override
        public boolean isCrowded() {
            return false;
        }

        @Override
        public Runnable later(Duration delay, Runnable what) {
            Timer timer = new Timer(delay, what);
            timers.add(timer);
            return () -> timers.remove(timer);
        }

        @Override
        public void aside(Runnable task) {
            task.run();
        }

        @Override
        public long newId() {
            return ++ids;
        }

        @Override
        public <T> CompletableFuture<T> newFuture() {
            return new CompletableFuture<>();
        }

        @Override
        public GroupView view() {
            return view;
        }

        @Override
        public GroupView.Member member(SenderId sender) {
            return GroupView.Member.unnamed(sender);
        }
    });

    private record Sent(int kind, SenderId to, long exchange, byte[] payload) {
    }

    private record Timer(Duration delay, Runnable what) {
    }

    private static GroupView view(SenderId... members) {
        return new GroupView(List.of(members).stream().map(each -> {
            String site = each.equals(SELF) ? "here" : "far";
            return new GroupView.Site(site, List.of(new GroupView.Member(each, "m", site)));
        }).toList());
    }

    private void see(SenderId... members) {
        view = view(members);
        requests.view(view);
    }

    private void reply(SenderId from, long id) {
        byte[] header = MessageHeader.of(MessageHeader.REPLY, 0, SELF, id);
        requests.answered(from, WholeMessage.ofHeaded(header));
    }

    private void asked(SenderId from, long id) {
        requests.asked(new Message("g", GroupView.Member.unnamed(from), false, WholeMessage.ofHeaded(MessageHeader.of(MessageHeader.REQUEST, 0,
                SELF, id))), id);
    }

    @Test
    void aRequestToASiteWaitsWhileItsDelegateIsReplaced() {
        see(SELF, FAR);
        see(SELF);
        CompletableFuture<byte[]> answer = requests.request("far", new byte[1], LONG);
        assertThat(answer).isNotDone();
        assertThat(sent).isEmpty();
        see(SELF, FAR);
        assertThat(sent).singleElement().satisfies(each -> assertThat(each.to).isEqualTo(FAR));
        reply(FAR, 1);
        assertThat(answer).isCompleted();
        assertThatThrownBy(requests.request("nowhere", new byte[1], LONG)::join).hasMessageContaining("site nowhere is not in the group");
    }

    @Test
    void aSiteThatDoesNotReturnIsNotInTheGroup() {
        see(SELF, FAR);
        see(SELF);
        CompletableFuture<byte[]> answer = requests.request("far", new byte[1], LONG);
        List.copyOf(timers).stream().filter(each -> !each.delay.equals(LONG)).forEach(each -> each.what.run());
        assertThatThrownBy(answer::join).hasMessageContaining("site far is not in the group");
        assertThatThrownBy(requests.request("far", new byte[1], LONG)::join).hasMessageContaining("site far is not in the group");
    }

    @Test
    void noTimerIsLeftOfARequestThatIsOver() {
        CompletableFuture<byte[]> answered = requests.request(FAR, new byte[1], LONG);
        CompletableFuture<byte[]> cancelled = requests.request(FAR, new byte[1], LONG);
        assertThat(timers).hasSize(2);
        reply(FAR, 1);
        assertThat(answered).isCompleted();
        cancelled.cancel(true);
        assertThat(timers).isEmpty();
    }

    @Test
    void whoGetsAnotherIdentityIsAskedUnderThatOne() {
        CompletableFuture<byte[]> answer = requests.request(FAR, new byte[1], LONG);
        see(SELF, FAR_LATER);
        requests.renamed(FAR, FAR_LATER);
        requests.renamed(FAR, FAR_LATER);
        assertThat(sent).extracting(Sent::to).containsExactly(FAR, FAR_LATER);
        assertThat(sent).extracting(Sent::exchange).containsOnly(1L);
        reply(FAR_LATER, 1);
        assertThat(answer).isCompleted();
        CompletableFuture<byte[]> another = requests.request(FAR, new byte[1], LONG);
        assertThat(sent.get(2).to).isEqualTo(FAR_LATER);
        reply(FAR_LATER, 2);
        assertThat(another).isCompleted();
        SenderId last = new SenderId(new SiteId(4), 4);
        see(SELF, last);
        requests.renamed(FAR_LATER, last);
        requests.request(FAR, new byte[1], LONG);
        assertThat(sent.get(3).to).isEqualTo(last);
    }

    @Test
    void whoHasGotAnotherIdentityReceivesTheAnswerUnderThatOne() {
        CompletableFuture<byte[]> late = new CompletableFuture<>();
        requests.handler(request -> sent.isEmpty() ? CompletableFuture.completedFuture(new byte[] {1}) : late);
        asked(FAR, 1);
        asked(FAR, 2);
        requests.renamed(FAR, FAR_LATER);
        late.complete(new byte[] {2});
        assertThat(sent).extracting(each -> each.to + " " + each.payload[0]).containsExactly(FAR + " 1", FAR_LATER + " 1", FAR_LATER + " 2");
    }

    @Test
    void whoHasAnotherIdentityItselfAnswersARepeatedRequestAgain() {
        requests.handler(request -> CompletableFuture.completedFuture(new byte[] {1}));
        asked(FAR, 1);
        asked(FAR, 1);
        assertThat(sent).as("handled once").hasSize(1);
        requests.renamedSelf();
        asked(FAR, 1);
        assertThat(sent).hasSize(2);
    }

    @Test
    void answersAreRememberedUpToABound() {
        ReceivedRequests received = new ReceivedRequests();
        for (int i = 1; i <= 10; i++) {
            received.add(i, FAR);
            received.answered(i, FAR, MessageHeader.REPLY, new byte[200_000]);
        }
        received.add(11, FAR);
        received.answered(11, FAR, MessageHeader.REPLY, new byte[2_000_000]);
        assertThat(received.renamed(FAR, FAR_LATER)).extracting(ReceivedRequests.Answer::id).containsExactly(6L, 7L, 8L, 9L, 10L);
        assertThat(received.add(1, FAR)).as("the request itself is known").isFalse();
    }
}
