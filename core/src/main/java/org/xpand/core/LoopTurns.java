package org.xpand.core;

import java.util.ArrayDeque;
import java.util.Optional;
import org.xpand.alm.site.SiteProcess;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.protocols.site.SiteView;

/**
 * A turn of a node's loop: decides what is done, in what order, and when the next turn is: incoming messages, the work of groups
 * and delegate, messages of this process to itself. On the loop, except {@link #callAll}.
 */
final class LoopTurns implements Inbox.Handler, LanPort.OwnMessages {
    private final ProcessId self;
    private final SiteProcess process;
    private final Inbox inbox;
    private final LanPort lan;
    private final LoopTimer timer;
    private final NodeEngine engine;
    private final ArrayDeque<Runnable> atEnd = new ArrayDeque<>();
    /** Null if JGroups carries everything. */
    private LanDatagrams datagrams;
    private volatile boolean allCalled;

    LoopTurns(ProcessId self, SiteProcess process, Inbox inbox, LanPort lan, LoopTimer timer, NodeEngine engine) {
        this.self = self;
        this.process = process;
        this.inbox = inbox;
        this.lan = lan;
        this.timer = timer;
        this.engine = engine;
    }

    /** Opens the datagrams beside JGroups, if they are on; before the first turn. Returns whether they are. */
    boolean openDatagrams(NodeConfig config, Runnable roomAgain) {
        Optional<LanDatagrams> opened = LanDatagrams.open(config, engine, this, self, lan::sendByJgroups, roomAgain);
        opened.ifPresent(each -> {
            datagrams = each;
            lan.datagrams(each);
            each.start();
        });
        return opened.isPresent();
    }

    /** Counters of the datagrams, if there are some. On the loop. */
    Optional<LanStats> lanStats() {
        return Optional.ofNullable(datagrams).map(LanDatagrams::stats);
    }

    /** Makes every group take part in the next turn. Any thread. */
    void callAll() {
        allCalled = true;
    }

    /** Runs an action at the end of this turn, or of the next one if there is none. On the loop. */
    void atEnd(Runnable action) {
        atEnd.add(action);
    }

    /** Does what is due and sets the timer for the next turn. */
    void take() {
        long from = engine.nanoTime();
        boolean more = inbox.drain(this);
        long deadline = round();
        if (lan.sizeToSelf() > 0) {
            // The delegate's messages to its own process, without waiting for another turn.
            deadline = round();
        }
        if (datagrams != null) {
            datagrams.endTurn();
        }
        for (Runnable each = atEnd.poll(); each != null; each = atEnd.poll()) {
            each.run();
        }
        long to = engine.nanoTime();
        process.worked(from, to);
        arm(more || lan.sizeToSelf() > 0 ? to : deadline);
    }

    private long round() {
        long now = engine.nanoTime();
        if (allCalled || !lan.hasRoom()) {
            // Groups that were refused may try again.
            allCalled = false;
            process.callAll();
        }
        for (int left = lan.sizeToSelf(); left > 0; left--) {
            lan.nextToSelf(this);
        }
        long deadline = process.runMembers(now);
        return Math.min(deadline, process.runDelegate(engine.nanoTime()));
    }

    private void arm(long deadline) {
        if (deadline == Long.MAX_VALUE || engine.isClosed() && process.memberships().isEmpty()) {
            return;
        }
        long now = engine.nanoTime();
        if (deadline - now <= 0) {
            engine.wakeUp();
        } else {
            timer.at(deadline, now);
        }
    }

    @Override
    public void view(SiteView newView) {
        datagramsView(newView);
        process.onView(newView, engine.nanoTime());
    }

    @Override
    public void apart(SiteView newView) {
        datagramsView(newView);
        process.onApart(newView, engine.nanoTime());
    }

    @Override
    public void message(ProcessId from, byte[] bytes) {
        if (datagrams != null && datagrams.arrived(from, bytes)) {
            return;
        }
        process.onLan(from, bytes, engine.nanoTime());
    }

    private void datagramsView(SiteView newView) {
        if (datagrams != null) {
            datagrams.view(newView, self);
        }
    }

    /** A message that came as a datagram. */
    void message(ProcessId from, byte[] buffer, int offset, int length) {
        process.onLan(from, buffer, offset, length, engine.nanoTime());
    }

    @Override
    public void message(byte[] bytes) {
        process.onLan(self, bytes, engine.nanoTime());
    }

    @Override
    public void segments(SegmentMessage message) {
        process.onOwnSegments(message, engine.nanoTime());
    }
}
