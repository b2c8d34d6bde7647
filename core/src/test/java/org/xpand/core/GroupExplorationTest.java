package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.explore.Exploration;

/**
 * Joining members get the state, and members send requests to each other, in sites in virtual time whose processes die, hang, leave
 * and join. {@code -Dexplored.from=1 -Dexplored.to=1000} runs more seeds, {@code -Dexplored.kind=CHARTERS} another kind of faults.
 */
class GroupExplorationTest {
    private static final long FROM = Long.getLong("explored.from", 1);
    private static final Exploration.Kind KIND = Exploration.Kind.valueOf(System.getProperty("explored.kind", "DEFAULT"));
    private static final long TO = Long.getLong("explored.to", 16);

    @Test
    void stateAndMessagesAfterItAreWhatAMemberHasThatWasThereFromTheStart() {
        List<ExploredGroup> groups = new CopyOnWriteArrayList<>();
        List<String> broken = LongStream.rangeClosed(FROM, TO).parallel().mapToObj(seed -> {
            Exploration.Result result = Exploration.seeded(RateStrategies.create(RateStrategies.DEFAULT, Map.of()), KIND,
                    (world, random) -> {
                        ExploredGroup group = new ExploredGroup(world, random);
                        groups.add(group);
                        return group;
                    }).apply(seed);
            String found = result.violations().isEmpty() ? "" : "seed " + seed + ": " + result.violations() + "\n" + String.join("\n",
                    result.reported())
                    + "\n" + String.join("\n", result.trace().stream().limit(12).toList());
            if (!found.isEmpty()) {
                System.out.println(found);
            }
            return found;
        }).filter(each -> !each.isEmpty()).toList();
        assertThat(broken).as("%d states taken, %d joins failed, %d of %d requests answered", groups.stream().mapToInt(ExploredGroup::statesTaken)
                .sum(), groups.stream().mapToInt(ExploredGroup::failures).sum(), groups.stream().mapToInt(ExploredGroup::answered).sum(),
                groups.stream().mapToInt(ExploredGroup::asked).sum()).isEmpty();
        assertThat(groups.stream().mapToInt(ExploredGroup::statesTaken).sum()).isPositive();
        assertThat(groups.stream().mapToInt(ExploredGroup::answered).sum()).isGreaterThan(groups.stream().mapToInt(ExploredGroup::asked).sum() / 2);
    }
}
