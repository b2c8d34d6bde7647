package org.xpand.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.alm.site.Delegate;
import org.xpand.alm.site.SiteProcess;

/** Statistics of a node, read on its loop; if the loop does not answer in time, the last ones are returned. */
final class NodeFigures {
    private static final Logger LOG = LoggerFactory.getLogger(NodeEngine.class);

    private final NodeConfig config;
    private final NodeEngine engine;
    private final SiteProcess process;
    private final OperatorLog operatorLog = new OperatorLog(NodeFigures::log);
    private final SourceHistory history = new SourceHistory();
    private volatile NodeStats last = new NodeStats(false, Optional.empty(), Optional.empty(), Map.of(), Map.of(), Optional.empty(), 0);

    NodeFigures(NodeConfig config, NodeEngine engine, SiteProcess process) {
        this.config = config;
        this.engine = engine;
        this.process = process;
    }

    GroupStats group(Membership group, LongFunction<GroupStats.Local> locally) {
        return ask(now -> {
            Delegate role = engine.role();
            GroupStats.Local local = locally.apply(now);
            GroupStats stats = role == null || !role.hasWan() ? local.of(group.name(), group.service().strategy())
                    : DelegateStats.group(role, group, local, history, now);
            group.lastStats = stats;
            return stats;
        }).orElse(group.lastStats);
    }

    NodeStats node() {
        return ask(now -> {
            Delegate role = engine.role();
            last = role == null ? new NodeStats(false, Optional.empty(), Optional.empty(), Map.of(), Map.of(), engine.lanStats(),
                    process.lanMalformed())
                    : DelegateStats.node(role, role.hasWan() ? Optional.of(engine.linkStats()) : Optional.empty(),
                            engine.lanStats(), process.lanMalformed());
            return last;
        }).orElse(last);
    }

    static List<GroupStats> groups(List<Membership> joined) {
        return joined.stream().map(Membership::stats)
                .map(stats -> stats instanceof LayeredStats layered ? layered.group() : (GroupStats) stats)
                .sorted(Comparator.comparing(GroupStats::group)).toList();
    }

    Overview overview() {
        return ask(now -> OverviewBuilder.of(config.site(), config.name(), process, Optional.ofNullable(engine.role()), history, now))
                .orElseThrow(() -> new IllegalStateException("node " + config.name() + " does not answer"));
    }

    /** Called once a second, on the loop. */
    void second() {
        Delegate role = engine.role();
        if (role == null) {
            history.end();
        } else {
            history.look(role, engine.nanoTime());
        }
    }

    /** The overview for another process that wants a picture. On the loop. */
    byte[] status(Delegate role, boolean inSite, int maxBytes, long now) {
        return OverviewCodec.encode(OverviewBuilder.of(config.site(), config.name(), process, Optional.of(role), history, now), inSite,
                maxBytes);
    }

    /** Returns what is known of all sites, and requests newer overviews. */
    Picture whole() {
        List<Overview> overviews = new ArrayList<>();
        List<org.xpand.alm.site.SiteStatus> reported = ask(now -> {
            overviews.add(OverviewBuilder.of(config.site(), config.name(), process, Optional.ofNullable(engine.role()), history, now));
            process.look(now);
            return process.statuses(now);
        }).orElseThrow(() -> new IllegalStateException("node " + config.name() + " does not answer"));
        reported.forEach(each -> read(each).ifPresent(overviews::add));
        TreeSet<String> missing = new TreeSet<>();
        overviews.forEach(each -> each.sites().forEach(site -> missing.add(site.name())));
        overviews.stream().filter(Overview::delegate).forEach(each -> missing.remove(each.site()));
        return new Picture(overviews, missing.isEmpty());
    }

    private static Optional<Overview> read(org.xpand.alm.site.SiteStatus reported) {
        try {
            return OverviewCodec.decode(reported.name(), reported.bytes());
        } catch (IllegalArgumentException e) {
            LOG.debug("picture dropped", e);
            return Optional.empty();
        }
    }

    /**
     * Logs what an operator wants to know. On the loop.
     *
     * @param writer runs the logging, which may block
     */
    void watch(Executor writer) {
        if (!LOG.isInfoEnabled()) {
            return;
        }
        Delegate role = engine.role();
        long now = engine.nanoTime();
        Overview seen = role == null ? null : OverviewBuilder.of(config.site(), config.name(), process, Optional.of(role), history, now);
        try {
            writer.execute(() -> {
                if (seen == null) {
                    operatorLog.end();
                } else {
                    operatorLog.look(seen, now);
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("the node is closed");
        }
    }

    private static void log(OperatorLog.Line line) {
        var entry = LOG.atInfo();
        for (Map.Entry<String, Object> key : line.keys().entrySet()) {
            entry = entry.addKeyValue(key.getKey(), key.getValue());
        }
        entry.log(line.text());
    }

    /** Runs a question on the loop; empty if it does not answer in time, or is closed. Not on the loop. */
    <T> Optional<T> ask(LongFunction<T> question) {
        Callable<T> call = () -> question.apply(engine.nanoTime());
        try {
            return Optional.of(engine.loop().eventLoop().submit(call).get(config.patience().toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (TimeoutException | RejectedExecutionException e) {
            LOG.debug("node {} does not answer", config.name(), e);
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException("node " + config.name() + " has no answer", e.getCause());
        }
    }
}
