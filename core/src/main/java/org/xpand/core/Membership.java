package org.xpand.core;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.xpand.alm.overlay.Due;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.protocols.wire.WireReader;

/**
 * This node's membership in one group, of whatever service, as the loop drives it. The application's calls and the loop
 * share it under a lock.
 */
abstract class Membership {
    final NodeEngine engine;
    final SerialExecutor serial;
    final Object lock = new Object();
    private final GroupName name;
    private final GroupService service;
    private final CopyOnWriteArrayList<Consumer<GroupView>> viewListeners = new CopyOnWriteArrayList<>();
    private final CountDownLatch joined = new CountDownLatch(1);
    private final Due due = new Due();
    private volatile boolean called;
    private volatile SenderId self;
    private volatile GroupView view = new GroupView(List.of());

    Membership(GroupName name, GroupService service, SenderId self, NodeEngine engine, Executor executor) {
        this.name = name;
        this.service = service;
        this.self = self;
        this.engine = engine;
        this.serial = new SerialExecutor(executor, this::listenerProgress);
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
        return service;
    }

    /** There is something new, which the loop's next turn is to see. Any thread. */
    final void call() {
        called = true;
    }

    /** There is something new, and the loop is to turn for it soon. Any thread. */
    final void wakeUp() {
        call();
        engine.wakeUp();
    }

    /** The listener has come further, which the loop is to know. One call at a time with the listener's. */
    void listenerProgress() {
        wakeUp();
    }

    /** Takes its turn if there is something new or it is time; answers when to call again. On the loop. */
    final long turn(long nowNanos) {
        if (called) {
            called = false;
            due.news();
        }
        if (due.isDue(nowNanos)) {
            due.begin(nowNanos);
            due.at(run(nowNanos));
        }
        return due.deadlineNanos();
    }

    /**
     * Waits, under the lock, until a message can be accepted.
     *
     * @param instead what is not to wait, for a listener
     */
    final void awaitOpen(String instead) throws InterruptedException {
        while (!canAccept()) {
            if (serial.isInside()) {
                throw new IllegalStateException("send would block in a listener of group " + name + ": use " + instead
                        + " there");
            }
            lock.wait();
        }
    }

    /** Whether a message can be accepted; under the lock. */
    abstract boolean canAccept();

    /** A message of this group arrived on the LAN. */
    abstract void handle(int kind, long fromProcess, WireReader in, long nowNanos);

    /** Segments of this group that this process has multicast; not told to a membership whose group has none. */
    void segments(SegmentMessage message) {
        throw new IllegalStateException("a group without segments");
    }

    /** The site's members of the group, and its delegate's process. */
    abstract void members(Set<Long> members, long delegateProcess);

    /** The node is of another site from now on, as another member. */
    final void siteChanged(SenderId newSelf) {
        synchronized (lock) {
            self = newSelf;
            beginAnew();
        }
    }

    /** Goes on as the member that the node is now; under the lock. */
    abstract void beginAnew();

    /** Does what there is to do; answers when to call again. */
    abstract long run(long nowNanos);

    /** What is known of the group now. Any thread. */
    abstract Record stats();

    /** The node is a member now, as far as its site is concerned. */
    public final void joined() {
        joined.countDown();
    }

    final boolean awaitJoined(long seconds) throws InterruptedException {
        return joined.await(seconds, TimeUnit.SECONDS);
    }

    /** Who is in the group has, or has not, changed. On the loop. */
    final void view(GroupView newView) {
        if (!newView.equals(view)) {
            view = newView;
            viewChanged(newView);
            serial.putAside(() -> viewListeners.forEach(each -> each.accept(newView)));
        }
    }

    /** Who is in the group has changed. */
    void viewChanged(GroupView newView) {
        // Nothing but to tell it.
    }

    /** Who is in the group now. */
    public final GroupView view() {
        return view;
    }

    /** Has this listener told the view now and whenever it changes. */
    public final void onView(Consumer<GroupView> viewListener) {
        viewListeners.add(viewListener);
        serial.execute(() -> viewListener.accept(view));
    }

    /** Leaves the group; answers how many messages were not delivered as promised. */
    abstract int close(Duration patience);
}
