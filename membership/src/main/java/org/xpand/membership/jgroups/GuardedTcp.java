package org.xpand.membership.jgroups;

import java.io.DataInput;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCP;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.MessageBatch;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.seal.ConnectionTrust;

/**
 * {@link TCP} behind a door: connections are limited, and have said who they are before they cost a place ({@link GuardedSockets}),
 * frames are bounded, and only messages such as our stacks send are taken, see {@link Frames}; with a key, from those alone who
 * have it. Speaks TCP's protocol under its id.
 */
public final class GuardedTcp extends TCP {
    private final ConnectionLimits limits;

    private final RefusedFrames refused;
    private final List<Consumer<PhysicalAddress>> whenAway = new CopyOnWriteArrayList<>();
    private final List<Consumer<PhysicalAddress>> whenClosed = new CopyOnWriteArrayList<>();

    /**
     * @param limits  of what strangers can take
     * @param key     has to be proved by both ends before a connection is taken, and what is sent is sealed; null for none
     * @param channel what the connections are for
     * @param trust   of who is at a connection's other end; null for anybody who has the key
     */
    public GuardedTcp(ConnectionLimits limits, KeyRing key, String channel, ConnectionTrust trust) {
        this.limits = limits;
        refused = new RefusedFrames(channel);
        setId(ClassConfigurator.getProtocolId(TCP.class));
        setSocketFactory(new GuardedSockets(limits, key, channel, trust));
        setMaxLength(limits.frameBytes());
    }

    /** @param listener told of hosts to which nothing can be sent */
    void tellOfAbsence(Consumer<PhysicalAddress> listener) {
        whenAway.add(listener);
    }

    /** @param listener told of hosts whose connection is closed */
    void tellOfClosing(Consumer<PhysicalAddress> listener) {
        whenClosed.add(listener);
    }

    @Override
    public void sendUnicast(PhysicalAddress host, byte[] data, int offset, int length) throws Exception {
        try {
            super.sendUnicast(host, data, offset, length);
        } catch (IOException e) {
            whenAway.forEach(each -> each.accept(host));
            throw e;
        }
    }

    @Override
    public void connectionClosed(Connection connection) {
        super.connectionClosed(connection);
        if (connection.peerAddress() instanceof PhysicalAddress host) {
            whenClosed.forEach(each -> each.accept(host));
        }
    }

    /** A frame is read whole, so that what is in it cannot claim more than has come. */
    @Override
    public void receive(Address sender, DataInput in, int length) throws Exception {
        if (length < 0 || length > limits.frameBytes()) {
            throw new IOException("a frame of " + length + " bytes: accepted are up to " + limits.frameBytes());
        }
        byte[] frame = new byte[length];
        in.readFully(frame);
        receive(sender, frame, 0, length);
    }

    /** Frames that held what our stacks do not send. */
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
            if (multicast || !unicastDestMismatch(message.getDest())) {
                msg_processing_policy.process(message, message.isFlagSet(Message.Flag.OOB));
            }
        } catch (Exception e) {
            refused.add(e);
        }
    }
}
