package org.xpand.membership.jgroups;

import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.UnicastHeader3;
import org.jgroups.util.MessageBatch;

/**
 * Reliable messages to one member as {@link UNICAST3}, with a timer that rests while nothing is missing or to be acknowledged.
 *
 * <p>Uses UNICAST3's protocol and id.
 */
public final class RestingUnicast extends UNICAST3 {
    private final RepairTimer repairs = new RepairTimer(this::triggerXmit,
            () -> getNumUnackedMessages() > 0 || getXmitTableMissingMessages() > 0, this::getXmitInterval);

    /** For settings see {@link UNICAST3}. */
    public RestingUnicast() {
        setId(ClassConfigurator.getProtocolId(UNICAST3.class));
    }

    @Override
    public void startRetransmitTask() {
        xmit_task = repairs.start(timer, sends_can_block);
    }

    @Override
    public void stopRetransmitTask() {
        repairs.stop();
        super.stopRetransmitTask();
    }

    @Override
    public Object down(Message message) {
        Object answer = super.down(message);
        if (message.getDest() != null) {
            repairs.wanted();
        }
        return answer;
    }

    @Override
    public Object up(Message message) {
        UnicastHeader3 header = message.getHeader(getId());
        Object answer = super.up(message);
        if (header != null && header.type() != UnicastHeader3.ACK) {
            repairs.wanted();
        }
        return answer;
    }

    @Override
    public void up(MessageBatch batch) {
        boolean toOne = batch.dest() != null;
        super.up(batch);
        if (toOne) {
            repairs.wanted();
        }
    }
}
