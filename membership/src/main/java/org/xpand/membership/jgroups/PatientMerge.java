package org.xpand.membership.jgroups;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.EmptyMessage;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.ViewId;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.MERGE3;

/**
 * Looks for other parts of a cluster as {@link MERGE3} does, but waits for what they answer as long as their path takes.
 * MERGE3 asks all coordinators for their views and gives them a tenth of the interval between two comparisons; behind a
 * longer RTT, or on a computer that is busy, every answer comes too late, and the parts stay apart for good. Here nobody is
 * given up while there are not two views to be merged, for a time that is a setting of its own; who is silent beyond a tenth
 * of the interval when there are two is left to the next comparison.
 *
 * <p>A coordinator that hears of another one answers at once, and tells the one of them that would lead a merge. With MERGE3
 * each tells when its own time has come, and nobody tells of others: two that know only a third each take themselves for the
 * leader, and the one that comes second to the third waits for its answer until the merge's time is over. That is so for a member
 * with a view of its own too: it has gone on without this process while that stood still, and nobody here looks for members, so
 * if it is to lead the merge it would never hear of this view.
 *
 * <p>Speaks MERGE3's protocol under its id.
 */
public final class PatientMerge extends MERGE3 {
    /** The part of its check interval for which MERGE3 waits for answers. */
    private static final int WAITED_PART = 10;

    private final long pauseMillis;
    /** Of other coordinators, since the last comparison; in the order in which they lead. Guarded by {@code views}. */
    private final SortedMap<Address, Word> words = new TreeMap<>();

    /**
     * @param intervalMillis longest interval at which the others are looked for, at least 2; what was found is compared
     *                       every 1.6 intervals
     * @param answerMillis   how long another part has to answer
     */
    public PatientMerge(long intervalMillis, long answerMillis) {
        setId(ClassConfigurator.getProtocolId(MERGE3.class));
        setMinInterval(intervalMillis / 2).setMaxInterval(intervalMillis);
        pauseMillis = getCheckInterval();
        setCheckInterval(Math.max(pauseMillis, WAITED_PART * answerMillis));
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
        // By multicast everybody tells everybody at once.
        if (transport_supports_multicasting || !is_coord || where == null || !sender.equals(sendersView.getCreator())) {
            return;
        }
        Word word = new Word(where, MergeHeader.createInfo(sendersView, name, where));
        SortedMap<Address, Word> others;
        synchronized (views) {
            if (words.put(sender, word) != null) {
                return;
            }
            others = new TreeMap<>(words);
        }
        tell(where, local_addr, createInfo());
        Address leader = others.firstKey();
        if (leader.compareTo(local_addr) > 0) {
            return;
        }
        if (leader.equals(sender)) {
            others.remove(sender);
            others.forEach((other, its) -> tell(where, other, its.header));
        } else {
            tell(others.get(leader).where, sender, word.header);
        }
    }

    @Override
    public void clearViews() {
        synchronized (views) {
            super.clearViews();
            words.clear();
        }
    }

    private void tell(PhysicalAddress whom, Address of, MergeHeader word) {
        down_prot.down(new EmptyMessage(whom).setSrc(of).putHeader(getId(), word)
                .setFlag(Message.TransientFlag.DONT_BLOCK));
    }

    /** What another coordinator told of itself. */
    private record Word(PhysicalAddress where, MergeHeader header) {
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

        /** Ends the wait if there are two views; looks again later if there are not, unless the wait is over. */
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
