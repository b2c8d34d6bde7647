package org.xpand.membership.jgroups;

import java.io.DataInput;
import java.io.IOException;
import java.util.Collection;
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
 * {@link TCP} with protection against unknown peers: connections are limited and identify themselves before they use resources
 * ({@link GuardedSockets}), frames are bounded, and only messages that our stacks send are accepted, see {@link Frames}; with a
 * key, only from processes that have it. Uses TCP's protocol and id.
 */
public final class GuardedTcp extends TCP {
    private final ConnectionLimits limits;

    private final RefusedFrames refused;
    private final List<Consumer<PhysicalAddress>> whenAway = new CopyOnWriteArrayList<>();
    private final List<Consumer<PhysicalAddress>> whenClosed = new CopyOnWriteArrayList<>();

    /**
     * @param limits  limits for unknown peers
     * @param key     both ends prove that they have it before a connection is accepted, and data is sealed; null for none
     * @param channel purpose of the connections
     * @param trust   decides which peers are trusted; null to trust every process with the key
     */
    public GuardedTcp(ConnectionLimits limits, KeyRing key, String channel, ConnectionTrust trust) {
        this.limits = limits;
        refused = new RefusedFrames(channel);
        setId(ClassConfigurator.getProtocolId(TCP.class));
        setSocketFactory(new GuardedSockets(limits, key, channel, trust));
        setMaxLength(limits.frameBytes());
    }

    /** @param listener receives hosts to which nothing can be sent */
    void onAbsence(Consumer<PhysicalAddress> listener) {
        whenAway.add(listener);
    }

    /** @param listener receives hosts whose connection is closed */
    void onClosing(Consumer<PhysicalAddress> listener) {
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

    /**
     * Closes the connections to hosts without a member. TCP looks the members' hosts up first, and forgets the connections of all
     * others, but does not close one whose host has become known meanwhile. Both ends then have it open, and only one end uses it:
     * what this end sends goes into a new connection, which the other end refuses because it has one, so that everything is lost
     * from then on. TCP also forgets the locks of these hosts; here they stay, one for each host that was ever connected.
     */
    @Override
    public void retainAll(Collection<Address> hosts) {
        srv.forAllConnections((host, connection) -> {
            if (!hosts.contains(host) && !is_member.test((PhysicalAddress) host)) {
                srv.closeConnection(connection, false);
            }
        });
    }

    /** Reads a frame completely, so that its content cannot claim more bytes than have arrived. */
    @Override
    public void receive(Address sender, DataInput in, int length) throws Exception {
        if (length < 0 || length > limits.frameBytes()) {
            throw new IOException("a frame of " + length + " bytes: accepted are up to " + limits.frameBytes());
        }
        byte[] frame = new byte[length];
        in.readFully(frame);
        receive(sender, frame, 0, length);
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
            if (multicast || !unicastDestMismatch(message.getDest())) {
                msg_processing_policy.process(message, message.isFlagSet(Message.Flag.OOB));
            }
        } catch (Exception e) {
            refused.add(e);
        }
    }
}
