package org.xpand.core;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.alm.site.GroupApplication;
import org.xpand.alm.site.GroupLimit;
import org.xpand.alm.site.GroupMembership;
import org.xpand.alm.site.GroupSites;
import org.xpand.alm.site.SiteProcess;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;

/**
 * A membership in one reliable or layered group, between the application's threads and the loop. Messages of the application go
 * through a queue; no lock is shared with the loop.
 */
abstract class Membership implements GroupApplication {
    private static final Logger LOG = LoggerFactory.getLogger(Membership.class);

    final NodeEngine engine;
    final SerialExecutor serial;
    final SendGate gate = new SendGate();
    private final GroupName name;
    private final GroupService service;
    private final CopyOnWriteArrayList<Consumer<GroupView>> viewListeners = new CopyOnWriteArrayList<>();
    private final CountDownLatch joined = new CountDownLatch(1);
    private final CountDownLatch reported = new CountDownLatch(1);
    private final Object viewChange = new Object();
    private volatile JoinRefusedException refusal;
    /** The first refusal of the charter; it remains even if what is known changes when this node leaves again. */
    private volatile JoinRefusedException joinRefusal;
    private volatile boolean entered;
    private volatile GroupException putOut;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicBoolean left = new AtomicBoolean();
    /** The changes of the rate control that this node has requested here and that are not over. */
    private final CopyOnWriteArrayList<StrategyChange> changes = new CopyOnWriteArrayList<>();
    private volatile Throwable failure;
    private volatile GroupMembership membership;
    private volatile SenderId self;
    private final CopyOnWriteArrayList<Runnable> writableListeners = new CopyOnWriteArrayList<>();
    private volatile GroupView view = new GroupView(List.of());
    private volatile boolean wasRefused;
    private volatile Limits limits = Limits.NONE;
    /** Present and former members, for the names of senders. On the loop. */
    private final KnownMembers known = new KnownMembers();
    /** The last statistics, in case the loop is too busy to answer. */
    volatile GroupStats lastStats;

    Membership(GroupName name, GroupService service, SenderId self, NodeEngine engine, Executor executor) {
        this.name = name;
        this.service = service;
        this.self = self;
        this.engine = engine;
        this.serial = new SerialExecutor(executor, this::listenerProgress);
        serial.hold();
        this.lastStats = new GroupStats.Local(0, 0, 0, 0, 0, 0, 0, 0, 0).of(name.value(), service.strategy());
    }

    /** {@return the group's name} */
    public final String name() {
        return name.value();
    }

    /** {@return the identity of the member} */
    public final SenderId id() {
        return self;
    }

    final GroupName groupName() {
        return name;
    }

    /** This node's charter of the group. */
    final GroupService service() {
        GroupMembership entered = membership;
        return entered == null ? service : entered.service();
    }

    /** Changes the group's rate control, with its default settings. */
    public final CompletableFuture<Void> changeStrategy(String strategy) {
        return changeStrategy(strategy, Map.of());
    }

    /** Changes the group's rate control. */
    public final CompletableFuture<Void> changeStrategy(String strategy, Map<String, String> settings) {
        return StrategyChange.of(this, strategy, settings);
    }

    /** {@return the current rate control} */
    public final String strategy() {
        return service().strategy();
    }

    @Override
    public final void serviceChanged(GroupService before, GroupService now) {
        engine.event(new NodeEvent.StrategyChanged(name(), before.strategy(), now.strategy(), now.given()));
    }

    /** Joins the group, on the loop, unless it was left before. An exception ends this membership only. */
    final void enter(SiteProcess process, long nowNanos) {
        if (!isOver()) {
            contained(() -> {
                membership = join(process, nowNanos);
                isNow(membership.self());
                endTurn(nowNanos);
            });
        }
    }

    /** Runs an action of this membership on the loop; an exception from it ends the membership, not the node. */
    final void contained(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | LinkageError e) {
            if (isOver()) {
                LOG.debug("group {}: after it was closed", name(), e);
                return;
            }
            engine.failure("group " + name() + " failed at " + engine.nodeName() + " and is left: " + e, e);
            failed(e);
        }
    }

    private void isNow(SenderId newSelf) {
        self = newSelf;
        known.add(new GroupView.Member(newSelf, engine.nodeName(), engine.siteName()));
    }

    abstract GroupMembership join(SiteProcess process, long nowNanos);

    /** The membership on the loop; null before the join. */
    final GroupMembership membership() {
        return membership;
    }

    /** Requests a turn of the loop soon. Any thread. */
    final void wakeUp() {
        GroupMembership entered = membership;
        if (entered != null) {
            entered.call();
        }
        engine.wakeUp();
    }

    /** Reports progress of the listener to the loop. Never called at the same time as the listener. */
    void listenerProgress() {
        wakeUp();
    }

    /** @throws GroupClosedException if the group is closed, or has failed */
    final void requireOpen() {
        if (failure != null) {
            throw new GroupClosedException(name(), "group " + name() + " failed and was closed: " + failure, failure);
        }
        if (closed.get()) {
            GroupException why = putOut;
            throw why == null ? new GroupClosedException(name(), "group " + name() + " is closed")
                    : new GroupClosedException(name(), why.getMessage(), why);
        }
    }

    /** Expels this node from the group; on the loop. */
    final void putOut(String reason, GroupException why) {
        if (putOut != null) {
            return;
        }
        putOut = why;
        engine.event(new NodeEvent.Expelled(name(), reason));
        // At once, even if the listener is busy: nothing more is accepted, and the others no longer count this node as a member.
        end("this node was put out of it");
        // After messages that arrived before, which no later turn of the group would pass on.
        serial.inbox();
        serial.execute(() -> notifyExpelled(reason));
    }

    /** Reports to the listener that this node was expelled. */
    abstract void notifyExpelled(String reason);

    /** What is known of the members. On the loop. */
    final KnownMembers known() {
        return known;
    }

    /** Allows the listener to run, because {@code join} is about to return. */
    final void release() {
        entered = true;
        serial.release();
    }

    /** Records that a message was refused, so that listeners are called when there is room. */
    final void refused() {
        wasRefused = true;
        if (!writableListeners.isEmpty()) {
            wakeUp();
        }
    }

    /** Calls the listeners that wait for room, if there is room again; at the end of a turn. */
    final void notifyWritable() {
        if (wasRefused && !writableListeners.isEmpty() && hasRoomAgain()) {
            wasRefused = false;
            serial.executeLater(() -> writableListeners.forEach(Runnable::run));
        }
    }

    /** Whether a refused message would be accepted now. */
    abstract boolean hasRoomAgain();

    /** Calls the listener when there is room again after a refusal. */
    public final Subscription onWritable(Runnable listener) {
        Accepted.present("listener", listener, "a listener");
        return subscribe(writableListeners, ended -> () -> {
            if (!ended.get()) {
                listener.run();
            }
        });
    }

    /** @param listener creates a listener with an identity of its own, which does nothing once the given flag is set */
    private static <T> Subscription subscribe(CopyOnWriteArrayList<T> listeners, Function<AtomicBoolean, T> listener) {
        AtomicBoolean ended = new AtomicBoolean();
        T one = listener.apply(ended);
        listeners.add(one);
        return () -> {
            ended.set(true);
            listeners.remove(one);
        };
    }

    /** Returns what is known of a sender; on the loop. */
    final GroupView.Member member(SenderId sender) {
        return known.member(sender);
    }

    final boolean isClosed() {
        return closed.get();
    }

    /** Whether it was closed or has failed. */
    final boolean isOver() {
        return closed.get() || failure != null;
    }

    /**
     * Waits until a message is accepted.
     *
     * @param instead names the methods that a listener should use because they do not wait
     */
    final void awaitRoom(SendGate.Condition letIn, String instead) throws InterruptedException {
        if (letIn.met()) {
            return;
        }
        if (serial.isInside()) {
            throw new IllegalStateException("send would block in a listener of group " + name() + ": use " + instead
                    + " there");
        }
        gate.await(letIn, Long.MAX_VALUE);
    }

    @Override
    public final void renamed(SenderId newSelf, List<Long> ends) {
        SenderId before = self;
        isNow(newSelf);
        wasOnIsland(before);
        begunAnew(ends);
    }

    /** Records that this node was that member, whose site has become part of another one. */
    void wasOnIsland(SenderId before) {
        // A layered member has no way to notify the others.
    }

    /** Reports a member that was on another island, and of which this node has received nothing before. */
    final void merged(SenderId other, long sinceMillis) {
        engine.event(new NodeEvent.Merged(name(), List.of(new NodeEvent.Apart(member(other), Instant.ofEpochMilli(sinceMillis), 0))));
    }

    /** The member has a new identity, and sends again what was not stable. */
    abstract void begunAnew(List<Long> ends);

    @Override
    public final void failed(Throwable cause) {
        failure = cause;
        waitNoMore();
        leave();
        ended("the group failed");
    }

    /** Makes a thread that waits in {@code join} look at the state of the membership. */
    private void waitNoMore() {
        joined.countDown();
        reported.countDown();
        synchronized (viewChange) {
            viewChange.notifyAll();
        }
    }

    /** Once: after it the node may be in the group again, with another membership. */
    private void leave() {
        if (left.compareAndSet(false, true)) {
            engine.left(this);
            changes.forEach(StrategyChange::closed);
        }
    }

    /** A change is requested until the future completes. */
    final void changing(StrategyChange change, CompletableFuture<Void> done) {
        changes.add(change);
        done.whenComplete((nothing, failed) -> changes.remove(change));
        if (left.get()) {
            change.closed();
        }
    }

    /** Fails what was submitted; on the loop. */
    abstract void ended(String why);

    /** Leaves the group; returns whether it had not been left before. Any thread. */
    final boolean end(String why) {
        if (!closed.compareAndSet(false, true)) {
            return false;
        }
        waitNoMore();
        leave();
        engine.execute(() -> ended(why));
        gate.wakeAll();
        return true;
    }

    /** Returns current statistics. Any thread. */
    abstract Record stats();

    /** Records that the site's delegate knows of the member. */
    public final void joined() {
        joined.countDown();
    }

    /**
     * Waits for that; returns false if it is not so in time.
     *
     * @throws GroupClosedException if the group is closed meanwhile, or has failed
     */
    final boolean awaitJoined(Duration patience) throws InterruptedException {
        boolean known = joined.await(patience.toNanos(), TimeUnit.NANOSECONDS);
        requireOpen();
        return known;
    }

    /**
     * Waits until the members of the group are known, in other sites too.
     *
     * @throws CharterRefusedException if they have another charter
     * @throws JoinRefusedException    if they refuse the site entirely, for all of that time
     * @throws GroupClosedException    if the group is closed meanwhile, or has failed
     */
    final void awaitOthers(Duration patience) throws InterruptedException {
        boolean known = reported.await(patience.toNanos(), TimeUnit.NANOSECONDS);
        JoinRefusedException why = known ? joinRefusal : refusal;
        if (why != null) {
            throw why;
        }
        requireOpen();
    }

    /**
     * Waits until enough members are in the group.
     *
     * @throws JoinRefusedException if they do not join in time
     * @throws GroupClosedException if the group is closed meanwhile, or has failed
     */
    final void awaitAtLeast(JoinOptions.Company company) throws InterruptedException {
        long deadline = engine.nanoTime() + company.within().toNanos();
        synchronized (viewChange) {
            while (!company.isThere(view.size(), view.sites().size())) {
                requireOpen();
                long left = deadline - engine.nanoTime();
                if (left <= 0) {
                    throw new JoinRefusedException(name(), "group '" + name() + "': " + view.size() + " members in "
                            + view.sites().size() + " sites after " + company.within().toMillis() + " ms; wanted are at least "
                            + company.members() + " in " + company.sites());
                }
                TimeUnit.NANOSECONDS.timedWait(viewChange, left);
            }
        }
    }

    @Override
    public final void sites(GroupSites sites) {
        refusal = sites.refusal().map(why -> sites.wholly() ? new JoinRefusedException(name(), why)
                : new CharterRefusedException(name(), why)).orElse(null);
        if (refusal instanceof CharterRefusedException why) {
            joinRefused(why);
        } else if (sites.complete() && refusal == null) {
            reported.countDown();
        }
        sitesChanged(sites);
        GroupView newView = GroupView.of(sites);
        if (newView.equals(view)) {
            known.follow(self, sites);
            return;
        }
        NodeEvent.ViewChanged change = known.changed(name(), view, newView, engine.timeMillis());
        Optional<NodeEvent.Merged> merged = known.merged(change, self, sites, engine.timeMillis());
        view = newView;
        engine.event(change);
        merged.ifPresent(engine::event);
        known.joinedApart(newView, self, engine.timeMillis()).forEach(this::joinedApart);
        synchronized (viewChange) {
            viewChange.notifyAll();
        }
        viewChanged(newView);
        serial.executeLater(() -> viewListeners.forEach(each -> each.accept(newView)));
    }

    /** No delegate will accept the charter. A site that is refused as a whole may be accepted soon: if it was founded twice, its parts become one. */
    private void joinRefused(CharterRefusedException why) {
        if (joinRefusal == null) {
            joinRefusal = why;
            joined.countDown();
        }
        reported.countDown();
        if (entered) {
            putOut(why.getMessage(), why);
        }
    }

    @Override
    public final void limited(List<GroupLimit> now) {
        long nanos = engine.nanoTime();
        limits = limits.reported(now, nanos);
        engine.event(new NodeEvent.Limited(name(), limits.at(nanos), limits.text(name())));
    }

    /** Returns the limits of the group, as last announced by the delegate. */
    public final List<Limit> limitedBy() {
        return limits.at(engine.nanoTime());
    }

    /** The known sites and members of the group have changed; on the loop. */
    void sitesChanged(GroupSites sites) {
        // Used only for the state transfer.
    }

    /** Receives the group's state, if it is wanted. */
    void receiveState() throws InterruptedException {
        // Layered groups have no state.
    }

    /** A member has joined while this one was separated from its site; on the loop. */
    void joinedApart(SenderId member) {
        // What layered members miss is not kept.
    }

    /** The view has changed; on the loop. */
    void viewChanged(GroupView newView) {
        // Nothing to do besides calling the listeners.
    }

    /** {@return the current view} */
    public final GroupView view() {
        return view;
    }

    /** Calls the listener with the current view and at each change. */
    public final Subscription onView(Consumer<GroupView> viewListener) {
        Accepted.present("listener", viewListener, "a listener");
        return subscribe(viewListeners, ended -> {
            Consumer<GroupView> one = now -> {
                if (!ended.get()) {
                    viewListener.accept(now);
                }
            };
            serial.execute(() -> one.accept(view));
            return one;
        });
    }

    /** Leaves the group; returns how many messages were not sent as promised. */
    abstract int close(Duration patience);
}
