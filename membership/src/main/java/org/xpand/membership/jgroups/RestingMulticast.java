package org.xpand.membership.jgroups;

import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.util.MessageBatch;

/**
 * Reliable multicast as {@link NAKACK2}, whose timer rests while nothing is missing.
 *
 * <p>Speaks NAKACK2's protocol under its id.
 */
public final class RestingMulticast extends NAKACK2 {
    private final RepairTimer repairs = new RepairTimer(this::triggerXmit, () -> getXmitTableMissingMessages() > 0, this::getXmitInterval);

    /** For settings see {@link NAKACK2}. */
    public RestingMulticast() {
        setId(ClassConfigurator.getProtocolId(NAKACK2.class));
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
