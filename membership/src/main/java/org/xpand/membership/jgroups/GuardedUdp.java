package org.xpand.membership.jgroups;

import java.io.DataInput;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.UDP;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.MessageBatch;

/** {@link UDP} that takes only messages such as our stacks send, see {@link Frames}. Speaks UDP's protocol under its id. */
public final class GuardedUdp extends UDP {
    /** Settings are UDP's. */
    public GuardedUdp() {
        setId(ClassConfigurator.getProtocolId(UDP.class));
    }

    @Override
    protected void handleMessageBatch(DataInput in, boolean multicast) {
        try {
            MessageBatch[] batches = Frames.batches((ByteArrayDataInputStream) in, multicast);
            processBatch(batches[1], true);
            processBatch(batches[0], false);
        } catch (Exception e) {
            log.debug("%s: a frame is dropped: %s", local_addr, e);
        }
    }

    @Override
    protected void handleSingleMessage(DataInput in, boolean multicast) {
        try {
            Message message = Frames.message(in);
            if (multicast || !unicastDestMismatch(message.getDest())) {
                msg_processing_policy.process(message, message.isFlagSet(Message.Flag.OOB));
            }
        } catch (Exception e) {
            log.debug("%s: a frame is dropped: %s", local_addr, e);
        }
    }
}
