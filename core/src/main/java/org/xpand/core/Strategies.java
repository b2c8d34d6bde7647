package org.xpand.core;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;

/** The strategies of a node by name: its own with its settings; others, which it may forward for, with their defaults. Any thread. */
final class Strategies {
    private final RateStrategy own;
    private final Map<String, RateStrategy> others = new ConcurrentHashMap<>();

    Strategies(String own, Map<String, String> settings) {
        this.own = RateStrategies.create(own, settings);
    }

    /**
     * @throws IllegalArgumentException if there is no such strategy, or it has no precedences although the group needs them
     */
    RateStrategy of(GroupService service) {
        return as(service, service.changes() == 0 ? named(service.strategy()) : changed(service));
    }

    /** The rate control to which a group was changed, with the settings of that change. */
    private RateStrategy changed(GroupService service) {
        RateStrategy strategy = others.computeIfAbsent(service.strategy() + ' ' + service.given(),
                key -> RateStrategies.create(service.strategy(), service.given()));
        if (!service.settings().isEmpty() && !service.with(strategy.settings(), service.longest()).agrees(service)) {
            throw new IllegalArgumentException("strategy '" + service.strategy() + "' " + service.given()
                    + ": the settings that are not given have other defaults here");
        }
        return strategy;
    }

    /** The rate control for a group with this charter. */
    static RateStrategy as(GroupService service, RateStrategy strategy) {
        return service.layered() ? strategy.layered(service.reserved().stream().map(each -> each / 8.0).toList()) : strategy;
    }

    RateStrategy named(String name) {
        return name.equals(own.name()) ? own : others.computeIfAbsent(name, other -> RateStrategies.create(other, Map.of()));
    }
}
