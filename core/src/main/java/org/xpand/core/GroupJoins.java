package org.xpand.core;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.xpand.alm.site.SiteProcess;
import org.xpand.core.jmx.NodeBeans;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;

/**
 * Joins groups for the application: decides whether this node may join, and waits until the group can be used, in the order that
 * members expect: a delegate that answers, the other sites, the awaited members, the state. A failed join leaves nothing behind.
 * Runs on the application's threads.
 */
final class GroupJoins {
    private final NodeConfig config;
    private final Strategies strategies;
    private final NodeEngine engine;
    private final SiteProcess process;
    private final JoinedGroups joined;
    private final NodeBeans beans;
    private final Executor executor;

    GroupJoins(NodeConfig config, Strategies strategies, NodeEngine engine, SiteProcess process, JoinedGroups joined, NodeBeans beans,
               Executor executor) {
        this.config = config;
        this.strategies = strategies;
        this.engine = engine;
        this.process = process;
        this.joined = joined;
        this.beans = beans;
        this.executor = executor;
    }

    Group join(GroupName name, JoinOptions options, MessageListener listener) throws InterruptedException {
        if (!(listener instanceof MessageFlow flow)) {
            return joinWith(name, options, listener);
        }
        flow.claim();
        try {
            return joinWith(name, options, listener);
        } catch (RuntimeException | InterruptedException e) {
            flow.giveBack();
            throw e;
        }
    }

    private Group joinWith(GroupName name, JoinOptions options, MessageListener listener) throws InterruptedException {
        return enter(new GroupEndpoint(name, charter(options.service(config.strategy())), newMember(), config.relay(),
                engine, listener, options, executor), options, GroupStats.class);
    }

    LayeredGroup join(GroupName name, JoinOptions options, LayeredListener listener) throws InterruptedException {
        GroupService service = charter(options.service(config.strategy()));
        strategies.of(service);
        return enter(new LayeredEndpoint(name, service, newMember(), config.relay(), engine, listener, executor), options,
                LayeredStats.class);
    }

    /** The charter, with this node's settings. */
    private GroupService charter(GroupService service) {
        return service.with(strategies.named(service.strategy()).settings(), config.relay().maxMessage());
    }

    private SenderId newMember() {
        return new SenderId(engine.siteId(), engine.nonZero());
    }

    private <T extends Membership> T enter(T group, JoinOptions options, Class<? extends Record> statistics)
            throws InterruptedException {
        config.trust().current().policy().refusesJoin(config.site(), group.groupName()).ifPresent(refusal -> {
            throw new JoinRefusedException(group.name(), refusal);
        });
        engine.requireOpen();
        joined.add(group);
        try {
            engine.onLoop(now -> group.enter(process, now));
            if (!group.awaitJoined(config.patience())) {
                refuseOtherService(group);
                engine.event(new NodeEvent.Failed("group " + group.name() + ": joined, but no delegate of site " + config.site()
                        + " answers yet; nothing is sent or delivered before one does", Optional.empty()));
            }
            group.awaitOthers(config.patience());
            group.awaitAtLeast(options.company());
            group.receiveState();
            beans.group(group.name(), statistics, group::stats, group::limitedBy);
            group.release();
            return group;
        } catch (InterruptedException | RuntimeException | Error e) {
            // The caller has no group object to leave with.
            group.close(Duration.ZERO);
            throw e;
        }
    }

    private void refuseOtherService(Membership group) {
        engine.ask(now -> process.otherService(group.membership())).flatMap(other -> other).ifPresent(other -> {
            throw new CharterRefusedException(group.name(), "group '" + group.name() + "': this site uses it as '" + other + "', not as '"
                    + group.service().text() + "'");
        });
    }
}
