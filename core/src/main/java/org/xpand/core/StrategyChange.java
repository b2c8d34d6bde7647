package org.xpand.core;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.xpand.alm.site.GroupMembership;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;

/** A change of a group's rate control requested by this node. */
final class StrategyChange implements GroupMembership.ChangeListener {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** An agreement at the end of the patience may still arrive within this time. */
    private static final Duration LAST_ANSWER = Duration.ofSeconds(1);

    private final Membership group;
    private final GroupService wanted;
    private final CompletableFuture<Void> made;

    private StrategyChange(Membership group, GroupService wanted) {
        this.group = group;
        this.wanted = wanted;
        this.made = new GroupFuture<>(group.name(), group.serial);
    }

    /**
     * Requests the change.
     *
     * @throws IllegalArgumentException if this node cannot create the rate control
     */
    static CompletableFuture<Void> of(Membership group, String name, Map<String, String> settings) {
        group.requireOpen();
        Map<String, String> given = Accepted.strategySettings(settings);
        RateStrategy strategy = RateStrategies.create(Accepted.present("strategy", name, "a name of " + RateStrategies.names()), given);
        GroupService now = group.service();
        GroupService wanted = now.changed(name, strategy.settings(), given);
        Strategies.as(wanted, strategy);
        if (wanted.agrees(now)) {
            return CompletableFuture.completedFuture(null);
        }
        StrategyChange change = new StrategyChange(group, wanted);
        group.changing(change, change.made);
        group.engine.onLoop(time -> change.ask());
        return change.made;
    }

    private void ask() {
        if (group.service().agrees(wanted)) {
            // Another member has made the same change since this one was requested.
            made();
            return;
        }
        try {
            group.engine.askForChange(group, wanted, this);
        } catch (IllegalStateException e) {
            refused(Texts.reason(e));
            return;
        }
        group.engine.later(PATIENCE, this::giveUp);
    }

    @Override
    public void made() {
        group.serial.execute(() -> made.complete(null));
    }

    @Override
    public void refused(String reason) {
        group.serial.execute(() -> made.completeExceptionally(new StrategyChangeException(group.name(), "group '" + group.name()
                + "' is not changed to '" + wanted.strategy() + "': " + reason)));
    }

    /** This node is not in the group any more. Any thread. */
    void closed() {
        refused("the group is closed");
    }

    private void giveUp() {
        if (made.isDone() || group.isOver()) {
            return;
        }
        String awaited = group.membership().awaited();
        group.engine.withdrawRequest(group);
        group.engine.later(LAST_ANSWER, () -> {
            if (group.service().changes() >= wanted.changes() && group.service().agrees(wanted)) {
                // The awaited sites follow when their packets arrive again.
                made();
            } else {
                refused("no agreement within " + PATIENCE.toSeconds() + " s; awaited: " + (awaited.isEmpty()
                        ? "the site's delegate, or another change that was asked for at the same time" : awaited));
            }
        });
    }
}
