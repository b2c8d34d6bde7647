package org.xpand.membership.site;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jgroups.PhysicalAddress;
import org.jgroups.protocols.FD_SOCK2;
import org.jgroups.protocols.FRAG4;
import org.jgroups.protocols.FlowControl;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.SHARED_LOOPBACK;
import org.jgroups.protocols.SHARED_LOOPBACK_PING;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.UDP;
import org.jgroups.protocols.UFC;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.membership.api.LanTransport;
import org.xpand.membership.jgroups.AdaptiveDetection;
import org.xpand.membership.jgroups.ConnectionLimits;
import org.xpand.membership.jgroups.GuardedTcp;
import org.xpand.membership.jgroups.GuardedUdp;
import org.xpand.membership.jgroups.LocalAddresses;
import org.xpand.membership.jgroups.MulticastDiscovery;
import org.xpand.membership.jgroups.PatientMerge;
import org.xpand.membership.jgroups.PeerDiscovery;
import org.xpand.membership.jgroups.RefusalCheck;
import org.xpand.membership.jgroups.RefusingMembership;
import org.xpand.membership.jgroups.RestingMulticast;
import org.xpand.membership.jgroups.RestingUnicast;
import org.xpand.membership.jgroups.SiteSearch;
import org.xpand.protocols.api.Endpoint;

/**
 * The JGroups stack of a site, bottom to top, built without a configuration file.
 */
final class SiteStack {
    private static final Logger LOG = LoggerFactory.getLogger(SiteStack.class);
    /** Interval of repairs: many times a LAN's RTT, but short for a user. */
    private static final long REPAIR_MILLIS = 200;
    /** Maximum bytes of a sender in transit to the slowest receiver: bounds the queue of a member that waits. */
    private static final int MOST_CREDITS_BYTES = 2_000_000;
    /** Minimum, for some fragments. */
    private static final int LEAST_CREDITS_BYTES = 180_000;
    /** Credits are returned when this fraction is left; with few credits earlier, since the sender runs out of them sooner. */
    private static final double CREDITS_THRESHOLD = 0.4;
    private static final double FEW_CREDITS_THRESHOLD = 0.8;
    /**
     * Time after which a sender without credits requests them, proportionally less with few credits: a receiver with larger sockets
     * waits for more bytes than the sender may send before it returns credits; and when parts merge, a receiver that saw the sender
     * later than the sender saw it has counted less than was sent. What a receiver that accepts nothing gets nevertheless is
     * bounded by the senders' windows.
     */
    private static final long ASK_MILLIS = 500;
    /** Precision of the clock by which connections unused for minutes are found. */
    private static final long CLOCK_MILLIS = 2_000;
    private static final int MULTICAST_HOPS = 1;
    private static final int MAX_THREADS = 64;
    /** Messages are usually far shorter; those that exceed a UDP datagram are fragmented. */
    private static final int FRAGMENT_BYTES = 60_000;
    private static final int CONNECT_MILLIS = 500;
    /** Number of discovery requests while joining, in case one is lost or a peer starts at the same time. */
    private static final int DISCOVERY_RUNS = 3;
    /** How long a member may take to accept its neighbour's connection: a busy one takes seconds, and a silent one is detected sooner. */
    private static final int NEIGHBOUR_MILLIS = 5_000;
    private static final int FAILURE_OFFSET = 100;
    private static final int FAILURE_PORTS = 10;
    private static final int MIN_FAILURE_PORT = 1024;
    private static final int MAX_PORT = 65535;
    private static final long STABLE_GOSSIP_MILLIS = 5_000;
    private static final long STABLE_BYTES = 2_000_000;
    private static final long MERGE_MILLIS = 2_000;
    private static final long LEAVE_MILLIS = 500;
    private static final long VIEW_ACK_MILLIS = 1_000;

    private SiteStack() {
    }

    static List<Protocol> protocols(SiteConfig config) {
        SiteConfig.Timings timings = config.timings();
        List<Protocol> stack = new ArrayList<>();
        boolean multicast = true;
        if (config.transport() instanceof LanTransport.Udp udp) {
            addUdp(stack, udp, config);
        } else if (config.transport() instanceof LanTransport.Tcp tcp) {
            addTcp(stack, tcp, config);
            multicast = false;
        } else {
            stack.add(new SHARED_LOOPBACK().<SHARED_LOOPBACK>setBindAddress(InetAddress.getLoopbackAddress()));
            stack.add(new SHARED_LOOPBACK_PING());
        }
        TP transport = (TP) stack.get(0);
        transport.useVirtualThreads(false).setTimeServiceInterval(CLOCK_MILLIS).getThreadPool().setMaxThreads(MAX_THREADS);
        stack.add(new PatientMerge(timings.mergeInterval().toMillis(), timings.verify().toMillis()));
        if (!(config.transport() instanceof LanTransport.Local)) {
            stack.add(new FD_SOCK2().setBindAddress(transport.getBindAddr()).setOffset(FAILURE_OFFSET)
                    .setPortRange(FAILURE_PORTS).setValue("connect_timeout", NEIGHBOUR_MILLIS));
        }
        stack.add(new AdaptiveDetection(timings.silence().toMillis(), timings.heartbeat().toMillis()));
        stack.add(verification(config, transport.getBindAddr()));
        stack.add(new RestingMulticast().useMcastXmit(multicast).setXmitInterval(REPAIR_MILLIS));
        stack.add(new RestingUnicast().setXmitInterval(REPAIR_MILLIS));
        stack.add(new STABLE().setDesiredAverageGossip(STABLE_GOSSIP_MILLIS).setMaxBytes(STABLE_BYTES));
        stack.add(new SiteSearch("site '" + config.site() + "'", config.founding(), timings.silence().plus(timings.verify()),
                timings.join(), transport.getBindAddr(), config.transport() instanceof LanTransport.Tcp, peers(config)));
        // A process that has found the site never founds it; the search gives up if the process is not let in.
        stack.add(new RefusingMembership().setJoinTimeout(timings.join().toMillis()).setMaxJoinAttempts(0)
                .setLeaveTimeout(LEAVE_MILLIS).setMergeTimeout(MERGE_MILLIS)
                .setViewAckCollectionTimeout(VIEW_ACK_MILLIS).printLocalAddress(false));
        long credits = config.transport() instanceof LanTransport.Udp ? credits(grantedBuffer()) : MOST_CREDITS_BYTES;
        stack.add(sized(new MFC(), credits));
        stack.add(sized(new UFC(), credits));
        stack.add(new FRAG4().setFragSize(FRAGMENT_BYTES));
        return stack;
    }

    private static FlowControl sized(FlowControl control, long credits) {
        return control.setMaxCredits(credits).setMaxBlockTime(ASK_MILLIS * credits / MOST_CREDITS_BYTES)
                .setMinThreshold(credits == MOST_CREDITS_BYTES ? CREDITS_THRESHOLD : FEW_CREDITS_THRESHOLD);
    }

    /** Bytes that a sender may have in transit to sockets with so many bytes of buffer: an overflow is repaired only after a while. */
    static long credits(int receiveBuffer) {
        return Math.max(LEAST_CREDITS_BYTES, Math.min(receiveBuffer, MOST_CREDITS_BYTES));
    }

    /**
     * Buffer that the system grants to a socket that requests more than enough; the other computers of the LAN are assumed to be
     * the same.
     */
    private static int grantedBuffer() {
        try (DatagramSocket probe = new DatagramSocket(null)) {
            probe.setReceiveBufferSize(2 * MOST_CREDITS_BYTES);
            return probe.getReceiveBufferSize();
        } catch (SocketException e) {
            LOG.debug("the receive buffer that the system grants is not known", e);
            return MOST_CREDITS_BYTES;
        }
    }

    private static Set<InetSocketAddress> peers(SiteConfig config) {
        if (!(config.transport() instanceof LanTransport.Tcp tcp)) {
            return Set.of();
        }
        Set<InetSocketAddress> peers = new LinkedHashSet<>();
        tcp.peers().forEach(peer -> peers.add(new InetSocketAddress(LocalAddresses.resolve("LAN peer", peer.host()), peer.port())));
        peers.remove(new InetSocketAddress(LocalAddresses.toBind("LAN bind address", tcp.bind().host(), null), tcp.bind().port()));
        return peers;
    }

    private static Protocol verification(SiteConfig config, InetAddress bind) {
        long timeout = config.timings().verify().toMillis();
        if (config.transport() instanceof LanTransport.Local) {
            return new VERIFY_SUSPECT2().setTimeout(timeout);
        }
        boolean udp = config.transport() instanceof LanTransport.Udp;
        return new RefusalCheck(bind, port -> udp ? failurePorts(port) : new int[] {port}, CONNECT_MILLIS, timeout);
    }

    /** The ports of which FD_SOCK2 uses one in a process with this UDP port. */
    static int[] failurePorts(int port) {
        return IntStream.rangeClosed(port + FAILURE_OFFSET, port + FAILURE_OFFSET + FAILURE_PORTS)
                .map(each -> each > MAX_PORT ? each - MAX_PORT - 1 + MIN_FAILURE_PORT : each).toArray();
    }

    private static void addUdp(List<Protocol> stack, LanTransport.Udp udp, SiteConfig config) {
        InetAddress bind = LocalAddresses.forMulticast(udp);
        UDP transport = new GuardedUdp(config.key().orElse(null), config.clusterName()).setMcastGroupAddr(udp.group())
                .setIpTTL(MULTICAST_HOPS);
        transport.setMulticastPort(udp.port());
        transport.setBindAddress(bind);
        transport.logDiscardMsgs(false);
        stack.add(transport);
        stack.add(new MulticastDiscovery().numDiscoveryRuns(DISCOVERY_RUNS));
    }

    private static void addTcp(List<Protocol> stack, LanTransport.Tcp tcp, SiteConfig config) {
        InetAddress bind = LocalAddresses.toBind("LAN bind address", tcp.bind().host(), null);
        TCP transport = new GuardedTcp(ConnectionLimits.DEFAULT, config.key().orElse(null), config.clusterName(),
                config.trust().orElse(null));
        transport.setBindAddress(bind).setBindPort(tcp.bind().port()).setPortRange(0);
        transport.setClientBindAddr(bind).setSockConnTimeout(CONNECT_MILLIS).enableSuspectEvents(true)
                .tcpNodelay(true).logDetails(false);
        transport.logDiscardMsgs(false);
        stack.add(transport);
        Set<PhysicalAddress> peers = new LinkedHashSet<>();
        peers.add(new IpAddress(bind, tcp.bind().port()));
        for (Endpoint peer : tcp.peers()) {
            peers.add(new IpAddress(LocalAddresses.resolve("LAN peer", peer.host()), peer.port()));
        }
        PeerDiscovery discovery = new PeerDiscovery(peers);
        discovery.numDiscoveryRuns(DISCOVERY_RUNS);
        stack.add(discovery);
    }
}
