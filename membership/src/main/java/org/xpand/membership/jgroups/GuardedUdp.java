package org.xpand.membership.jgroups;

import java.io.DataInput;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.UDP;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.MessageBatch;
import org.xpand.protocols.keys.KeyRing;

/**
 * {@link UDP} that accepts only messages that our stacks send, see {@link Frames}; with a key, only from processes that have it.
 * Uses UDP's protocol and id.
 */
public final class GuardedUdp extends UDP {
    private final FrameSeal seal;
    private final RefusedFrames refused;
    private volatile boolean receivesItself;

    /**
     * @param key     seals and opens all frames; null for none
     * @param channel purpose of the frames
     */
    public GuardedUdp(KeyRing key, String channel) {
        seal = new FrameSeal(key, channel);
        refused = new RefusedFrames(channel);
        setId(ClassConfigurator.getProtocolId(UDP.class));
    }

    @Override
    public void doSend(byte[] bytes, int offset, int length, Address destination) throws Exception {
        if (!seal.isOn()) {
            super.doSend(bytes, offset, length, destination);
            return;
        }
        byte[] frame = seal.seal(bytes, offset, length);
        super.doSend(frame, 0, frame.length, destination);
    }

    @Override
    public void receive(Address sender, byte[] frame, int offset, int length) {
        boolean own = sender.equals(local_physical_addr);
        if (own && !receivesItself) {
            return;
        }
        // JGroups drops frames that this process has sent.
        Address from = own ? null : sender;
        if (!seal.isOn()) {
            super.receive(from, frame, offset, length);
        } else {
            byte[] bytes = own ? seal.openOwn(frame, offset, length) : seal.open(sender, frame, offset, length);
            if (bytes != null) {
                super.receive(from, bytes, 0, bytes.length);
            }
        }
    }

    /** Whether this process also receives what it multicasts itself, from the network: so it knows whether it receives at all. */
    void receiveItself(boolean wanted) {
        receivesItself = wanted;
    }

    /** {@return how many frames had content that our stacks do not send} */
    public long refusedFrames() {
        return refused.count();
    }

    @Override
    protected void handleMessageBatch(DataInput in, boolean multicast) {
        try {
            MessageBatch[] batches = Frames.batches((ByteArrayDataInputStream) in, multicast);
            processBatch(batches[1], true);
            processBatch(batches[0], false);
        } catch (Exception e) {
            refused.add(e);
        }
    }

    @Override
    protected void handleSingleMessage(DataInput in, boolean multicast) {
        try {
            Message message = Frames.message(in);
            boolean urgent = message.isFlagSet(Message.Flag.OOB);
            if (receivesItself && message.getSrc().equals(local_addr)) {
                msg_processing_policy.loopback(message, urgent);
            } else if (multicast || !unicastDestMismatch(message.getDest())) {
                msg_processing_policy.process(message, urgent);
            }
        } catch (Exception e) {
            refused.add(e);
        }
    }
}
