package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.site.ProcessRole;
import org.xpand.protocols.site.SiteMember;
import org.xpand.protocols.site.SiteView;

class InboxTest {
    private static final Duration BOUND = Duration.ofSeconds(10);
    private static final int LENGTH = 100 * 1024;

    private final AtomicInteger woken = new AtomicInteger();
    private final Inbox inbox = new Inbox(woken::incrementAndGet);
    private final List<byte[]> taken = new ArrayList<>();
    private final List<String> views = new ArrayList<>();
    private final Inbox.Handler handler = new Inbox.Handler() {
        @Override
        public void message(ProcessId from, byte[] message) {
            taken.add(message);
        }

        @Override
        public void view(SiteView view) {
            views.add("view");
        }

        @Override
        public void apart(SiteView view) {
            views.add("apart");
        }
    };

    @Test
    void viewsKeepTheirOrderAndTheirKind() {
        SiteMember self = new SiteMember(new ProcessId(1), "m1", ProcessRole.ELIGIBLE, 0);
        SiteView view = SiteView.of(new SiteId(1), List.of(self), self);
        inbox.message(new ProcessId(2), new byte[1], 0, 1);
        inbox.apart(view);
        assertThat(woken).as("the merged view follows at once").hasValue(0);
        inbox.view(view);
        assertThat(woken).hasValue(1);
        inbox.drain(handler);
        assertThat(taken).hasSize(1);
        assertThat(views).containsExactly("apart", "view");
    }

    @Test
    void messagesThatComeTogetherWakeTheLoopOnceAndAreTheArraysThatCame() {
        List<byte[]> messages = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            messages.add(new byte[1000]);
            inbox.message(new ProcessId(1), messages.get(i), 0, 1000);
        }
        assertThat(woken).hasValue(0);
        inbox.wake();
        assertThat(woken).hasValue(1);
        assertThat(inbox.drain(handler)).isFalse();
        assertThat(taken).hasSize(100);
        for (int i = 0; i < 100; i++) {
            assertThat(taken.get(i)).isSameAs(messages.get(i));
        }
    }

    @Test
    void aTurnIsBoundedInBytes() {
        for (int i = 0; i < 100; i++) {
            inbox.message(new ProcessId(1), new byte[60_000], 0, 60_000);
        }
        assertThat(inbox.drain(handler)).isTrue();
        assertThat(taken).as("2 MiB").hasSize(35);
    }

    @Test
    void aPartOfAnArrayIsCopied() {
        inbox.message(new ProcessId(1), new byte[] {1, 2, 3, 4}, 1, 2);
        inbox.drain(handler);
        assertThat(taken).singleElement().isEqualTo(new byte[] {2, 3});
    }

    @Test
    void whoDeliversWaitsWhileItIsFullAndWakesTheLoop() throws InterruptedException {
        int most = Inbox.CAPACITY / (1 + LENGTH / 1024);
        for (int i = 0; i < most; i++) {
            inbox.message(new ProcessId(1), new byte[LENGTH], 0, LENGTH);
        }
        assertThat(woken).as("there is room").hasValue(0);
        Thread delivering = new Thread(() -> inbox.message(new ProcessId(1), new byte[LENGTH], 0, LENGTH), "delivering");
        delivering.start();
        await().atMost(BOUND).until(() -> woken.get() > 0);
        assertThat(delivering.isAlive()).isTrue();
        inbox.drain(handler);
        delivering.join(BOUND.toMillis());
        assertThat(delivering.isAlive()).isFalse();
        while (inbox.drain(handler)) {
            assertThat(taken).hasSizeLessThanOrEqualTo(most);
        }
        assertThat(taken).hasSize(most + 1);
    }

    @Test
    void whoWaitsIsLetGoWhenItIsClosed() throws InterruptedException {
        for (int i = 0; i < Inbox.CAPACITY; i++) {
            inbox.message(new ProcessId(1), new byte[1], 0, 1);
        }
        Thread delivering = new Thread(() -> inbox.message(new ProcessId(1), new byte[1], 0, 1), "delivering");
        delivering.start();
        await().atMost(BOUND).until(() -> woken.get() > 0);
        inbox.close();
        delivering.join(BOUND.toMillis());
        assertThat(delivering.isAlive()).isFalse();
    }
}
