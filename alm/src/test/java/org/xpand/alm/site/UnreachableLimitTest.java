package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Members are notified of a site that is silent, and not of one that answers late while its processes start, or for a moment. Here a
 * process takes a turn each 20 ms, of which a part counts as its own delay: it waits about twice as long as it would.
 */
class UnreachableLimitTest {
    private static final long MS = 1_000_000L;
    private static final long SECOND = 1_000 * MS;
    private static final int STEPS = (int) (SECOND / MemorySites.STEP_NANOS);

    private final MemorySites sites = new MemorySites();
    private final MemorySites.Process source = sites.add(1, 10, new Trouble("", null));
    private final MemorySites.Process away = sites.add(2, 20, new Trouble("", null));
    private final List<String> announced = new ArrayList<>();
    private MemorySites.Application sender;
    private int number;

    @BeforeEach
    void theyAreInTouch() {
        sites.run(2 * SECOND);
        sender = source.join("group", "tfrc");
        MemorySites.Application member = away.join("group", "tfrc");
        send(50);
        assertThat(member.received.get(sender.self())).isNotEmpty();
        source.events.clear();
    }

    /** Sends a message in each step, and notes the limits that are reported to the sender. */
    private void send(int steps) {
        for (int i = 0; i < steps; i++) {
            sender.offer(++number % 100);
            sites.run(MemorySites.STEP_NANOS);
            sender.limits().stream().filter(limit -> limit.kind() == GroupLimit.Kind.UNREACHABLE).forEach(limit -> announced.add(limit.text()));
        }
    }

    private List<String> silences() {
        return source.events.stream().filter(event -> event.contains("is silent")).toList();
    }

    @Test
    void aSiteThatPausesWhileItIsYoungIsNotCalledUnreachable() {
        sites.sleep(away, 1_600 * MS);
        send(4 * STEPS);
        assertThat(announced).isEmpty();
        assertThat(silences()).isEmpty();
    }

    /** The checks take place twice a second: the pause begins at different times between two of them. */
    @ParameterizedTest
    @ValueSource(ints = {0, 6, 12, 18, 24})
    void aSiteThatIsHeldForAMomentIsNotCalledUnreachable(int steps) {
        send(10 * STEPS + steps);
        sites.sleep(away, 1_350 * MS);
        send(3 * STEPS);
        assertThat(announced).isEmpty();
        assertThat(silences()).isEmpty();
    }

    @Test
    void aSiteThatDiesIsCalledUnreachableAsSoonAsItIsSilent() {
        send(10 * STEPS);
        sites.sleep(away, 100 * SECOND);
        for (int i = 0; i < 2 * STEPS && silences().isEmpty(); i++) {
            assertThat(announced).isEmpty();
            send(1);
        }
        send(2);
        assertThat(silences()).hasSize(1);
        String kept = "what it lacks is kept for 60 s and up to ";
        assertThat(announced).isNotEmpty().allSatisfy(each -> assertThat(each).as("true for as long as it is shown")
                .contains("cannot be reached; " + kept));
        assertThat(silences()).first().asString().contains(kept);
    }

    @Test
    void aYoungSiteThatDiesIsCalledUnreachableTooSomewhatLater() {
        sites.sleep(away, 100 * SECOND);
        send(2 * STEPS);
        assertThat(announced).isEmpty();
        send(2 * STEPS);
        assertThat(announced).isNotEmpty();
        assertThat(silences()).hasSize(1);
    }
}
