package org.xpand.core;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.alm.api.LinkStats;
import org.xpand.alm.site.Delegate;
import org.xpand.alm.site.GroupMembership;
import org.xpand.alm.site.SiteProcess;
import org.xpand.alm.site.SiteProcessConfig;
import org.xpand.alm.udp.NodeLoop;
import org.xpand.core.jmx.NodeBeans;
import org.xpand.membership.MembershipException;
import org.xpand.membership.site.SiteChannel;
import org.xpand.membership.site.SiteConfig;
import org.xpand.membership.site.SiteListener;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.site.ProcessRole;
import org.xpand.protocols.site.SiteView;

/**
 * Runs the {@link SiteProcess} of a node, which makes the decisions: one loop drives it. JGroups' threads and the application's
 * pass their work to the loop through {@link Inbox} and {@link Membership}; nothing on the loop blocks.
 */
final class NodeEngine implements SiteListener {
    private static final Logger LOG = LoggerFactory.getLogger(NodeEngine.class);
    private static final long LEAVE_NANOS = 1_000_000_000L;
    private static final long LEAVE_CHECK_NANOS = 5_000_000L;
    private static final long OPENING_SECONDS = 5;
    private static final long WATCH_SECONDS = 5;

    private final NodeConfig config;
    private final SecureRandom random = new SecureRandom();
    private final ProcessId processId = new ProcessId(nonZero());
    private final NodeLoop loop;
    private final SiteChannel channel;
    private final LanPort lan;
    private final Inbox inbox = new Inbox(this::wakeUp);
    private final Optional<ExecutorService> ownExecutor;
    private final NodeRole events;
    private final ExecutorService opener;
    private final WanLinks links;
    private final LoopTimer timer;
    private final NodeBeans beans;
    private final SiteProcess process;
    private final NodeFigures figures;
    private final AtomicBoolean awake = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final JoinedGroups joined = new JoinedGroups();
    private final GroupJoins groups;
    private final LoopTurns turns;
    private final Runnable turn;
    private volatile SiteView view;
    private volatile Throwable broken;

    NodeEngine(NodeConfig config) {
        this.config = config;
        Strategies strategies = new Strategies(config.strategy(), config.strategySettings());
        ProcessRole role = config.daemon() ? ProcessRole.DAEMON
                : config.wanBind().isPresent() ? ProcessRole.ELIGIBLE : ProcessRole.REGULAR;
        this.channel = new SiteChannel(new SiteConfig(config.site(), config.name(), processId, role, config.lan())
                .with(config.key()).with(WanSeals.within(config.site(), config.trust(), Instant::now)).with(config.founding())
                .withSilence(config.silence()), this);
        this.loop = NodeLoop.start("xpand-loop-" + config.name(), config.busyPolling());
        this.timer = new LoopTimer(loop, this::turn);
        this.lan = new LanPort(config.name(), processId, channel, this::callAll);
        this.ownExecutor = config.executor().isPresent() ? Optional.empty()
                : Optional.of(Executors.newSingleThreadExecutor(task -> daemon(task, "xpand-listener-")));
        Executor executor = config.executor().orElseGet(ownExecutor::orElseThrow);
        this.events = new NodeRole(config.name(), config.onEvent(), executor, this::nanoTime, this::status);
        this.opener = Executors.newSingleThreadExecutor(task -> daemon(task, "xpand-role-"));
        this.links = new WanLinks(config, this, opener);
        this.process = new SiteProcess(new SiteProcessConfig(config.site(), config.name(), processId, config.wanBind().isPresent(),
                config.overlay(), config.relay(),
                SiteProcessConfig.Timing.DEFAULT.withSleep(config.silence().toNanos())), strategies::of, lan, links, events,
                random);
        this.turns = new LoopTurns(processId, process, inbox, lan, timer, this);
        this.turn = turns::take;
        this.figures = new NodeFigures(config, this, process);
        this.beans = new NodeBeans(config.site(), config.name(), processId.value());
        this.groups = new GroupJoins(config, strategies, this, process, joined, beans, executor);
    }

    private byte[] status(Delegate role, boolean inSite, int maxBytes, long nowNanos) {
        return figures.status(role, inSite, maxBytes, nowNanos);
    }

    private Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name + config.name());
        thread.setDaemon(true);
        return thread;
    }

    /** Returns a random number other than 0. Any thread. */
    long nonZero() {
        long value = random.nextLong();
        return value == 0 ? 1 : value;
    }

    /** Returns as many random bytes as asked for. Any thread. */
    byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    void start() {
        if (config.wanBind().isPresent()) {
            config.key().ifPresent(key -> WanSeals.rehearse());
        }
        if (turns.openDatagrams(config, this::callAll)) {
            channel.announceDatagrams();
        }
        lan.start();
        try {
            channel.start();
            if (!events.awaitSettled(config.patience())) {
                LOG.info("site {}: {} is still becoming its delegate", config.site(), config.name());
            }
            events.started();
            new Acceptance(config, this).await();
            beans.node(NodeStats.class, this::stats);
            AfterStart.begin(loop.eventLoop(), config, beans, config.wanBind().isPresent() && !isDelegate());
            loop.eventLoop().scheduleAtFixedRate(() -> guarded(figures::second), 1, 1, TimeUnit.SECONDS);
            loop.eventLoop().scheduleAtFixedRate(this::watch, WATCH_SECONDS, WATCH_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            close(Duration.ZERO);
            Thread.currentThread().interrupt();
            throw new MembershipException("site '" + config.site() + "': interrupted while joining", e);
        } catch (RuntimeException e) {
            boolean interrupted = Thread.interrupted();
            close(Duration.ZERO);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            throw e;
        }
    }

    /** Whether the site's delegate is known and, if it is this process, active. Any thread. */
    boolean hasSettled() {
        return events.hasSettled();
    }

    String siteName() {
        return config.site();
    }

    String nodeName() {
        return config.name();
    }

    /** Milliseconds since 1970 in UTC, by this computer's clock. */
    long timeMillis() {
        return System.currentTimeMillis();
    }

    long nanoTime() {
        return System.nanoTime();
    }

    NodeLoop loop() {
        return loop;
    }

    long process() {
        return processId.value();
    }

    boolean isDelegate() {
        return events.isDelegate();
    }

    void event(NodeEvent event) {
        events.event(event);
    }

    /** Logs a failure and reports it to the listeners. Any thread. */
    void failure(String text, Throwable cause) {
        events.failure(text, cause);
    }

    Subscription onEvent(Consumer<NodeEvent> listener) {
        return events.onEvent(listener);
    }

    private void watch() {
        if (broken == null) {
            figures.watch(opener);
            lookAtTrust();
        }
    }

    /** Reads keys and policy again if they have changed. */
    void lookAtTrust() {
        try {
            opener.execute(() -> {
                config.trust().reload();
                links.lookAtTrust();
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("the node is being closed");
        }
    }

    /** Whether the application has closed the node. Any thread. */
    boolean isClosed() {
        return closed.get();
    }

    /** Returns the role while this process has it, otherwise null. Any thread. */
    Delegate role() {
        return events.role();
    }

    /** On the loop, while the role has its WAN link. */
    LinkStats linkStats() {
        return links.stats();
    }

    /** On the loop. */
    Optional<LanStats> lanStats() {
        return turns.lanStats();
    }

    void execute(Runnable task) {
        try {
            loop.eventLoop().execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("the loop is closed");
        }
    }

    /** Runs an action on the loop, with the time, and then a turn, which is one for all actions that wait. Any thread. */
    void onLoop(LongConsumer action) {
        execute(() -> guarded(() -> {
            action.accept(nanoTime());
            wakeUp();
        }));
    }

    /** Runs an action on the loop after a delay; returns what cancels that. Any thread. */
    Runnable later(Duration delay, Runnable what) {
        try {
            Future<?> timer = loop.eventLoop().schedule(() -> guarded(what), delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> timer.cancel(false);
        } catch (RejectedExecutionException e) {
            LOG.debug("the loop is closed");
            return () -> { };
        }
    }

    /** Runs an action at the end of the loop's turn. On the loop. */
    void atEnd(Runnable action) {
        turns.atEnd(action);
    }

    /** Requests a turn of the loop soon. Any thread. */
    void wakeUp() {
        if (awake.compareAndSet(false, true)) {
            execute(() -> {
                awake.set(false);
                turn();
            });
        }
    }

    /** Makes every group take part in the next turn. Any thread. */
    private void callAll() {
        turns.callAll();
        wakeUp();
    }

    // Callbacks of the LAN, on JGroups' threads.

    @Override
    public void onView(SiteView newView) {
        view = newView;
        inbox.view(newView);
    }

    @Override
    public void onApart(SiteView newView) {
        view = newView;
        inbox.apart(newView);
    }

    @Override
    public void onMessage(ProcessId fromProcess, byte[] buffer, int offset, int length) {
        inbox.message(fromProcess, buffer, offset, length);
    }

    @Override
    public void onMessagesEnd() {
        inbox.wake();
    }

    @Override
    public void onForeignMember(String text) {
        event(new NodeEvent.Refused(Optional.empty(), text));
    }

    // The loop.

    /** Does what is due and sets the timer for the next turn. */
    void turn() {
        guarded(turn);
    }

    /** An exception that is not handled inside leaves the process in an unknown state: it must stop, visibly. */
    void guarded(Runnable what) {
        if (broken != null) {
            return;
        }
        try {
            what.run();
        } catch (RuntimeException | Error e) {
            breakDown(e);
        }
    }

    private void breakDown(Throwable cause) {
        broken = cause;
        LOG.error("node {} cannot go on; it leaves site {}", config.name(), config.site(), cause);
        try {
            process.close();
        } catch (RuntimeException | Error e) {
            LOG.error("node {}: the delegate role was not closed", config.name(), e);
        }
        events.ended();
        inbox.close();
        // It takes a moment; the others elect a new delegate as soon as it is done.
        daemon(channel::close, "xpand-leave-").start();
        events.report(new NodeEvent.Failed("node " + config.name() + " cannot go on and has left site " + config.site() + ": " + cause,
                Optional.of(cause)));
        for (Membership group : joined.all()) {
            group.failed(cause);
        }
    }

    // Calls of the application, on its threads.

    /** On the loop. */
    void askForChange(Membership group, GroupService wanted, GroupMembership.ChangeListener listener) {
        process.ask(group.membership(), wanted, listener);
    }

    /** On the loop. */
    void withdrawRequest(Membership group) {
        process.withdrawRequest(group.membership());
        turn();
    }

    /** Returns the object that joins groups. Any thread. */
    GroupJoins groups() {
        return groups;
    }

    /** Identity of the site, as currently known on the LAN. */
    SiteId siteId() {
        return view.siteId();
    }

    /**
     * @throws IllegalStateException if the node is closed or has failed
     */
    void requireOpen() {
        refuseBroken();
        if (closed.get()) {
            throw new IllegalStateException("node " + config.name() + " is closed");
        }
    }

    /** The application has left the group, or it has failed. Any thread; once for each membership. */
    void left(Membership group) {
        beans.left(group.groupName().value());
        onLoop(now -> {
            GroupMembership membership = group.membership();
            if (membership != null) {
                process.leave(membership, now);
            }
        });
        // Last: from here on another thread may join the group again, and the loop must leave it before.
        joined.remove(group);
    }

    /** Returns the group of this name. Any thread. */
    Membership joined(String group) {
        return joined.get(group);
    }

    GroupStats groupStats(Membership group, LongFunction<GroupStats.Local> locally) {
        return figures.group(group, locally);
    }

    NodeStats stats() {
        return figures.node();
    }

    List<GroupStats> groupStats() {
        return NodeFigures.groups(joined.all());
    }

    Overview overview() {
        requireOpen();
        return figures.overview();
    }

    Picture picture() {
        requireOpen();
        return figures.whole();
    }

    private void refuseBroken() {
        if (broken != null) {
            throw new IllegalStateException("node " + config.name() + " could not go on: " + broken, broken);
        }
    }

    /** How many processes the site has. */
    int processes() {
        SiteView now = view;
        return now == null ? 0 : now.members().size();
    }

    /** Asks the loop; returns an empty result if it does not answer in time. */
    <T> Optional<T> ask(LongFunction<T> question) {
        return figures.ask(question);
    }

    /** Waits until the site knows that this process leaves, and if it is delegate the other sites: otherwise they would wait for it. */
    private void announceLeave() {
        long deadline = nanoTime() + LEAVE_NANOS;
        while (nanoTime() - deadline < 0 && !ask(now -> process.leaveIsAnnounced()).orElse(true)) {
            LockSupport.parkNanos(LEAVE_CHECK_NANOS);
        }
    }

    int close(Duration patience) {
        long patienceNanos = Durations.atLeastZero("patience", patience);
        if (!closed.compareAndSet(false, true)) {
            return 0;
        }
        int left = 0;
        long deadline = nanoTime() + patienceNanos;
        for (Membership group : joined.all()) {
            left += group.close(Duration.ofNanos(Math.max(0, deadline - nanoTime())));
        }
        beans.close();
        announceLeave();
        // First everything but a role that is just being opened, so that its ports are not found in use.
        lan.close();
        inbox.close();
        channel.close();
        closeRole();
        loop.close();
        ownExecutor.ifPresent(ExecutorService::shutdown);
        if (left > 0) {
            LOG.warn("node {}: closed with {} messages that some members may lack", config.name(), left);
        }
        return left;
    }

    /** Ends the role, also one that is just being opened: its ports are free when this returns. */
    private void closeRole() {
        ask(now -> {
            process.close();
            return true;
        });
        opener.shutdown();
        try {
            if (!opener.awaitTermination(OPENING_SECONDS, TimeUnit.SECONDS)) {
                // What takes longer is closed as soon as it is open.
                opener.shutdownNow();
            }
        } catch (InterruptedException e) {
            opener.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
