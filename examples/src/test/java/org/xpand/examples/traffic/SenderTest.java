package org.xpand.examples.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.xpand.core.Group;

/** When messages are sent and what they say of it, to a group that takes, blocks or refuses. */
class SenderTest {
    private final List<TrafficMessage> taken = new CopyOnWriteArrayList<>();
    private final Ending ending = new Ending(1);

    /** What the group does with a message. */
    private interface Taking {
        void take(TrafficMessage message) throws InterruptedException;
    }

    private static Group group(Taking taking) {
        return (Group) Proxy.newProxyInstance(Group.class.getClassLoader(), new Class<?>[] {Group.class},
                (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("send");
                    taking.take(TrafficMessage.decode((byte[]) arguments[0]).orElseThrow());
                    return null;
                });
    }

    @AfterEach
    void close() {
        ending.end();
        ending.close();
    }

    @Test
    void messagesAreDueAtTheirRateThoughTheGroupMakesThemWait() throws Exception {
        Group slow = group(message -> {
            taken.add(message);
            if (message.sequence() == 5) {
                TimeUnit.MILLISECONDS.sleep(300);
            }
        });
        Sender sender = new Sender(slow, 100, 0, 100, ending, "test");
        await().atMost(Duration.ofSeconds(10)).until(() -> taken.size() >= 40);
        ending.stop();
        sender.finish();
        for (int i = 1; i < taken.size(); i++) {
            assertThat(taken.get(i).sequence()).isEqualTo(i);
            double due = (taken.get(i).intendedNanos() - taken.get(0).intendedNanos()) / 1e6;
            assertThat(due).as("message %d was due after ms", i).isBetween(10.0 * i - 100, 10.0 * i + 100);
            assertThat(taken.get(i).sentNanos()).isGreaterThanOrEqualTo(taken.get(i).intendedNanos());
        }
        assertThat(taken.get(6).sentNanos() - taken.get(6).intendedNanos()).isGreaterThan(200_000_000);
    }

    @Test
    void noMessageIsSentThatIsDueLater() throws Exception {
        Sender sender = new Sender(group(taken::add), 1000, 1, 100, ending, "test");
        await().atMost(Duration.ofSeconds(10)).until(() -> taken.size() >= 1000);
        sender.finish();
        assertThat(taken).as("though it got no order to stop").hasSize(1000);
    }

    @Test
    void withoutARateTheGroupTakesAllItCan() throws Exception {
        Sender sender = new Sender(group(taken::add), 0, 0, 100, ending, "test");
        await().atMost(Duration.ofSeconds(10)).until(() -> taken.size() >= 1000);
        ending.stop();
        sender.finish();
        assertThat(taken).allSatisfy(each -> assertThat(each.intendedNanos()).isEqualTo(each.sentNanos()));
    }

    @Test
    @Timeout(20)
    void aMessageThatTheGroupMakesWaitIsGivenUp() throws Exception {
        CountDownLatch waiting = new CountDownLatch(1);
        Sender sender = new Sender(group(message -> {
            waiting.countDown();
            TimeUnit.MINUTES.sleep(1);
        }), 0, 0, 100, ending, "test");
        waiting.await();
        ending.stop();
        sender.finish();
    }

    @Test
    void aRefusalEndsTheCommandAndIsReported() throws Exception {
        Sender sender = new Sender(group(message -> {
            throw new IllegalArgumentException("too long");
        }), 0, 0, 100, ending, "test");
        assertThat(ending.awaitEnd(TimeUnit.SECONDS.toNanos(10))).isTrue();
        assertThatThrownBy(sender::finish).isInstanceOf(IllegalArgumentException.class).hasMessage("too long");
    }
}
