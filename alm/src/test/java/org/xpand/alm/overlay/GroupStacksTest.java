package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.stack.BytesInFlight;
import org.xpand.protocols.strategy.RateStrategies;

/** The groups of a delegate are found, take turns, and fail independently. */
class GroupStacksTest {
    private static final List<GroupName> NAMES = List.of(new GroupName("a"), new GroupName("b"), new GroupName("c"));

    private final GroupStacks stacks = new GroupStacks();
    private final List<String> turns = new ArrayList<>();

    private static GroupStack stack(GroupName name) {
        OverlayConfig config = OverlayConfig.defaults();
        return new GroupStack(name, new SiteId(1), 11, RateStrategies.create("tfrc", Map.of()),
                new ReliabilityLayer(config.reliability(), new IgnoredDelivery()), config, new BytesInFlight(() -> 0), new SplittableRandom(1), 0);
    }

    @BeforeEach
    void threeGroups() {
        NAMES.forEach(name -> stacks.add(stack(name)));
    }

    private int take(GroupStack stack, int most, long nowNanos) {
        turns.add(stack.name().value());
        return most;
    }

    private GroupStack find(int index) {
        return stacks.find(NAMES.get(index).id());
    }

    @Test
    void aGroupIsOpenOnceUntilItIsClosed() {
        assertThatIllegalStateException().isThrownBy(() -> stacks.add(stack(NAMES.get(1))));
        assertThat(find(1).name()).isEqualTo(NAMES.get(1));
        stacks.close(NAMES.get(1));
        assertThat(find(1)).as("though it was the last that was found").isNull();
        stacks.close(NAMES.get(1));
        stacks.add(stack(NAMES.get(1)));
        assertThat(find(1).name()).isEqualTo(NAMES.get(1));
        assertThat(stacks).hasSize(3);
    }

    @Test
    void whoIsNotServedIsFirstTheNextTime() {
        assertThat(stacks.takeTurns(1, this::take, 5)).as("two wait").isEqualTo(5);
        assertThat(stacks.takeTurns(1, this::take, 5)).isEqualTo(5);
        assertThat(stacks.takeTurns(1, this::take, 5)).as("nobody waits").isGreaterThan(5);
        assertThat(turns).containsExactly("a", "b", "c");
        assertThat(stacks.tookTurn()).containsExactly(find(2));
    }

    @Test
    void theNextTurnIsWhenTheFirstWantsIt() {
        long deadline = stacks.takeTurns(3, (stack, most, now) -> {
            stack.due().at(NAMES.indexOf(stack.name()) == 1 ? 70 : 90);
            return 0;
        }, 5);
        assertThat(deadline).isEqualTo(70);
        stacks.takeTurns(3, this::take, 69);
        assertThat(turns).isEmpty();
        stacks.takeTurns(3, this::take, 70);
        assertThat(turns).containsExactly("b");
    }

    /** It would send only a part, and rest as long as after a whole turn. */
    @Test
    void oneOfManyBusyGroupsSendsItsWholePartWhateverTheOthersHaveSent() {
        for (char name = 'd'; name < 'd' + 7; name++) {
            stacks.add(stack(new GroupName(String.valueOf(name))));
        }
        List<Integer> granted = new ArrayList<>();
        long end = 2 * TurnSpacing.PERIOD_NANOS;
        for (long now = 0; now < end; now += 100_000) {
            stacks.worked(now, now + 100_000);
            stacks.changed();
            granted.clear();
            stacks.takeTurns(96, (stack, most, at) -> {
                granted.add(most);
                return 40;
            }, now);
        }
        stacks.changed();
        stacks.takeTurns(96, (stack, most, at) -> {
            granted.add(most);
            return 40;
        }, end + TurnSpacing.LOADED_NANOS);
        assertThat(granted).endsWith(TurnSpacing.MOST_PACKETS, TurnSpacing.MOST_PACKETS, TurnSpacing.MOST_PACKETS);
        assertThat(stacks.tookTurn()).as("as many as send what a turn of the loop may, and the last one whole").hasSize(3);
    }

    @Test
    void oneThatFailsIsClosedAndTheOthersGoOn() {
        List<String> failed = new ArrayList<>();
        stacks.onFailure((stack, cause) -> {
            assertThat(stacks.find(stack.groupId())).as("it is closed already").isNull();
            failed.add(stack.name().value() + " " + cause.getMessage());
        });
        stacks.takeTurns(3, (stack, most, now) -> {
            if (stack.name().equals(NAMES.get(1))) {
                throw new IllegalArgumentException("in its turn");
            }
            turns.add(stack.name().value());
            return 0;
        }, 5);
        assertThat(failed).containsExactly("b in its turn");
        assertThat(turns).containsExactly("a", "c");
        stacks.containing(stack -> {
            if (stack.name().equals(NAMES.get(0))) {
                throw new NoClassDefFoundError("in an update");
            }
        });
        assertThat(failed).containsExactly("b in its turn", "a in an update");
        assertThat(stacks).extracting(GroupStack::name).containsExactly(NAMES.get(2));
    }

    @Test
    void withoutAListenerAFailureComesOut() {
        assertThatIllegalStateException().isThrownBy(() -> stacks.fail(find(0), new IllegalArgumentException("why")))
                .withMessageContaining("a").withCauseInstanceOf(IllegalArgumentException.class);
        assertThat(find(0)).isNull();
    }

    @Test
    void aStrategyIsThatOfAGroupWithALinkToTheSite() {
        assertThat(stacks.strategy("tfrc", new SiteId(2))).as("there is no tree yet").isNull();
    }
}
