package org.xpand.core;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.alm.udp.MulticastSocket;
import org.xpand.alm.udp.Transport;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.lan.LanContent;
import org.xpand.protocols.lan.LanPath;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.site.SiteMember;
import org.xpand.protocols.site.SiteView;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireWriter;

/** Carries LAN messages as datagrams between the loops of a site's processes, beside JGroups, see {@link LanPath}. On the loop. */
final class LanDatagrams implements MulticastSocket.Listener, LanPath.Output, AutoCloseable {
    /** The system property that turns it on: in every process of a site, or in none. */
    private static final String PROPERTY = "org.xpand.lanDatagrams";
    private static final String WILDCARD = "0.0.0.0";
    private static final Logger LOG = LoggerFactory.getLogger(LanDatagrams.class);

    private final NodeEngine engine;
    private final LanPath path;
    private final BiConsumer<ProcessId, byte[]> jgroups;
    private final Runnable roomAgain;
    private final Map<ProcessId, InetSocketAddress> addresses = new HashMap<>();
    private MulticastSocket socket;
    private LoopTurns turns;
    private Future<?> timer;
    private long timerNanos = Long.MAX_VALUE;
    private boolean refused;
    private InetSocketAddress arrivedFrom;

    /** @param jgroups sends a message to a process through JGroups, in order */
    LanDatagrams(NodeEngine engine, ProcessId self, BiConsumer<ProcessId, byte[]> jgroups, Runnable roomAgain) {
        this.engine = engine;
        this.path = new LanPath(self, LanMessage.MAX_SEGMENTS_LENGTH, this);
        this.jgroups = jgroups;
        this.roomAgain = roomAgain;
    }

    /** Returns the transport whose interface and multicast address it uses, if it is on and can be used. */
    static Optional<LanTransport.Udp> transport(NodeConfig config, Transport loop) {
        boolean on = Boolean.getBoolean(PROPERTY) && loop == Transport.EPOLL && config.key().isEmpty();
        return on && config.lan() instanceof LanTransport.Udp udp && !WILDCARD.equals(udp.bindHost()) ? Optional.of(udp) : Optional.empty();
    }

    /** Not on the loop. */
    void open(LanTransport.Udp lan, LoopTurns newTurns) {
        turns = newTurns;
        try {
            socket = MulticastSocket.open(engine.loop(), InetAddress.getByName(lan.bindHost()),
                    new InetSocketAddress(lan.group(), lan.port() + 1), this);
        } catch (IOException e) {
            throw new IllegalArgumentException("LAN bind address '" + lan.bindHost() + "': " + e.getMessage(), e);
        }
    }

    void view(SiteView view, ProcessId self) {
        List<ProcessId> others = view.members().stream().map(SiteMember::process).filter(each -> !each.equals(self)).toList();
        addresses.keySet().retainAll(others);
        path.view(others, engine.nanoTime());
    }

    /** Takes a message through JGroups if it is for the path; returns whether it is. */
    boolean arrived(ProcessId from, byte[] message) {
        if (!LanPath.isControl(message)) {
            return false;
        }
        try {
            path.control(from, message, engine.nanoTime());
        } catch (MalformedPacketException e) {
            LOG.debug("dropped", e);
        }
        return true;
    }

    boolean hasRoom() {
        refused |= !socket.writable();
        return socket.writable() && path.hasRoom();
    }

    void multicast(LanContent content) {
        path.multicast(content, engine.nanoTime());
    }

    boolean send(ProcessId to, byte[] message) {
        return path.send(to, new Bytes(message), engine.nanoTime());
    }

    /** At the end of a turn: does what is due, and hands all datagrams to the system. */
    void endTurn() {
        long now = engine.nanoTime();
        long deadline = path.run(now);
        socket.flush();
        if (deadline < timerNanos) {
            if (timer != null) {
                timer.cancel(false);
            }
            timerNanos = deadline;
            timer = engine.loop().eventLoop().schedule(this::due, Math.max(0, deadline - now), TimeUnit.NANOSECONDS);
        }
    }

    private void due() {
        timer = null;
        timerNanos = Long.MAX_VALUE;
        engine.guarded(this::endTurn);
    }

    // The path.

    @Override
    public void multicast(byte[] datagram, int length) {
        socket.send(datagram, length);
    }

    @Override
    public void send(ProcessId to, byte[] datagram, int length) {
        InetSocketAddress address = addresses.get(to);
        if (address != null) {
            socket.send(datagram, length, address);
        }
        // Otherwise it is sent again on request, once the process was heard.
    }

    @Override
    public void control(ProcessId to, byte[] message) {
        jgroups.accept(to, message);
    }

    @Override
    public void deliver(ProcessId from, byte[] buffer, int offset, int length) {
        if (arrivedFrom != null) {
            addresses.put(from, arrivedFrom);
        }
        turns.message(from, buffer, offset, length);
    }

    @Override
    public void roomAgain() {
        roomAgain.run();
    }

    // The socket.

    @Override
    public void datagram(byte[] datagram, InetSocketAddress from) {
        engine.guarded(() -> take(datagram, from));
    }

    private void take(byte[] datagram, InetSocketAddress from) {
        arrivedFrom = from;
        try {
            path.datagram(datagram, 0, datagram.length, engine.nanoTime());
        } catch (MalformedPacketException e) {
            LOG.debug("dropped", e);
        } finally {
            arrivedFrom = null;
        }
    }

    @Override
    public void readComplete() {
        engine.turn();
    }

    @Override
    public void writable() {
        if (refused) {
            refused = false;
            roomAgain.run();
        }
    }

    @Override
    public void close() {
        socket.close();
    }

    /** A message that is encoded already. */
    record Bytes(byte[] bytes) implements LanContent {
        @Override
        public int length() {
            return bytes.length;
        }

        @Override
        public void writeTo(WireWriter out) {
            out.putBytes(bytes, 0, bytes.length);
        }
    }
}
