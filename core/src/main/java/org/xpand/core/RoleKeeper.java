package org.xpand.core;

import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.xpand.protocols.directory.Endpoint;
import org.xpand.protocols.site.SiteMember;
import org.xpand.protocols.site.SiteView;

/**
 * Becomes the site's delegate, and ceases to be it, as the site's views want it; on a thread of its own, because binding
 * and joining take time.
 */
final class RoleKeeper implements AutoCloseable {
    private static final int TRIES = 40;
    private static final long RETRY_MILLIS = 250;
    private static final long OPENING_SECONDS = 5;

    private final NodeConfig config;
    private final NodeEngine engine;
    private final SecureRandom random = new SecureRandom();
    private final ExecutorService thread;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile SiteView wanted;
    private volatile DelegateRole role;
    private volatile RuntimeException failure;
    private volatile boolean patient;

    RoleKeeper(NodeConfig config, NodeEngine engine) {
        this.config = config;
        this.engine = engine;
        this.thread = Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task, "xpand-role-" + config.name());
            made.setDaemon(true);
            return made;
        });
    }

    /** The process that represents the site: the elected one or, if none has a WAN address, the oldest. */
    static SiteMember delegateOf(SiteView view) {
        return view.delegate().orElseGet(() -> view.members().get(0));
    }

    /** The role this process has now, or null. Any thread. */
    DelegateRole role() {
        return role;
    }

    /** Follows a view. Any thread. */
    void follow(SiteView view) {
        wanted = view;
        try {
            thread.execute(() -> apply(view));
        } catch (RejectedExecutionException e) {
            // Closed meanwhile.
            return;
        }
    }

    /**
     * Waits for the first election, so that a port in use is told to whoever starts the node; later failures are events.
     */
    void awaitFirst() throws InterruptedException {
        try {
            thread.submit(() -> {
            }).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        if (failure != null) {
            throw failure;
        }
        patient = true;
    }

    private void apply(SiteView view) {
        if (closed.getCount() == 0 || view != wanted) {
            return;
        }
        boolean isDelegate = delegateOf(view).equals(view.self());
        DelegateRole current = role;
        if (current != null && (!isDelegate || !current.home().equals(view.siteId()))) {
            role = null;
            current.close();
            if (current.reachesOut()) {
                engine.event(NodeEvent.Kind.DELEGATE, config.name() + " is no longer the delegate of site " + config.site());
            }
        }
        if (isDelegate && role == null) {
            become(view, false, List.of());
        }
    }

    /** Begins anew as the delegate of a part of the site, or of the site again. Any thread. */
    void beginAnew(DelegateRole before) {
        try {
            thread.execute(() -> beginAnewNow(before));
        } catch (RejectedExecutionException e) {
            // Closed meanwhile.
            return;
        }
    }

    private void beginAnewNow(DelegateRole before) {
        SiteView view = wanted;
        if (closed.getCount() == 0 || role != before || !delegateOf(view).equals(view.self())) {
            return;
        }
        role = null;
        List<Endpoint> met = before.met();
        before.close();
        engine.event(NodeEvent.Kind.DELEGATE, "site " + config.site() + (before.isPart()
                ? ": no other part of it is there any more; " + config.name() + " is its delegate again"
                : " has split, and another delegate speaks for it; " + config.name() + " goes on as the delegate of a part"));
        become(view, !before.isPart(), met);
    }

    private void become(SiteView view, boolean asPart, List<Endpoint> met) {
        for (int tries = 1; closed.getCount() > 0 && view == wanted; tries++) {
            DelegateRole next = new DelegateRole(config, engine, view.siteId(), asPart, random.nextLong() | 1, random.nextLong());
            try {
                next.open(met);
            } catch (RuntimeException e) {
                // The port of a delegate that has just died on this host may be taken for a moment.
                if (!patient || tries >= TRIES) {
                    failed(e);
                    return;
                }
                if (!pause()) {
                    return;
                }
                continue;
            }
            if (closed.getCount() == 0) {
                next.close();
                return;
            }
            role = next;
            if (next.reachesOut() && !asPart) {
                engine.event(NodeEvent.Kind.DELEGATE, config.name() + " is the delegate of site " + config.site());
            }
            engine.roleChanged();
            return;
        }
    }

    private void failed(RuntimeException e) {
        failure = e;
        if (patient) {
            engine.event(NodeEvent.Kind.ERROR, config.name() + " cannot be delegate: " + e.getMessage());
        }
    }

    private boolean pause() {
        try {
            return !closed.await(RETRY_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Stops following views; the role stays until {@link #closeRole}. */
    @Override
    public void close() {
        closed.countDown();
        thread.shutdownNow();
    }

    /** Gives the role up, one that is being opened just now too: its ports are free when this returns. */
    void closeRole() {
        try {
            // What takes longer is closed once it is open.
            thread.awaitTermination(OPENING_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        DelegateRole current = role;
        role = null;
        if (current != null) {
            current.close();
        }
    }
}
