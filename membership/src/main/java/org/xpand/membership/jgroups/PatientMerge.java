package org.xpand.membership.jgroups;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import org.jgroups.Address;
import org.jgroups.EmptyMessage;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.ViewId;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.MERGE3;

/**
 * Looks for other parts of a cluster as {@link MERGE3} does, but waits for their answers as long as their path takes. MERGE3 asks
 * all coordinators for their views and gives them a tenth of the interval between two comparisons; with a longer RTT, or on a busy
 * computer, every answer is late, and the parts never merge. Here the answer time is a setting of its own, and all coordinators
 * have it while there are fewer than two views to merge; once there are two, those that are silent for more than a tenth of the
 * interval are left to the next comparison.
 *
 * <p>A coordinator that learns of another one answers at once, and introduces it and the leader of a merge to each other. With
 * MERGE3 each announces itself at its own interval, and none announces others: two coordinators that know only a third would each
 * act as leader, and the one that contacts the third later waits for its answer until the time-out of the merge. The same holds for
 * a member that has a view of its own: it continued without this process while this one was paused, and this part does not look for
 * its own members, so it would never learn of this view if it has to lead the merge.
 *
 * <p>A process that is no coordinator passes on to its coordinator what processes with another view announce to it. A merge leaves
 * out members that answer too late, or do not receive the merged view. Such a member has its old view, and announces it to the
 * coordinator of that view, which may have another coordinator since the merge. MERGE3 ends there: the new coordinator never learns of
 * the member, which stays apart until it suspects all others.
 *
 * <p>On a busy computer the others are looked for less often, see {@link BusyHost}: processes that are late there part, and looking for
 * them makes them later still.
 *
 * <p>Uses MERGE3's protocol and id.
 */
public final class PatientMerge extends MERGE3 {
    /** The fraction of its check interval for which MERGE3 waits for answers. */
    private static final int WAITED_PART = 10;

    private final long pauseMillis;
    private final DoubleSupplier busyTimes;
    /**
     * Announcements since the last comparison, in the order of leadership: at a coordinator those of other coordinators, elsewhere those
     * that were passed on. Guarded by {@code views}.
     */
    private final SortedMap<Address, Introduction> introductions = new TreeMap<>();

    /**
     * @param intervalMillis longest interval at which the others are looked for, at least 2; the results are compared every 1.6
     *                       intervals
     * @param answerMillis   how long another part has to answer
     */
    public PatientMerge(long intervalMillis, long answerMillis) {
        this(intervalMillis, answerMillis, BusyHost.THIS::times);
    }

    /** Does the same with another measure of how busy the computer is. */
    PatientMerge(long intervalMillis, long answerMillis, DoubleSupplier busyTimes) {
        this.busyTimes = busyTimes;
        setId(ClassConfigurator.getProtocolId(MERGE3.class));
        setMinInterval(intervalMillis / 2).setMaxInterval(intervalMillis);
        pauseMillis = getCheckInterval();
        setCheckInterval(Math.max(pauseMillis, WAITED_PART * answerMillis));
    }

    @Override
    protected synchronized void startInfoSender() {
        if (!isInfoSenderRunning()) {
            info_sender_future = timer.scheduleWithDynamicInterval(new Announcing(), false);
        }
    }

    @Override
    protected synchronized void startViewConsistencyChecker() {
        if (!isViewConsistencyCheckerRunning()) {
            view_consistency_checker = timer.scheduleWithDynamicInterval(new Comparison());
        }
    }

    @Override
    protected void addInfo(Address sender, ViewId sendersView, String name, PhysicalAddress where) {
        super.addInfo(sender, sendersView, name, where);
        // By multicast, all announcements reach all coordinators at once.
        if (transport_supports_multicasting || where == null) {
            return;
        }
        Introduction introduction = new Introduction(where, MergeHeader.createInfo(sendersView, name, where));
        if (!is_coord) {
            passOn(sender, sendersView, introduction);
        } else if (sender.equals(sendersView.getCreator())) {
            answer(sender, introduction);
        }
    }

    /** Answers another coordinator, and introduces it and the leader of a merge to each other. */
    private void answer(Address sender, Introduction introduction) {
        SortedMap<Address, Introduction> others;
        synchronized (views) {
            if (introductions.put(sender, introduction) != null) {
                return;
            }
            others = new TreeMap<>(introductions);
        }
        introduce(introduction.where, local_addr, createInfo());
        Address leader = others.firstKey();
        if (leader.compareTo(local_addr) > 0) {
            return;
        }
        if (leader.equals(sender)) {
            others.remove(sender);
            others.forEach((other, its) -> introduce(introduction.where, other, its.header));
        } else {
            introduce(others.get(leader).where, sender, introduction.header);
        }
    }

    /** To the coordinator of this process's view; once until the next comparison, so that nothing circulates between two processes. */
    private void passOn(Address sender, ViewId sendersView, Introduction introduction) {
        View now = view;
        if (now == null || sender.equals(now.getCoord()) || sendersView.equals(now.getViewId())) {
            return;
        }
        synchronized (views) {
            if (introductions.put(sender, introduction) != null) {
                return;
            }
        }
        PhysicalAddress coordinator = (PhysicalAddress) down_prot.down(new Event(Event.GET_PHYSICAL_ADDRESS, now.getCoord()));
        if (coordinator != null) {
            introduce(coordinator, sender, introduction.header);
        }
    }

    @Override
    public void clearViews() {
        synchronized (views) {
            super.clearViews();
            introductions.clear();
        }
    }

    private void introduce(PhysicalAddress whom, Address of, MergeHeader introduction) {
        down_prot.down(new EmptyMessage(whom).setSrc(of).putHeader(getId(), introduction)
                .setFlag(Message.TransientFlag.DONT_BLOCK));
    }

    /** What another process announced about itself. */
    private record Introduction(PhysicalAddress where, MergeHeader header) {
    }

    /** Announces this process and looks for others. */
    final class Announcing extends InfoSender {
        @Override
        public long nextInterval() {
            return Math.round(super.nextInterval() * busyTimes.getAsDouble());
        }
    }

    private final class Comparison extends ViewConsistencyChecker {
        @Override
        protected void _run() {
            leaveTheSilentLater();
            super._run();
        }

        private void leaveTheSilentLater() {
            timer.schedule(this::leaveTheSilent, pauseMillis / WAITED_PART, TimeUnit.MILLISECONDS);
        }

        /** Ends the wait if there are two views; otherwise checks again later, unless the wait is over. */
        private void leaveTheSilent() {
            List<Address> silent = view_rsps.getMissing();
            if (view_rsps.numberOfValidResponses() >= 2) {
                view_rsps.remove(silent);
            } else if (!silent.isEmpty()) {
                leaveTheSilentLater();
            }
        }

        @Override
        public long nextInterval() {
            return pauseMillis;
        }
    }
}
