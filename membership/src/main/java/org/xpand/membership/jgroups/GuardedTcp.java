package org.xpand.membership.jgroups;

import java.io.DataInput;
import java.io.IOException;
import java.util.Arrays;
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
import org.jgroups.stack.IpAddress;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.MessageBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.protocols.keys.KeyRing;
import org.xpand.protocols.seal.ConnectionTrust;

/**
 * {@link TCP} with protection against unknown peers: connections are limited and identify themselves before they use resources
 * ({@link GuardedSockets}), frames are bounded, and only messages that our stacks send are accepted, see {@link Frames}; with a
 * key, only from processes that have it. If wanted, hosts that cannot be reached directly are reached through third ones, see
 * {@link HostPaths}. Uses TCP's protocol and id.
 */
public final class GuardedTcp extends TCP {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedTcp.class);

    private final ConnectionLimits limits;
    private final RefusedFrames refused;
    private final HostPaths paths = new HostPaths();
    private final FirstFrames firstFrames = new FirstFrames(GuardedTcp::onThread, this::sendFirst);
    private boolean passesOn;
    private boolean replacesUseless;
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

    /**
     * Lets hosts that cannot be reached directly be reached through third ones. All hosts are then trusted to name the origin of what they
     * pass on, so this is only for processes that trust each other.
     *
     * @return this
     */
    public GuardedTcp passingOn() {
        passesOn = true;
        return this;
    }

    /**
     * Closes a connection on which frames are sent and nothing comes back for some seconds, and opens another one: for processes that answer each
     * other at least every few seconds.
     *
     * @return this
     */
    public GuardedTcp replacingUseless() {
        replacesUseless = true;
        return this;
    }

    /** The host does not answer elsewhere: what is sent to it goes through third hosts too. */
    void doubt(PhysicalAddress host) {
        paths.doubt(host, System.nanoTime());
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
        if (srv.hasConnection(host)) {
            send(host, data, offset, length);
        } else {
            firstFrames.send(host, Arrays.copyOfRange(data, offset, offset + length));
        }
    }

    /** With many hosts that do not answer, the transport's threads would all wait for them. */
    private static void onThread(Runnable task) {
        Thread thread = new Thread(task, "xpand-connect");
        thread.setDaemon(true);
        thread.start();
    }

    private void sendFirst(PhysicalAddress host, byte[] frame) {
        try {
            send(host, frame, 0, frame.length);
        } catch (Exception e) {
            log.trace("%s: %s cannot be reached: %s", local_addr, host, e);
        }
    }

    private void send(PhysicalAddress host, byte[] data, int offset, int length) throws Exception {
        if (replacesUseless && srv.hasConnection(host) && paths.sends(host, System.nanoTime())) {
            LOG.debug("the connection to {} leads nowhere; another one is opened", host);
            closeUseless(host);
        }
        if (!passesOn) {
            sendDirectly(host, data, offset, length);
            return;
        }
        HostPaths.Path path = paths.path(host, System.nanoTime());
        IOException failure = null;
        if (path.direct()) {
            try {
                sendDirectly(host, data, offset, length);
            } catch (IOException e) {
                failure = e;
                paths.absent(host, System.nanoTime());
                path = paths.path(host, System.nanoTime());
            }
        } else {
            if (path.retry()) {
                byte[] copy = Arrays.copyOfRange(data, offset, offset + length);
                getThreadPool().execute(() -> retry(host, copy));
            }
            whenAway.forEach(each -> each.accept(host));
        }
        if (!sendThrough(path, host, data, offset, length) && failure != null) {
            throw failure;
        }
    }

    private void sendDirectly(PhysicalAddress host, byte[] data, int offset, int length) throws Exception {
        try {
            super.sendUnicast(host, data, offset, length);
        } catch (IOException e) {
            whenAway.forEach(each -> each.accept(host));
            throw e;
        }
    }

    private void retry(PhysicalAddress host, byte[] data) {
        try {
            sendDirectly(host, data, 0, data.length);
            paths.opened(host, System.nanoTime());
        } catch (Exception e) {
            log.trace("%s: %s still cannot be reached directly: %s", local_addr, host, e);
        }
    }

    /** Returns whether at least one third host has taken the frame. */
    private boolean sendThrough(HostPaths.Path path, PhysicalAddress host, byte[] data, int offset, int length) {
        if (path.through().isEmpty() || !(host instanceof IpAddress destination)) {
            return false;
        }
        byte[] frame = PassedFrame.onward(destination, path.answer(), data, offset, length);
        boolean sent = false;
        for (PhysicalAddress third : path.through()) {
            try {
                super.sendUnicast(third, frame, 0, frame.length);
                sent = true;
            } catch (Exception e) {
                paths.absent(third, System.nanoTime());
            }
        }
        return sent;
    }

    /** Without notice: whether the host has failed, and not only the connection, is for the failure detection to say. */
    private void closeUseless(PhysicalAddress host) {
        paths.absent(host, System.nanoTime());
        srv.forAllConnections((each, connection) -> {
            if (each.equals(host)) {
                srv.closeConnection(connection, false);
            }
        });
    }

    @Override
    public void connectionClosed(Connection connection) {
        super.connectionClosed(connection);
        if (connection.peerAddress() instanceof PhysicalAddress host) {
            paths.closed(host, System.nanoTime());
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
        if ((passesOn || replacesUseless) && sender instanceof IpAddress host) {
            paths.received(host, System.nanoTime());
            if (passesOn && PassedFrame.is(frame, 0, length)) {
                takePassed(host, frame);
                return;
            }
        }
        receive(sender, frame, 0, length);
    }

    /** Passes on what another host sends to a third, or takes what has been passed on to this one. */
    private void takePassed(IpAddress sender, byte[] frame) {
        PassedFrame passed;
        try {
            passed = PassedFrame.read(frame);
        } catch (IOException e) {
            refused.add(e);
            return;
        }
        int length = frame.length - passed.start();
        if (!passed.onward()) {
            if (paths.receivedThrough(passed.host(), sender, passed.answer(), System.nanoTime())) {
                LOG.warn("No control connection to {} works; messages go through {}. Sites should reach each other directly (UDP and TCP)",
                        passed.host(), sender);
            }
            receive(sender, frame, passed.start(), length);
        } else if (!passed.host().equals(sender) && srv.hasConnection(passed.host()) && paths.isDirect(passed.host(), System.nanoTime())) {
            byte[] onward = PassedFrame.arrived(sender, passed.answer(), frame, passed.start(), length);
            try {
                super.sendUnicast(passed.host(), onward, 0, onward.length);
            } catch (Exception e) {
                paths.absent(passed.host(), System.nanoTime());
            }
        }
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
