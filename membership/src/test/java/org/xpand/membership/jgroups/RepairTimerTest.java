package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.jgroups.util.TimeScheduler;
import org.junit.jupiter.api.Test;

class RepairTimerTest {
    private static final long INTERVAL = 200;

    private final List<TimeScheduler.Task> scheduled = new ArrayList<>();
    private final List<CompletableFuture<?>> futures = new ArrayList<>();
    private final TimeScheduler scheduler = (TimeScheduler) Proxy.newProxyInstance(getClass().getClassLoader(),
            new Class<?>[] {TimeScheduler.class}, (proxy, method, arguments) -> {
                scheduled.add((TimeScheduler.Task) arguments[0]);
                futures.add(new CompletableFuture<>());
                return futures.get(futures.size() - 1);
            });
    private int repairs;
    private boolean missing;
    private Runnable meanwhile = () -> { };
    private final RepairTimer timer = new RepairTimer(this::repair, () -> missing, () -> INTERVAL);

    private void repair() {
        repairs++;
        meanwhile.run();
    }

    /** Lets the time of the timer that was started last come; answers after how long it wants to run again, 0 for never. */
    private long fire() {
        TimeScheduler.Task task = scheduled.get(scheduled.size() - 1);
        task.run();
        return task.nextInterval();
    }

    private void begin() {
        timer.start(scheduler, false);
        assertThat(scheduled).hasSize(1);
        assertThat(scheduled.get(0).nextInterval()).isEqualTo(INTERVAL / 2);
    }

    @Test
    void restsOnceNothingIsMissing() {
        begin();
        assertThat(fire()).isZero();
        assertThat(repairs).isEqualTo(1);
    }

    @Test
    void doesNotRestWhileSomethingIsMissing() {
        begin();
        missing = true;
        for (int i = 0; i < 10; i++) {
            assertThat(fire()).isEqualTo(INTERVAL);
        }
        missing = false;
        assertThat(fire()).isZero();
        assertThat(repairs).isEqualTo(11);
    }

    @Test
    void whatIsMissingStartsItAgainOnce() {
        begin();
        assertThat(fire()).isZero();
        timer.lookAgain();
        assertThat(scheduled).as("nothing is missing").hasSize(1);
        missing = true;
        timer.lookAgain();
        timer.lookAgain();
        assertThat(scheduled).hasSize(2);
        assertThat(scheduled.get(1).nextInterval()).isEqualTo(INTERVAL / 2);
        assertThat(fire()).isEqualTo(INTERVAL);
    }

    @Test
    void whatWantsARunStartsItAgainOnce() {
        begin();
        assertThat(fire()).isZero();
        timer.wanted();
        timer.wanted();
        assertThat(scheduled).hasSize(2);
        assertThat(fire()).isZero();
        assertThat(repairs).isEqualTo(2);
    }

    @Test
    void whatIsWantedWhileItRunsIsFollowedByAnotherRun() {
        meanwhile = timer::wanted;
        begin();
        assertThat(fire()).isEqualTo(INTERVAL);
        meanwhile = () -> { };
        assertThat(fire()).isZero();
        assertThat(scheduled).hasSize(1);
    }

    @Test
    void stoppedItIsNotStartedByWhatComes() {
        begin();
        assertThat(fire()).isZero();
        timer.stop();
        timer.wanted();
        assertThat(scheduled).hasSize(1);
    }

    @Test
    void stoppingCancelsTheTimer() {
        begin();
        timer.stop();
        assertThat(futures.get(0)).isCancelled();
    }

    @Test
    void whatRestedWhenItWasStoppedStartsOnce() {
        begin();
        assertThat(fire()).isZero();
        timer.stop();
        timer.start(scheduler, false);
        timer.start(scheduler, false);
        timer.wanted();
        assertThat(scheduled).hasSize(2);
    }

    /** Whatever the order, what is wanted is followed by a run, and one timer runs at most. */
    @Property(tries = 300)
    void whatIsWantedIsAlwaysFollowedByARun(@ForAll @Size(max = 40) List<Boolean> wants) {
        scheduled.clear();
        RepairTimer tried = new RepairTimer(() -> repairs++, () -> false, () -> INTERVAL);
        tried.start(scheduler, false);
        boolean runs = true;
        for (boolean each : wants) {
            if (each) {
                int before = scheduled.size();
                tried.wanted();
                assertThat(scheduled.size() - before).isEqualTo(runs ? 0 : 1);
                runs = true;
            } else if (runs) {
                runs = fire() > 0;
            }
        }
        repairs = 0;
        tried.wanted();
        fire();
        assertThat(repairs).isEqualTo(1);
    }
}
