package org.xpand.core;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.alm.udp.NodeLoop;
import org.xpand.core.jmx.NodeBeans;
import org.xpand.membership.MembershipException;
import org.xpand.membership.site.SiteChannel;
import org.xpand.membership.site.SiteConfig;
import org.xpand.membership.site.SiteListener;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.lossy.LossyConfig;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.protocols.site.ProcessRole;
import org.xpand.protocols.site.SiteView;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/**
 * The machinery of a node: one loop drives its groups and, when it is delegate, its stacks. JGroups' threads and the
 * application's hand over to the loop through {@link HandOver} and {@link GroupEndpoint}; nothing on the loop blocks.
 */
final class NodeEngine implements SiteListener, HandOver.Handler {
    private static final Logger LOG = LoggerFactory.getLogger(NodeEngine.class);
    private static final long JOIN_SECONDS = 5;
    private static final long ASK_SECONDS = 5;
    private static final long LEAVE_NANOS = 1_000_000_000L;
    private static final long LEAVE_CHECK_NANOS = 5_000_000L;

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
    private final RoleKeeper keeper;
    private final LoopTimer timer;
    private final NodeBeans beans;
    private final AtomicBoolean awake = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final JoinedGroups joined = new JoinedGroups();
    private final SiteGroups groups;
    private final WireReader reader = new WireReader();
    private final LanPort.OwnMessages ownMessages = new OwnMessages();
    private final CountDownLatch firstView = new CountDownLatch(1);
    private volatile SiteView view;
    private volatile boolean allCalled;
    private long lanMalformed;

    NodeEngine(NodeConfig config) {
        this.config = config;
        this.ownStrategy = RateStrategies.create(config.strategy(), config.strategySettings());
        ProcessRole role = config.daemon() ? ProcessRole.DAEMON
                : config.wanBind().isPresent() ? ProcessRole.ELIGIBLE : ProcessRole.REGULAR;
        this.channel = new SiteChannel(new SiteConfig(config.site(), config.name(), process, role, config.lan()), this);
        this.loop = NodeLoop.start("xpand-loop-" + config.name());
        this.timer = new LoopTimer(loop, this::turn);
        this.lan = new LanPort(config.name(), process, channel, this::callAll);
        this.groups = new SiteGroups(config.site(), process, lan, this::nonZero);
        this.ownExecutor = config.executor().isPresent() ? Optional.empty()
                : Optional.of(Executors.newSingleThreadExecutor(this::listenerThread));
        this.executor = config.executor().orElseGet(ownExecutor::orElseThrow);
        this.keeper = new RoleKeeper(config, this);
        this.beans = new NodeBeans(config.site(), config.name(), process);
    }

    private Thread listenerThread(Runnable task) {
        Thread thread = new Thread(task, "xpand-listener-" + config.name());
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
            keeper.awaitFirst();
            if (config.wanBind().isPresent() && !isDelegate()) {
                Rehearsal.begin(config);
            }
            beans.node(NodeStats.class, this::stats);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close(Duration.ZERO);
            throw new MembershipException("site '" + config.site() + "': interrupted while joining", e);
        } catch (RuntimeException e) {
            close(Duration.ZERO);
            throw e;
        }
    }

    long nanoTime() {
        return System.nanoTime();
    }

    NodeLoop loop() {
        return loop;
    }

    long process() {
        return process;
    }

    boolean isDelegate() {
        DelegateRole role = keeper.role();
        return role != null && role.reachesOut();
    }

    LanPort lan() {
        return lan;
    }

    /** @throws IllegalArgumentException if there is no such strategy, or it has no precedences and needs them */
    RateStrategy strategy(GroupService service) {
        RateStrategy strategy = strategy(service.strategy());
        return service.layered() ? strategy.layered(service.reserved().stream().map(each -> each / 8.0).toList()) : strategy;
    }

    private RateStrategy strategy(String name) {
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

    /** Has every group take part in the next turn. Any thread. */
    private void callAll() {
        allCalled = true;
        wakeUp();
    }

    // The LAN's callbacks, on JGroups' threads.

    @Override
    public void onView(SiteView newView) {
        view = newView;
        firstView.countDown();
        keeper.follow(newView);
        handOver.view(newView);
    }

    @Override
    public void onMessage(long fromProcess, byte[] buffer, int offset, int length) {
        handOver.message(fromProcess, buffer, offset, length);
    }

    @Override
    public void onForeignMember(String text) {
        event(NodeEvent.Kind.CONFLICT, text);
    }

    /** This process has become delegate. Any thread. */
    void roleChanged() {
        execute(() -> {
            groups.rosterChanged(nanoTime());
            turn();
        });
    }

    /** The delegate is to go on as that of a part of the site, or of the site again. */
    void beginAnew(DelegateRole role) {
        keeper.beginAnew(role);
    }

    // From here on, the loop.

    @Override
    public void view(SiteView newView) {
        groups.view(newView, nanoTime());
        DelegateRole role = keeper.role();
        if (role != null) {
            role.tellSites();
        }
    }

    /** What the other sites are has changed; the processes of this site are told. */
    void sitesChanged(byte[] message) {
        groups.sitesChanged(message);
    }

    /** Does what there is to do now and arms the timer for the next time. */
    void turn() {
        if (closed.get() && groups.isEmpty() && keeper.role() == null) {
            return;
        }
        boolean more = handOver.drain(this);
        long deadline = round();
        if (lan.sizeToSelf() > 0) {
            // What the delegate had for its own process, which it has at once and not a turn later.
            deadline = round();
        }
        arm(more || lan.sizeToSelf() > 0 ? nanoTime() : deadline);
    }

    private long round() {
        long now = nanoTime();
        if (!lan.hasRoom()) {
            // Who was refused is to have another try.
            allCalled = true;
        }
        for (int left = lan.sizeToSelf(); left > 0; left--) {
            lan.nextToSelf(ownMessages);
        }
        groups.tell();
        DelegateRole role = keeper.role();
        if (allCalled) {
            allCalled = false;
            groups.callAll();
            if (role != null) {
                role.callAll();
            }
        }
        long deadline = role == null ? Long.MAX_VALUE : groups.tellDelegate(role, now);
        deadline = Math.min(deadline, groups.turn(now));
        return role == null ? deadline : Math.min(deadline, role.run(nanoTime()));
    }

    private void arm(long deadline) {
        if (deadline == Long.MAX_VALUE || closed.get() && groups.isEmpty()) {
            return;
        }
        long now = nanoTime();
        if (deadline - now <= 0) {
            wakeUp();
        } else {
            timer.at(deadline, now);
        }
    }

    @Override
    public void message(long from, byte[] bytes) {
        try {
            reader.reset(bytes, 0, bytes.length);
            int kind = LanMessage.readKind(reader);
            if (LanMessage.ofGroup(kind)) {
                groupMessage(kind, from, bytes);
            } else if (kind == LanMessage.GROUPS) {
                groups.heard(from, reader, nanoTime());
            } else {
                groups.heardOfSites(reader);
            }
        } catch (MalformedPacketException | IllegalArgumentException e) {
            lanMalformed++;
            LOG.debug("LAN message of {} dropped: {}", from, e.getMessage());
        }
    }

    private void groupMessage(int kind, long from, byte[] bytes) {
        long now = nanoTime();
        long id = reader.getLong();
        int start = reader.position();
        int length = reader.remaining();
        Membership group = groups.get(id);
        if (group != null) {
            group.call();
            group.handle(kind, from, reader, now);
        }
        DelegateRole role = keeper.role();
        if (role != null) {
            role.handle(kind, from, id, reader.reset(bytes, start, length), now);
        }
    }

    /** What this process has multicast in its site. */
    private final class OwnMessages implements LanPort.OwnMessages {
        @Override
        public void message(byte[] bytes) {
            NodeEngine.this.message(process, bytes);
        }

        @Override
        public void segments(SegmentMessage message) {
            Membership group = groups.get(message.group());
            if (group != null) {
                group.call();
                group.segments(message);
            }
            DelegateRole role = keeper.role();
            if (role != null) {
                role.segments(message, nanoTime());
            }
        }
    }

    // The application's calls, on its threads.

    Group join(GroupName name, JoinOptions options, MessageListener listener) throws InterruptedException {
        return enter(new GroupEndpoint(name, options.service(config.strategy()), newMember(), config.relay(),
                this, listener, executor));
    }

    LayeredGroup join(GroupName name, JoinOptions options, LayeredListener listener) throws InterruptedException {
        GroupService service = options.service(config.strategy());
        strategy(service);
        return enter(new LayeredEndpoint(name, service, newMember(), LossyConfig.of(config.relay()), this,
                listener, executor));
    }

    private SenderId newMember() {
        return new SenderId(view.siteId(), nonZero());
    }

    private <T extends Membership> T enter(T group) throws InterruptedException {
        if (closed.get()) {
            throw new IllegalStateException("node " + config.name() + " is closed");
        }
        GroupName name = group.groupName();
        joined.add(group);
        execute(() -> {
            groups.add(group, nanoTime());
            turn();
        });
        if (!group.awaitJoined(JOIN_SECONDS)) {
            ask(() -> groups.otherService(group)).ifPresent(other -> {
                group.close(Duration.ZERO);
                throw new IllegalStateException("group '" + name + "': this site uses it as '" + other + "', not as '"
                        + group.service().text() + "'");
            });
            event(NodeEvent.Kind.ERROR, "group " + name + ": joined, but no delegate of site " + config.site()
                    + " answers yet; nothing is sent or delivered before one does");
        }
        beans.group(name.value(), group.stats().getClass(), group::stats);
        return group;
    }

    void left(Membership group) {
        if (joined.remove(group)) {
            beans.left(group.groupName().value());
        }
        execute(() -> {
            if (groups.remove(group, nanoTime())) {
                turn();
            }
        });
    }

    GroupStats groupStats(Membership group, Supplier<GroupStats.Local> locally) {
        return ask(() -> {
            DelegateRole role = keeper.role();
            GroupStats.Local local = locally.get();
            String strategy = group.service().strategy();
            return role == null || !role.reachesOut() ? local.of(group.groupName().value(), strategy)
                    : role.stats(group, strategy, local, nanoTime());
        });
    }

    NodeStats stats() {
        return ask(() -> {
            DelegateRole role = keeper.role();
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

    /** A site that leaves without a word would be waited for by the others. */
    private void tellLeave() {
        DelegateRole role = keeper.role();
        long deadline = nanoTime() + LEAVE_NANOS;
        try {
            while (role != null && nanoTime() - deadline < 0
                    && !ask(() -> groups.goneIsTold(role))) {
                LockSupport.parkNanos(LEAVE_CHECK_NANOS);
            }
        } catch (IllegalStateException e) {
            LOG.debug("closing without a loop", e);
        }
    }

    int close(Duration patience) {
        if (!closed.compareAndSet(false, true)) {
            return 0;
        }
        int left = 0;
        long deadline = nanoTime() + patience.toNanos();
        for (Membership group : joined.all()) {
            left += group.close(Duration.ofNanos(Math.max(0, deadline - nanoTime())));
        }
        beans.close();
        tellLeave();
        keeper.close();
        lan.close();
        handOver.close();
        channel.close();
        keeper.closeRole();
        loop.close();
        ownExecutor.ifPresent(ExecutorService::shutdown);
        if (left > 0) {
            LOG.warn("node {}: closed with {} messages that not every member is known to have", config.name(), left);
        }
        return left;
    }
}
