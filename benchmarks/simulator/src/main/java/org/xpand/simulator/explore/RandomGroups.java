package org.xpand.simulator.explore;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.simulator.site.SimulatedGroup;

/** Groups with random rate controls, precedences and sites. */
final class RandomGroups {
    /** The rate control of layered groups. */
    private static final String LAYERED = "tuf";
    private static final int MOST_RESERVED_KBIT = 400;

    private final RandomGenerator random;
    private final int sites;
    private final RateStrategy first;

    /** @param first the rate control of the first group, with its settings */
    RandomGroups(RandomGenerator random, int sites, RateStrategy first) {
        this.random = random;
        this.sites = sites;
        this.first = first;
    }

    SimulatedGroup next(String name, GroupWatch watch) {
        GroupName group = new GroupName(name);
        SimulatedGroup all = watch.isLayered() ? SimulatedGroup.layered(group, strategy(LAYERED), reserved(), watch)
                : SimulatedGroup.reliable(group, any(), watch);
        return all.at(someSites());
    }

    private RateStrategy any() {
        List<String> names = List.copyOf(RateStrategies.names());
        return strategy(names.get(random.nextInt(names.size())));
    }

    private RateStrategy strategy(String name) {
        return name.equals(first.name()) ? first : RateStrategies.create(name, Map.of());
    }

    private List<Long> reserved() {
        List<Long> rates = new ArrayList<>();
        for (int left = random.nextInt(GroupService.MAX_PRECEDENCES / 2); left > 0; left--) {
            rates.add((1L + random.nextInt(MOST_RESERVED_KBIT)) * 1000);
        }
        return rates;
    }

    /** All sites, or one or more of them. */
    private Set<Integer> someSites() {
        Set<Integer> some = new HashSet<>();
        if (random.nextBoolean()) {
            for (int site = 0; site < sites; site++) {
                if (random.nextBoolean()) {
                    some.add(site);
                }
            }
        }
        return some;
    }
}
