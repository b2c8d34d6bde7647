package org.xpand.core;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;

/** The strategies of a node by name: its own with its settings, others, which it may forward for, with their defaults. Any thread. */
final class Strategies {
    private final RateStrategy own;
    private final Map<String, RateStrategy> others = new ConcurrentHashMap<>();

    Strategies(String own, Map<String, String> settings) {
        this.own = RateStrategies.create(own, settings);
    }

    /** @throws IllegalArgumentException if there is no such strategy, or it has no precedences and needs them */
    RateStrategy of(GroupService service) {
        RateStrategy strategy = named(service.strategy());
        return service.layered() ? strategy.layered(service.reserved().stream().map(each -> each / 8.0).toList()) : strategy;
    }

    RateStrategy named(String name) {
        return name.equals(own.name()) ? own : others.computeIfAbsent(name, other -> RateStrategies.create(other, Map.of()));
    }
}
