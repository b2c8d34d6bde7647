package org.xpand.core;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.xpand.alm.site.GroupApplication;
import org.xpand.alm.site.GroupLimit;
import org.xpand.alm.site.GroupMembership;
import org.xpand.alm.site.GroupSites;
import org.xpand.alm.site.SiteProcess;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;

/**
 * A membership in one group, of whatever service, between the application's threads and the loop. What the application sends
 * goes through a queue; no lock is shared with the loop.
 */
abstract class Membership implements GroupApplication {
    final NodeEngine engine;
    final SerialExecutor serial;
    final SendGate gate = new SendGate();
    private final GroupName name;
    private final GroupService service;
    private final CopyOnWriteArrayList<Consumer<GroupView>> viewListeners = new CopyOnWriteArrayList<>();
    private final CountDownLatch joined = new CountDownLatch(1);
    private final CountDownLatch told = new CountDownLatch(1);
    private final Object viewChange = new Object();
    private volatile JoinRefusedException refusal;
    /** The first one: it stands, though what is known changes when this node leaves again. */
    private volatile JoinRefusedException joinRefusal;
    private volatile boolean entered;
    private volatile GroupException putOut;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile Throwable failure;
    private volatile GroupMembership membership;
    private volatile SenderId self;
    private final CopyOnWriteArrayList<Runnable> writableListeners = new CopyOnWriteArrayList<>();
    private volatile GroupView view = new GroupView(List.of());
    private volatile boolean wasRefused;
    private volatile Limits limits = Limits.NONE;
    /** Who is or was in the group, for the names of senders. Of the loop. */
    private final KnownMembers known = new KnownMembers();
    /** What was known last, for those who ask while the loop is too busy to answer. */
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

    /** The group's name. */
    public final String name() {
        return name.value();
    }

    /** The identity under which the node is a member. */
    public final SenderId id() {
        return self;
    }

    final GroupName groupName() {
        return name;
    }

    /** What this node takes the group for. */
    final GroupService service() {
        GroupMembership entered = membership;
        return entered == null ? service : entered.service();
    }

    /** Changes the group's rate control, with the defaults of its settings. */
    public final CompletableFuture<Void> changeStrategy(String strategy) {
        return changeStrategy(strategy, Map.of());
    }

    /** Changes the group's rate control. */
    public final CompletableFuture<Void> changeStrategy(String strategy, Map<String, String> settings) {
        return StrategyChange.of(this, strategy, settings);
    }

    /** The rate control now. */
    public final String strategy() {
        return service().strategy();
    }

    @Override
    public final void serviceChanged(GroupService before, GroupService now) {
        engine.event(new NodeEvent.StrategyChanged(name(), before.strategy(), now.strategy(), now.given()));
    }

    /** Enters the group, on the loop. */
    final void enter(SiteProcess process, long nowNanos) {
        membership = join(process, nowNanos);
        isNow(membership.self());
        endTurn(nowNanos);
    }

    private void isNow(SenderId newSelf) {
        self = newSelf;
        known.add(new GroupView.Member(newSelf, engine.nodeName(), engine.siteName()));
    }

    abstract GroupMembership join(SiteProcess process, long nowNanos);

    /** The membership on the loop, null before it has entered. */
    final GroupMembership membership() {
        return membership;
    }

    /** There is something new, and the loop is to turn for it soon. Any thread. */
    final void wakeUp() {
        GroupMembership entered = membership;
        if (entered != null) {
            entered.call();
        }
        engine.wakeUp();
    }

    /** The listener has come further, which the loop is to know. One call at a time with the listener's. */
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

    /** This node is put out of the group; on the loop. */
    final void putOut(String reason, GroupException why) {
        if (putOut != null) {
            return;
        }
        putOut = why;
        engine.event(new NodeEvent.Expelled(name(), reason));
        // At once, whatever the listener does: nothing more is accepted, and nobody counts this node as a member.
        end("this node was put out of it");
        // After what has come before, which no turn of the group hands over any more.
        serial.inbox();
        serial.execute(() -> tellPutOut(reason));
    }

    /** The listener is to know that this node was put out. */
    abstract void tellPutOut(String reason);

    /** A message of a sender has come whose number is this. On the loop. */
    final void heard(SenderId from, long number) {
        known.heard(from, number);
    }

    /** The call is about to return that has made the node a member: the listener may run. */
    final void release() {
        entered = true;
        serial.release();
    }

    /** A message was not let in, and somebody may want to know when there is room. */
    final void refused() {
        wasRefused = true;
        if (!writableListeners.isEmpty()) {
            wakeUp();
        }
    }

    /** Tells those who want to know that there is room where there was none; at the end of a turn. */
    final void tellWritable() {
        if (wasRefused && !writableListeners.isEmpty() && hasRoomAgain()) {
            wasRefused = false;
            serial.putAside(() -> writableListeners.forEach(Runnable::run));
        }
    }

    /** Whether what was refused would be let in now. */
    abstract boolean hasRoomAgain();

    /** Has this listener told when there is room again for what was refused. */
    public final Subscription onWritable(Runnable listener) {
        Objects.requireNonNull(listener, "listener");
        return subscribe(writableListeners, ended -> () -> {
            if (!ended.get()) {
                listener.run();
            }
        });
    }

    /** @param listener with an identity of its own, which is not called any more once the flag it is made with is set */
    private static <T> Subscription subscribe(CopyOnWriteArrayList<T> listeners, Function<AtomicBoolean, T> listener) {
        AtomicBoolean ended = new AtomicBoolean();
        T one = listener.apply(ended);
        listeners.add(one);
        return () -> {
            ended.set(true);
            listeners.remove(one);
        };
    }

    /** The number of a sender's last message that came here; on the loop. */
    final long heardOf(SenderId sender) {
        return known.heardOf(sender);
    }

    /** What is known of a sender; on the loop. */
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
     * Waits until a message has been let in.
     *
     * @param instead what is not to wait, for a listener
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
        SiteId island = self.site();
        isNow(newSelf);
        wasOnIsland(island);
        begunAnew(ends);
    }

    /** This node was alone with its site of that identity, which has become part of another one. */
    void wasOnIsland(SiteId island) {
        // Only who can talk to the others can tell.
    }

    /** A member that was on another island than this node is in the same site now. */
    final void merged(SenderId other, long sinceMillis, long heard) {
        engine.event(new NodeEvent.Merged(name(), List.of(new NodeEvent.Apart(member(other), Instant.ofEpochMilli(sinceMillis), heard))));
    }

    /** This node is another member now, and sends again what was not stable. */
    abstract void begunAnew(List<Long> ends);

    @Override
    public final void failed(Throwable cause) {
        failure = cause;
        engine.left(this);
        ended("the group failed");
    }

    /** Nothing more comes of what was sent; on the loop. */
    abstract void ended(String why);

    /** Leaves the group; answers whether it had not been left before. Any thread. */
    final boolean end(String why) {
        if (!closed.compareAndSet(false, true)) {
            return false;
        }
        engine.left(this);
        engine.execute(() -> ended(why));
        gate.wakeAll();
        return true;
    }

    /** What is known of the group now. Any thread. */
    abstract Record stats();

    /** The node is a member now, as far as its site is concerned. */
    public final void joined() {
        joined.countDown();
    }

    final boolean awaitJoined(Duration patience) throws InterruptedException {
        return joined.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Waits until it is known who is in the group, in other sites too.
     *
     * @throws CharterRefusedException if they take it for something else
     * @throws JoinRefusedException    if they refuse the site as a whole
     */
    final void awaitOthers(Duration patience) throws InterruptedException {
        boolean known = told.await(patience.toNanos(), TimeUnit.NANOSECONDS);
        JoinRefusedException why = joinRefusal;
        if (known && why != null) {
            throw why;
        }
    }

    /**
     * Waits until so many are in the group.
     *
     * @throws JoinRefusedException if they are not in time
     */
    final void awaitAtLeast(JoinOptions.Company company) throws InterruptedException {
        long deadline = engine.nanoTime() + company.within().toNanos();
        synchronized (viewChange) {
            while (view.size() < company.members() || view.sites().size() < company.sites()) {
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
        if (refusal != null && joinRefusal == null) {
            // Nobody will let it in.
            joinRefusal = refusal;
            joined.countDown();
        }
        if (sites.complete() || refusal != null) {
            told.countDown();
        }
        if (entered && refusal instanceof CharterRefusedException why) {
            putOut(why.getMessage(), why);
        }
        sitesChanged(sites);
        GroupView newView = GroupView.of(sites);
        if (newView.equals(view)) {
            known.follow(self, sites);
            return;
        }
        NodeEvent.ViewChanged change = known.changed(name(), view, newView);
        Optional<NodeEvent.Merged> merged = known.merged(change, self, sites, engine.timeMillis());
        view = newView;
        engine.event(change);
        merged.ifPresent(engine::event);
        synchronized (viewChange) {
            viewChange.notifyAll();
        }
        viewChanged(newView);
        serial.putAside(() -> viewListeners.forEach(each -> each.accept(newView)));
    }

    @Override
    public final void limited(List<GroupLimit> now) {
        long nanos = engine.nanoTime();
        limits = limits.told(now, nanos);
        engine.event(new NodeEvent.Limited(name(), limits.at(nanos), limits.text(name())));
    }

    /** What holds the group up, as the delegate has told last. */
    public final List<Limit> limitedBy() {
        return limits.at(engine.nanoTime());
    }

    /** What is known of who is in the group has changed; on the loop. */
    void sitesChanged(GroupSites sites) {
        // Only who gets a state wants to know more than the view.
    }

    /** Gets the group's state, if it is wanted. */
    void receiveState() throws InterruptedException {
        // Not every group has one.
    }

    /** Who is in the group has changed; on the loop. */
    void viewChanged(GroupView newView) {
        // Nothing but to tell it.
    }

    /** Who is in the group now. */
    public final GroupView view() {
        return view;
    }

    /** Has this listener told the view now and whenever it changes. */
    public final Subscription onView(Consumer<GroupView> viewListener) {
        Objects.requireNonNull(viewListener, "listener");
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

    /** Leaves the group; answers how many messages were not delivered as promised. */
    abstract int close(Duration patience);
}
