package org.xpand.core;

import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.alm.udp.MulticastSocket;
import org.xpand.membership.MembershipException;
import org.xpand.membership.api.LanTransport;
import org.xpand.membership.jgroups.LocalAddresses;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.lan.LanContent;
import org.xpand.protocols.lan.LanPath;
import org.xpand.protocols.lan.LanPathStats;
import org.xpand.protocols.logging.RepeatedEvent;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.seal.SealedFrames;
import org.xpand.protocols.site.SiteMember;
import org.xpand.protocols.site.SiteView;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireWriter;

/** Carries LAN messages as datagrams between the loops of a site's processes, beside JGroups, see {@link LanPath}. On the loop. */
final class LanDatagrams implements MulticastSocket.Listener, LanPath.Output, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LanDatagrams.class);
    private static final int LAST_PORT = 65535;
    private static final int SALT_LENGTH = 16;

    private final NodeEngine engine;
    private final LanPath path;
    private final BiConsumer<ProcessId, byte[]> jgroups;
    private final Runnable roomAgain;
    private final Map<ProcessId, InetSocketAddress> addresses = new HashMap<>();
    private final MulticastSocket socket;
    private final LoopTurns turns;
    /** Null without a key. */
    private final SealedFrames seal;
    private Set<ProcessId> plain = Set.of();
    private final RepeatedEvent refusal = new RepeatedEvent();
    private Future<?> timer;
    private long timerNanos = Long.MAX_VALUE;
    private boolean refused;
    private InetSocketAddress arrivedFrom;

    /** Not on the loop. */
    private LanDatagrams(NodeConfig config, LanTransport.Udp lan, NodeEngine engine, LoopTurns turns, ProcessId self,
                         BiConsumer<ProcessId, byte[]> jgroups, Runnable roomAgain) throws SocketException {
        this.engine = engine;
        this.turns = turns;
        this.jgroups = jgroups;
        this.roomAgain = roomAgain;
        this.seal = config.key().map(key -> new SealedFrames(key, "xpand-lan-" + config.site(),
                () -> engine.randomBytes(SALT_LENGTH))).orElse(null);
        this.socket = MulticastSocket.open(engine.loop(), LocalAddresses.forMulticast(lan),
                new InetSocketAddress(lan.group(), lan.port() + 1), this);
        this.path = new LanPath(self, LanMessage.MAX_SEGMENTS_LENGTH, socket.capacity(), this);
    }

    /** Begins to read, when everything that a datagram needs is there. */
    void start() {
        socket.start();
    }

    /**
     * Opens them if the node's settings want them and its system has what they need; otherwise JGroups carries everything. Not on the loop.
     *
     * @param jgroups sends a message to a process through JGroups, in order
     */
    static Optional<LanDatagrams> open(NodeConfig config, NodeEngine engine, LoopTurns turns, ProcessId self,
                                       BiConsumer<ProcessId, byte[]> jgroups, Runnable roomAgain) {
        if (!config.lanDatagrams() || !(config.lan() instanceof LanTransport.Udp lan)) {
            return Optional.empty();
        }
        try {
            if (!(lan.group() instanceof Inet4Address)) {
                throw new SocketException("only IPv4 is supported");
            }
            if (lan.port() == LAST_PORT) {
                throw new SocketException("there is no port after " + LAST_PORT + ", choose a lower one");
            }
            return Optional.of(new LanDatagrams(config, lan, engine, turns, self, jgroups, roomAgain));
        } catch (SocketException | MembershipException e) {
            // What is wrong with the address, JGroups says too.
            LOG.info("site {}: no datagrams beside the LAN {}:{}, JGroups carries everything: {}", config.site(),
                    lan.group().getHostAddress(), lan.port(), e.getMessage());
            return Optional.empty();
        }
    }

    void view(SiteView view, ProcessId self) {
        List<SiteMember> others = view.members().stream().filter(each -> !each.process().equals(self)).toList();
        List<ProcessId> reached = others.stream().filter(SiteMember::datagrams).map(SiteMember::process).toList();
        plain = others.stream().filter(each -> !each.datagrams()).map(SiteMember::process).collect(Collectors.toUnmodifiableSet());
        addresses.keySet().retainAll(reached);
        path.view(reached, engine.nanoTime());
    }

    /** Processes of the site that do not exchange datagrams, and get what goes to all through JGroups. */
    Set<ProcessId> plain() {
        return plain;
    }

    LanStats stats() {
        LanPathStats stats = path.stats();
        return new LanStats(stats.sent(), stats.sentAgain(), stats.received(), stats.requests(), refusal.count(),
                stats.detours() + plain.size(), stats.window());
    }

    /** Takes a message through JGroups if it is for the path; returns whether it is. */
    boolean arrived(ProcessId from, byte[] message) {
        if (!LanPath.isControl(message)) {
            return false;
        }
        try {
            path.control(from, message, engine.nanoTime());
        } catch (MalformedPacketException e) {
            refused("JGroups", "is malformed: " + e.getMessage());
        }
        return true;
    }

    boolean hasRoom() {
        refused |= !socket.writable();
        return socket.writable() && path.hasRoom();
    }

    int mostLength() {
        return path.mostLength();
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
        if (seal == null) {
            socket.send(datagram, length);
        } else {
            byte[] sealed = seal.seal(datagram, 0, length);
            socket.send(sealed, sealed.length);
        }
    }

    @Override
    public void send(ProcessId to, byte[] datagram, int length) {
        InetSocketAddress address = addresses.get(to);
        if (address == null) {
            // It is sent again on request, once the process was heard.
            return;
        }
        if (seal == null) {
            socket.send(datagram, length, address);
        } else {
            byte[] sealed = seal.seal(datagram, 0, length);
            socket.send(sealed, sealed.length, address);
        }
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
        byte[] opened = seal == null ? datagram : seal.open(datagram, 0, datagram.length);
        if (opened == null) {
            refused(from, "does not open with the key of this node");
            return;
        }
        arrivedFrom = from;
        try {
            path.datagram(opened, 0, opened.length, engine.nanoTime());
        } catch (MalformedPacketException e) {
            refused(from, "is malformed: " + e.getMessage());
        } finally {
            arrivedFrom = null;
        }
    }

    private void refused(Object from, String why) {
        if (refusal.happened(engine.nanoTime())) {
            LOG.warn("site {}: a datagram from {} {}; {} so far were dropped. Accepted are datagrams of processes of the site, with the same "
                    + "key if there is one", engine.siteName(), from, why, refusal.count());
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
