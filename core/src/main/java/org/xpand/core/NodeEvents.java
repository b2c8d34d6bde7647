package org.xpand.core;

import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.xpand.alm.site.SiteEvents;
import org.xpand.protocols.control.Conflict;
import org.xpand.protocols.directory.GroupName;

/** Reports a node's events to its listeners on their executor, and to the log. Any thread. */
abstract class NodeEvents implements SiteEvents {
    private static final Logger LOG = LoggerFactory.getLogger(NodeEngine.class);

    private final CopyOnWriteArrayList<Consumer<NodeEvent>> listeners = new CopyOnWriteArrayList<>();
    private final Executor executor;
    private final LongSupplier clock;
    private final LimitLines limitLines = new LimitLines();

    /** @param clock nanoseconds of the node's monotonic clock */
    NodeEvents(Consumer<NodeEvent> first, Executor executor, LongSupplier clock) {
        listeners.add(first);
        this.executor = executor;
        this.clock = clock;
    }

    Subscription onEvent(Consumer<NodeEvent> listener) {
        // Each with an identity of its own: the same listener may be registered twice.
        Consumer<NodeEvent> one = listener::accept;
        listeners.add(one);
        return () -> listeners.remove(one);
    }

    void event(NodeEvent event) {
        switch (event.kind()) {
            case VIEW, ATTRIBUTES -> LOG.debug("{}", event.text());
            case DELEGATE, STATE, MERGE, STRATEGY -> log(Level.INFO, event.kind(), event.text());
            case LIMITED -> log((NodeEvent.Limited) event);
            default -> log(Level.WARN, event.kind(), event.text());
        }
        report(event);
    }

    private static void log(Level level, NodeEvent.Kind kind, String text) {
        LOG.atLevel(level).addKeyValue("kind", kind).log(text);
    }

    private void log(NodeEvent.Limited event) {
        LimitLines.Verdict verdict;
        synchronized (limitLines) {
            verdict = limitLines.next(event.text().replace("group " + event.group() + ": ", ""), clock.getAsLong());
        }
        Level level = event.limits().isEmpty() ? Level.INFO : Level.WARN;
        log(verdict == LimitLines.Verdict.LOGGED ? level : Level.DEBUG, event.kind(), event.text());
        if (verdict == LimitLines.Verdict.FIRST_LEFT_OUT) {
            log(level, event.kind(), "further groups have the same: they are logged at level DEBUG");
        }
    }

    /** Calls a listener. What it throws is its own fault: it is logged, and nobody else misses the event. */
    static void call(Consumer<NodeEvent> listener, NodeEvent event) {
        try {
            listener.accept(event);
        } catch (RuntimeException | Error e) {
            LOG.error("a listener of events failed: {}", event.text(), e);
        }
    }

    /** Reports to the listeners only. */
    void report(NodeEvent event) {
        for (Consumer<NodeEvent> listener : listeners) {
            try {
                executor.execute(() -> call(listener, event));
            } catch (RejectedExecutionException e) {
                LOG.debug("event after close: {}", event.text());
            } catch (RuntimeException e) {
                LOG.error("the executor accepts no event: {}", event.text(), e);
            }
        }
    }

    @Override
    public void event(SiteEvents.Kind kind, String text) {
        event(kind == SiteEvents.Kind.CONFLICT ? new NodeEvent.Refused(Optional.empty(), text)
                : new NodeEvent.Failed(text, Optional.empty()));
    }

    @Override
    public void delegacy(boolean serves, String text) {
        event(new NodeEvent.DelegateChanged(serves, text));
    }

    @Override
    public void conflict(Conflict conflict) {
        event(new NodeEvent.Refused(conflict.group().map(GroupName::value), conflict.message()));
    }

    @Override
    public void slowMember(GroupName group, String text) {
        event(new NodeEvent.SlowMember(group.value(), "group " + group + ": " + text));
    }

    @Override
    public void notWaited(GroupName group, String site, boolean here, String text) {
        event(new NodeEvent.SiteNotWaited(group.value(), site, here, "group " + group + ": " + text));
    }

    @Override
    public void siteSilent(String site, boolean silent, String text) {
        event(new NodeEvent.SiteSilent(site, silent, text));
    }

    @Override
    public void limit(String text) {
        event(new NodeEvent.LimitReached(text));
    }

    @Override
    public void failure(String text, Throwable cause) {
        LOG.error("{}", text, cause);
        report(new NodeEvent.Failed(text, Optional.of(cause)));
    }
}
