package org.xpand.core;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import io.netty.util.concurrent.ScheduledFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.alm.udp.NodeLoop;
import org.xpand.membership.MembershipException;
import org.xpand.membership.site.ProcessRole;
import org.xpand.membership.site.SiteChannel;
import org.xpand.membership.site.SiteConfig;
import org.xpand.membership.site.SiteListener;
import org.xpand.membership.site.SiteView;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The machinery of a node: one loop drives its groups and, when it is delegate, its stacks. JGroups' threads and the
 * application's hand over to the loop through {@link HandOver} and {@link GroupEndpoint}; nothing on the loop blocks.
 */
final class NodeEngine implements SiteListener {
    private static final Logger LOG = LoggerFactory.getLogger(NodeEngine.class);
    private static final long JOIN_SECONDS = 5;
    private static final long ASK_SECONDS = 5;
    private static final int DELEGATE_TRIES = 20;
    private static final long DELEGATE_RETRY_MILLIS = 500;

    private final NodeConfig config;
    private final RateStrategy ownStrategy;
    private final Map<String, RateStrategy> strategies = new ConcurrentHashMap<>();
    private final SecureRandom random = new SecureRandom();
    private final long process = nonZero();
    private final NodeLoop loop;
    private final SiteChannel channel;
    private final LanPort lan;
    private final HandOver handOver = new HandOver(this::wakeUp);
    private final Optional<ExecutorService> ownExecutor;
    private final Executor executor;
    private final ExecutorService roles;
    private final AtomicBoolean awake = new AtomicBoolean();
    private final AtomicLong groupsVersion = new AtomicLong();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Map<GroupName, CountDownLatch> joining = new ConcurrentHashMap<>();
    private final TreeMap<Long, GroupEndpoint> groups = new TreeMap<>();
    private final SiteRoster roster = new SiteRoster();
    private final WireReader reader = new WireReader();
    private final WireWriter ackWriter = new WireWriter(new byte[LanMessage.MAX_LENGTH]);
    private final CountDownLatch firstView = new CountDownLatch(1);
    private final CountDownLatch closedLatch = new CountDownLatch(1);
    private Map<GroupName, List<GroupView.Site>> remoteSites = Map.of();
    private volatile SiteView view;
    private volatile DelegateRole delegate;
    private volatile RuntimeException delegateFailure;
    private volatile long delegateProcess;
    private volatile boolean started;
    private ScheduledFuture<?> timer;
    private long timerNanos;
    private long lanMalformed;

    NodeEngine(NodeConfig config) {
        this.config = config;
        this.ownStrategy = RateStrategies.create(config.strategy(), config.strategySettings());
        ProcessRole role = config.daemon() ? ProcessRole.DAEMON
                : config.wanBind().isPresent() ? ProcessRole.ELIGIBLE : ProcessRole.REGULAR;
        this.channel = new SiteChannel(new SiteConfig(config.site(), config.name(), process, role, config.lan()), this);
        this.loop = NodeLoop.start("xpand-loop-" + config.name());
        this.lan = new LanPort(config.name(), channel, () -> execute(this::lanHasRoom));
        this.ownExecutor = config.executor().isPresent() ? Optional.empty()
                : Optional.of(Executors.newSingleThreadExecutor(task -> thread(task, "xpand-listener-")));
        this.executor = config.executor().orElseGet(ownExecutor::orElseThrow);
        this.roles = Executors.newSingleThreadExecutor(task -> thread(task, "xpand-role-"));
    }

    private Thread thread(Runnable task, String prefix) {
        Thread thread = new Thread(task, prefix + config.name());
        thread.setDaemon(true);
        return thread;
    }

    private long nonZero() {
        long value = random.nextLong();
        return value == 0 ? 1 : value;
    }

    void start() {
        lan.start();
        try {
            channel.start();
            if (!firstView.await(JOIN_SECONDS, TimeUnit.SECONDS)) {
                throw new MembershipException("site '" + config.site() + "': not joined after " + JOIN_SECONDS + " s");
            }
            // The first election is waited for, so that a port in use is told to whoever starts the node.
            roles.submit(() -> {
            }).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close(Duration.ZERO);
            throw new MembershipException("site '" + config.site() + "': interrupted while joining", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (RuntimeException e) {
            close(Duration.ZERO);
            throw e;
        }
        RuntimeException failure = delegateFailure;
        if (failure != null) {
            close(Duration.ZERO);
            throw failure;
        }
        started = true;
    }

    long nanoTime() {
        return System.nanoTime();
    }

    long process() {
        return process;
    }

    boolean isDelegate() {
        return delegate != null;
    }

    LanPort lan() {
        return lan;
    }

    RateStrategy strategy(String name) {
        return name.equals(ownStrategy.name()) ? ownStrategy
                : strategies.computeIfAbsent(name, other -> RateStrategies.create(other, Map.of()));
    }

    void event(NodeEvent.Kind kind, String text) {
        if (kind == NodeEvent.Kind.DELEGATE) {
            LOG.info("{}", text);
        } else {
            LOG.warn("{}", text);
        }
        try {
            executor.execute(() -> config.onEvent().accept(new NodeEvent(kind, text)));
        } catch (RejectedExecutionException e) {
            LOG.debug("event after close: {}", text);
        }
    }

    void execute(Runnable task) {
        try {
            loop.eventLoop().execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("the loop is closed");
        }
    }

    /** Has the loop take a turn soon. Any thread. */
    void wakeUp() {
        if (awake.compareAndSet(false, true)) {
            execute(() -> {
                awake.set(false);
                turn();
            });
        }
    }

    // The LAN's callbacks, on JGroups' threads.

    @Override
    public void onView(SiteView newView) {
        view = newView;
        firstView.countDown();
        try {
            roles.execute(() -> applyRole(newView));
        } catch (RejectedExecutionException e) {
            return;
        }
        execute(() -> viewChanged(newView));
    }

    @Override
    public void onMessage(long fromProcess, byte[] buffer, int offset, int length) {
        handOver.put(fromProcess, buffer, offset, length);
    }

    // The role, on its own thread, because binding and joining take time.

    private void applyRole(SiteView wanted) {
        DelegateRole current = delegate;
        if (closed.get() || wanted != view) {
            return;
        }
        if (!wanted.isDelegate()) {
            if (current != null) {
                delegate = null;
                current.close();
                event(NodeEvent.Kind.DELEGATE, config.name() + " is no longer the delegate of site " + config.site());
            }
            return;
        }
        if (current == null) {
            becomeDelegate(wanted);
        }
    }

    private void becomeDelegate(SiteView wanted) {
        for (int tries = 1; !closed.get() && wanted == view; tries++) {
            DelegateRole role = new DelegateRole(config, this, wanted.siteId(), nonZero(), random.nextLong());
            try {
                role.open(loop);
            } catch (RuntimeException e) {
                // The port of a delegate that has just died on this host may be taken for a moment.
                if (!started || tries >= DELEGATE_TRIES) {
                    delegateFailure = e;
                    if (started) {
                        event(NodeEvent.Kind.ERROR, config.name() + " cannot be delegate: " + e.getMessage());
                    }
                    return;
                }
                if (!pause()) {
                    return;
                }
                continue;
            }
            delegate = role;
            event(NodeEvent.Kind.DELEGATE, config.name() + " is the delegate of site " + config.site());
            execute(this::rosterChanged);
            return;
        }
    }

    private boolean pause() {
        try {
            return !closedLatch.await(DELEGATE_RETRY_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    // From here on, the loop.

    private void viewChanged(SiteView newView) {
        roster.members(newView.members());
        long newDelegate = newView.delegate().map(member -> member.process()).orElse(0L);
        if (newDelegate != delegateProcess) {
            delegateProcess = newDelegate;
            groups.values().forEach(GroupEndpoint::delegateChanged);
        }
        tellGroups();
        rosterChanged();
        if (delegate != null) {
            delegate.tellSites();
        }
    }

    private void tellGroups() {
        TreeMap<GroupName, String> names = new TreeMap<>();
        groups.values().forEach(group -> names.put(group.groupName(), config.strategy()));
        multicast(SiteRoster.encode(groupsVersion.get(), names));
    }

    private void multicast(byte[] message) {
        if (!lan.multicast(message)) {
            LOG.warn("LAN queue of {} is full: a message of kind {} was dropped", config.name(), message[1]);
        }
    }

    /** Sends a control message that was just written to all processes of the site. */
    void multicastControl(WireWriter message) {
        byte[] bytes = new byte[message.position()];
        System.arraycopy(message.buffer(), 0, bytes, 0, bytes.length);
        multicast(bytes);
    }

    private void rosterChanged() {
        DelegateRole role = delegate;
        if (role != null) {
            role.groups(roster.groups(), nanoTime());
        }
        refreshViews();
        turn();
    }

    void sitesChanged(byte[] message) {
        multicast(message);
    }

    private void refreshViews() {
        SiteView site = view;
        if (site == null) {
            return;
        }
        for (GroupEndpoint group : groups.values()) {
            List<GroupView.Site> sites = new ArrayList<>(remoteSites.getOrDefault(group.groupName(), List.of()));
            for (GroupInfo info : roster.groups()) {
                if (info.name().equals(group.groupName())) {
                    sites.add(new GroupView.Site(config.site(), info.members().stream().map(member ->
                            new GroupView.Member(new SenderId(site.siteId(), member.process()), member.name()))
                            .toList()));
                }
            }
            sites.sort(Comparator.comparing(GroupView.Site::name));
            group.view(new GroupView(sites));
        }
    }

    private void lanHasRoom() {
        DelegateRole role = delegate;
        if (role != null) {
            role.lanHasRoom();
        }
        turn();
    }

    /** Does what there is to do now and arms the timer for the next time. */
    void turn() {
        long now = nanoTime();
        boolean more = handOver.drain((from, bytes) -> handle(from, bytes, now));
        long deadline = more ? now : Long.MAX_VALUE;
        for (GroupEndpoint group : groups.values()) {
            group.pump(lan);
            deadline = Math.min(deadline, tellProgress(group, now));
        }
        DelegateRole role = delegate;
        if (role != null) {
            deadline = Math.min(deadline, role.run(nanoTime()));
        }
        arm(deadline);
    }

    private long tellProgress(GroupEndpoint group, long now) {
        ackWriter.reset(0, ackWriter.buffer().length);
        long next = group.writeProgress(ackWriter, now);
        if (ackWriter.position() > 0 && delegateProcess != 0) {
            byte[] bytes = new byte[ackWriter.position()];
            System.arraycopy(ackWriter.buffer(), 0, bytes, 0, bytes.length);
            if (delegateProcess == process) {
                handle(process, bytes, now);
            } else {
                lan.send(delegateProcess, bytes);
            }
        }
        return next;
    }

    private void arm(long deadline) {
        if (deadline == Long.MAX_VALUE || closed.get()) {
            return;
        }
        if (timer != null) {
            if (timerNanos - deadline <= 0) {
                return;
            }
            timer.cancel(false);
            timer = null;
        }
        timerNanos = deadline;
        long wait = Math.max(0, deadline - nanoTime());
        if (wait == 0) {
            wakeUp();
            return;
        }
        timer = loop.eventLoop().schedule(this::timerDue, wait, TimeUnit.NANOSECONDS);
    }

    private void timerDue() {
        timer = null;
        turn();
    }

    private void handle(long from, byte[] bytes, long now) {
        try {
            reader.reset(bytes, 0, bytes.length);
            handleKind(from, LanMessage.readKind(reader), now);
        } catch (MalformedPacketException | IllegalArgumentException e) {
            lanMalformed++;
            LOG.debug("LAN message of {} dropped: {}", from, e.getMessage());
        }
    }

    private void handleKind(long from, int kind, long now) {
        DelegateRole role = delegate;
        switch (kind) {
            case LanMessage.LOCAL_SEGMENTS, LanMessage.REMOTE_SEGMENTS -> handleSegments(kind, role);
            case LanMessage.ACK -> {
                if (role != null) {
                    role.progress(from, reader.getLong(), reader, now);
                }
            }
            case LanMessage.NOTICE -> handleNotice();
            case LanMessage.GROUPS -> {
                long version = roster.heard(from, reader);
                rosterChanged();
                if (role != null) {
                    multicastControl(LanMessage.begin(ackWriter, LanMessage.GROUPS_KNOWN).putLong(from)
                            .putLong(version));
                }
            }
            case LanMessage.GROUPS_KNOWN -> {
                if (reader.getLong() == process && reader.getLong() == groupsVersion.get()) {
                    joining.values().forEach(CountDownLatch::countDown);
                }
            }
            case LanMessage.SITES -> {
                remoteSites = RemoteSites.decode(reader);
                refreshViews();
            }
            default -> lanMalformed++;
        }
    }

    private void handleSegments(int kind, DelegateRole role) {
        long id = reader.getLong();
        int start = reader.position();
        int length = reader.remaining();
        byte[] bytes = reader.buffer();
        GroupEndpoint group = groups.get(id);
        if (group != null) {
            group.received(reader);
        }
        if (kind == LanMessage.LOCAL_SEGMENTS && role != null) {
            role.localSegments(id, reader.reset(bytes, start, length));
        }
    }

    private void handleNotice() {
        GroupEndpoint group = groups.get(reader.getLong());
        int window = reader.getInt();
        while (group != null && reader.remaining() > 0) {
            boolean mine = reader.getLong() == process;
            long stable = reader.getLong();
            long limit = reader.getLong();
            if (mine) {
                group.noticed(stable, limit, window);
            }
        }
    }

    // The application's calls, on its threads.

    Group join(GroupName name, MessageListener listener) throws InterruptedException {
        if (closed.get()) {
            throw new IllegalStateException("node " + config.name() + " is closed");
        }
        CountDownLatch known = new CountDownLatch(1);
        if (joining.putIfAbsent(name, known) != null) {
            throw new IllegalStateException("group '" + name + "': this node has joined it already");
        }
        GroupEndpoint group = new GroupEndpoint(name, new SenderId(view.siteId(), process), config.relay(), this,
                listener, new SerialExecutor(executor));
        execute(() -> {
            groups.put(name.id(), group);
            groupsVersion.incrementAndGet();
            tellGroups();
        });
        if (!known.await(JOIN_SECONDS, TimeUnit.SECONDS)) {
            event(NodeEvent.Kind.ERROR, "group " + name + ": joined, but site " + config.site()
                    + " has no delegate that answers; only processes of this site are reached");
        }
        return group;
    }

    void left(GroupEndpoint group) {
        joining.remove(group.groupName());
        execute(() -> {
            groups.remove(group.groupName().id());
            groupsVersion.incrementAndGet();
            tellGroups();
        });
    }

    GroupStats groupStats(GroupEndpoint group) {
        return ask(() -> {
            DelegateRole role = delegate;
            GroupStats.Local local = group.localStats();
            return role == null ? local.of(group.name(), config.strategy())
                    : role.stats(group, config.strategy(), local, nanoTime());
        });
    }

    NodeStats stats() {
        return ask(() -> {
            DelegateRole role = delegate;
            return role == null ? new NodeStats(false, Optional.empty(), Optional.empty(), Map.of(), lanMalformed)
                    : role.nodeStats(lanMalformed);
        });
    }

    private <T> T ask(Callable<T> question) {
        try {
            return loop.eventLoop().submit(question).get(ASK_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            throw new IllegalStateException("node " + config.name() + " does not answer", e);
        }
    }

    int close(Duration patience) {
        if (!closed.compareAndSet(false, true)) {
            return 0;
        }
        int left = 0;
        try {
            List<GroupEndpoint> open = ask(() -> List.copyOf(groups.values()));
            long deadline = nanoTime() + patience.toNanos();
            for (GroupEndpoint group : open) {
                left += group.close(Duration.ofNanos(Math.max(0, deadline - nanoTime())));
            }
        } catch (IllegalStateException e) {
            LOG.debug("closing without a loop", e);
        }
        closedLatch.countDown();
        lan.close();
        handOver.close();
        roles.shutdownNow();
        channel.close();
        DelegateRole role = delegate;
        delegate = null;
        if (role != null) {
            role.close();
        }
        loop.close();
        ownExecutor.ifPresent(ExecutorService::shutdown);
        if (left > 0) {
            LOG.warn("node {}: closed with {} messages that not every member is known to have", config.name(), left);
        }
        return left;
    }
}
