package org.xpand.membership.jgroups;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.SeqnoList;

/**
 * Reliable multicast as {@link NAKACK2}, with a timer that rests while nothing is missing and the number of the last message has
 * been repeated often enough: without that, the others would not know of missing last messages until the next agreement on
 * stability. After a view it is repeated for longer. When parts merge, one of them may see the other a second later, and drops what
 * arrives before; a sender without credits then sends nothing more from which the loss could be detected. Requests shrink while no
 * repair arrives, see {@link RepairPace}.
 *
 * <p>Uses NAKACK2's protocol and id.
 */
public final class RestingMulticast extends NAKACK2 {
    /** NAKACK2 skips the first run after a message. */
    private static final int RUNS_AFTER_MULTICAST = 3;
    /** A connection loses nothing; only a receiver without a view of the sender does. Each additional run wakes an idle delegate. */
    private static final int RUNS_AFTER_MESSAGE = 2;
    private static final int RUNS_AFTER_VIEW = 12;

    /** Remaining runs of the timer although nothing is missing. */
    private final AtomicInteger runs = new AtomicInteger();
    private final RepairTimer repairs = new RepairTimer(this::repair, () -> runs.get() > 0 || getXmitTableMissingMessages() > 0,
            this::getXmitInterval);
    /** By sender. The timer and agreements on stability request, perhaps at the same time. */
    private final Map<Address, RepairPace> paces = new ConcurrentHashMap<>();

    /** For settings see {@link NAKACK2}. */
    public RestingMulticast() {
        setId(ClassConfigurator.getProtocolId(NAKACK2.class));
        setResendLastSeqnoMaxTimes(RUNS_AFTER_VIEW);
    }

    private void repair() {
        runs.updateAndGet(left -> Math.max(0, left - 1));
        triggerXmit();
    }

    private void runAgain(int times) {
        if (runs.get() < times) {
            runs.accumulateAndGet(times, Math::max);
            repairs.lookAgain();
        }
    }

    @Override
    public Object down(Message message) {
        Object answer = super.down(message);
        if (message.getDest() == null && !message.isFlagSet(Message.Flag.NO_RELIABILITY)) {
            runAgain(useMcastXmit() ? RUNS_AFTER_MULTICAST : RUNS_AFTER_MESSAGE);
        }
        return answer;
    }

    @Override
    public Object down(Event event) {
        Object answer = super.down(event);
        if (event.getType() == Event.VIEW_CHANGE) {
            runAgain(RUNS_AFTER_VIEW);
            paces.keySet().retainAll(event.<View>arg().getMembers());
        }
        return answer;
    }

    @Override
    protected void retransmit(SeqnoList missing, Address sender, boolean multicastRequest) {
        int allowed;
        RepairPace pace = paces.computeIfAbsent(sender, any -> new RepairPace());
        synchronized (pace) {
            allowed = pace.allowed(missing.getFirst(), missing.size());
        }
        if (allowed > 0) {
            int more = allowed;
            for (long each : missing) {
                if (--more == 0) {
                    missing.removeHigherThan(each);
                    break;
                }
            }
            super.retransmit(missing, sender, multicastRequest);
        }
    }

    @Override
    protected void startRetransmitTask() {
        xmit_task = repairs.start(timer, sends_can_block);
    }

    @Override
    protected void stopRetransmitTask() {
        repairs.stop();
        super.stopRetransmitTask();
    }

    @Override
    public Object up(Message message) {
        Object answer = super.up(message);
        repairs.lookAgain();
        return answer;
    }

    @Override
    public void up(MessageBatch batch) {
        super.up(batch);
        repairs.lookAgain();
    }
}
