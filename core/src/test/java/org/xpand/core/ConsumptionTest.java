package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

class ConsumptionTest {
    private static final SenderId A = new SenderId(new SiteId(1), new MemberId(1));
    private static final SenderId B = new SenderId(new SiteId(1), new MemberId(2));

    private final Consumption consumption = new Consumption();
    private final List<String> taken = new ArrayList<>();
    private long now = 1000;

    /** A turn in which messages of a sender arrive; returns when the loop looks. */
    private long turn(int messages, boolean own) {
        consumption.take((sender, segments) -> taken.add(sender.member().value() + ":" + segments), now);
        for (int i = 0; i < messages; i++) {
            consumption.arrived(1, own);
        }
        return consumption.endTurn(now);
    }

    @Test
    void aQuickListenerDoesNotWakeTheLoopForEachMessage() {
        assertThat(turn(2, false)).isEqualTo(now + Consumption.LOOK_NANOS);
        consumption.consumed(A, 1);
        consumption.consumed(A, 1);
        assertThat(consumption.reportWakesLoop()).isFalse();
        now += 1;
        assertThat(turn(0, false)).as("nothing is left to look at").isEqualTo(Long.MAX_VALUE);
        assertThat(taken).containsExactly("1:2");
    }

    @Test
    void theLoopLooksWhenItSaidSoWhateverArrivesMeanwhile() {
        long looks = turn(1, false);
        now = looks - 1;
        assertThat(turn(1, false)).isEqualTo(looks);
        consumption.consumed(A, 1);
        consumption.consumed(B, 1);
        assertThat(consumption.reportWakesLoop()).isFalse();
        now = looks;
        assertThat(turn(0, false)).isEqualTo(Long.MAX_VALUE);
        assertThat(taken).containsExactly("1:1", "2:1");
    }

    @Test
    void aSlowListenerWakesTheLoop() {
        now = turn(2, false);
        assertThat(turn(0, false)).as("it does not look for ever").isEqualTo(Long.MAX_VALUE);
        consumption.consumed(A, 1);
        assertThat(consumption.reportWakesLoop()).isTrue();
        assertThat(turn(1, false)).as("another message").isEqualTo(now + Consumption.LOOK_NANOS);
        consumption.consumed(A, 1);
        assertThat(consumption.reportWakesLoop()).isFalse();
    }

    @Test
    void aListenerThatHasConsumedMuchWakesTheLoop() {
        turn(100, false);
        int wakes = 0;
        for (int i = 0; i < 96; i++) {
            consumption.consumed(A, 1);
            wakes += consumption.reportWakesLoop() ? 1 : 0;
        }
        assertThat(wakes).isEqualTo(96 / Consumption.MOST_UNREPORTED);
    }

    @Test
    void whatIsConsumedOnTheLoopIsPassedOnAtTheNextLook() {
        consumption.arrived(3, false);
        consumption.consumedAtOnce(A, 3);
        assertThat(consumption.endTurn(now)).isEqualTo(now + Consumption.LOOK_NANOS);
        now += 1;
        assertThat(turn(0, false)).isEqualTo(Long.MAX_VALUE);
        assertThat(taken).containsExactly("1:3");
    }

    @Test
    void itKnowsWhetherAllThatArrivedIsOfThisMember() {
        assertThat(consumption.onlyOwnArrived()).isFalse();
        consumption.arrived(1, true);
        assertThat(consumption.onlyOwnArrived()).isTrue();
        consumption.arrived(1, false);
        assertThat(consumption.onlyOwnArrived()).isFalse();
        consumption.endTurn(now);
        consumption.arrived(1, true);
        assertThat(consumption.onlyOwnArrived()).isTrue();
    }

    /** Else what is consumed just after it has looked would wait for the next message. */
    @Test
    void whatIsConsumedWhileTheLoopLooksWakesIt() {
        now = turn(2, false);
        consumption.consumed(A, 1);
        consumption.reportWakesLoop();
        List<Boolean> woken = new ArrayList<>();
        consumption.take((sender, segments) -> {
            if (woken.isEmpty()) {
                consumption.consumed(A, 1);
                woken.add(consumption.reportWakesLoop());
            }
        }, now);
        assertThat(woken).containsExactly(true);
    }

    /** Whatever the threads do: what is consumed without waking the loop is found at the next look. */
    @Test
    @Timeout(30)
    void nothingConsumedIsLeftBehind() throws InterruptedException {
        int messages = 200_000;
        AtomicInteger handedOver = new AtomicInteger();
        AtomicBoolean woken = new AtomicBoolean();
        Thread listener = new Thread(() -> {
            for (int done = 0; done < messages;) {
                if (done < handedOver.get()) {
                    consumption.consumed(A, 1);
                    done++;
                    if (consumption.reportWakesLoop()) {
                        woken.set(true);
                    }
                } else {
                    Thread.onSpinWait();
                }
            }
        });
        listener.start();
        AtomicInteger found = new AtomicInteger();
        long looks = Long.MAX_VALUE;
        while (found.get() < messages) {
            boolean arrives = handedOver.get() < messages && handedOver.get() - found.get() < 8;
            if (!arrives && !woken.getAndSet(false) && looks == Long.MAX_VALUE) {
                Thread.onSpinWait();
                continue;
            }
            now = arrives || looks == Long.MAX_VALUE ? now + 1 : looks;
            consumption.take((sender, segments) -> found.addAndGet(segments), now);
            if (arrives) {
                consumption.arrived(1, false);
            }
            looks = consumption.endTurn(now);
            handedOver.addAndGet(arrives ? 1 : 0);
        }
        listener.join();
        assertThat(found.get()).isEqualTo(messages);
    }
}
