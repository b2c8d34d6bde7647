package org.xpand.membership.control;

import java.net.InetAddress;
import java.util.Collection;
import java.util.List;
import org.jgroups.PhysicalAddress;
import org.jgroups.protocols.FRAG4;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;
import org.xpand.membership.jgroups.AdaptiveDetection;
import org.xpand.membership.jgroups.GuardedTcp;
import org.xpand.membership.jgroups.PatientMerge;
import org.xpand.membership.jgroups.PeerDiscovery;
import org.xpand.membership.jgroups.RefusalCheck;
import org.xpand.membership.jgroups.RefusingMembership;
import org.xpand.membership.jgroups.RestingMulticast;
import org.xpand.membership.jgroups.RestingUnicast;

/**
 * The JGroups stack of the control channel, bottom to top, built without a configuration file.
 *
 * <p>Failure detection with a socket of its own (FD_SOCK2) is omitted: it needs a second port, derived from the advertised one,
 * which an address translation would not forward. Instead a member is suspected when its connection closes, and heartbeats find
 * failures that close no connection. Flow control is omitted because announcements are paced and bounded in size, and a delegate
 * that does not read must not delay the others.
 */
final class ControlStack {
    private static final int MAX_THREADS = 32;
    /** Precision of the clock by which connections unused for minutes are found. */
    private static final long CLOCK_MILLIS = 2_000;
    private static final int FRAGMENT_BYTES = 60_000;
    /**
     * Interval of repairs. TCP below loses nothing, but messages that arrive before their view are dropped and requested again,
     * which a successor waits for; a request that is repeated because the RTT is longer is rare and costs little.
     */
    private static final long REPAIR_MILLIS = 100;
    private static final int JOIN_ATTEMPTS = 4;
    /** Number of discovery requests to the seeds while joining, so that a seed that starts at the same time is not missed. */
    private static final int DISCOVERY_RUNS = 5;
    private static final long LEAVE_MILLIS = 1_000;
    private static final long MERGE_MILLIS = 3_000;
    private static final long STABLE_GOSSIP_MILLIS = 20_000;
    private static final long STABLE_BYTES = 1_000_000;
    /** A first delegate without seeds waits for no other. */
    private static final long ALONE_JOIN_MILLIS = 50;

    private ControlStack() {
    }

    /**
     * @param bind     the address for listening and for outgoing connections, so that a relay can recognise them by it
     * @param external where the others reach this delegate
     * @param seeds    this delegate and its seeds; may be extended later
     */
    static List<Protocol> protocols(ControlConfig config, InetAddress bind, IpAddress external,
                                    Collection<PhysicalAddress> seeds) {
        ControlConfig.Timings timings = config.timings();
        GuardedTcp transport = new GuardedTcp(config.doors(), config.key().orElse(null), ControlConnector.CLUSTER,
                config.trust().orElse(null)).replacingUseless();
        if (config.trust().isEmpty()) {
            transport.passingOn();
        }
        transport.setBindAddress(bind).setBindPort(config.bind().port()).setPortRange(0);
        transport.setExternalAddr(external.getIpAddress()).setExternalPort(external.getPort());
        transport.setClientBindAddr(bind).setSockConnTimeout((int) timings.connect().toMillis())
                .setPeerAddrReadTimeout((int) config.doors().hello().toMillis())
                .enableSuspectEvents(true).tcpNodelay(true).logDetails(false);
        transport.logDiscardMsgs(false).useVirtualThreads(false).setTimeServiceInterval(CLOCK_MILLIS).getThreadPool().setMaxThreads(MAX_THREADS);
        PeerDiscovery discovery = new PeerDiscovery(seeds).endsEarly();
        discovery.numDiscoveryRuns(DISCOVERY_RUNS);
        long join = config.seeds().isEmpty() || seeds.stream().allMatch(external::equals) ? ALONE_JOIN_MILLIS
                : timings.join().toMillis();
        return List.of(transport, discovery,
                new PatientMerge(timings.mergeInterval().toMillis(), timings.verify().toMillis()),
                new AdaptiveDetection(timings.silence().toMillis(), timings.heartbeat().toMillis()),
                new RefusalCheck(bind, port -> new int[] {port}, (int) timings.connect().toMillis(),
                        timings.verify().toMillis()),
                new RestingMulticast().useMcastXmit(false).setXmitInterval(REPAIR_MILLIS),
                new RestingUnicast().setXmitInterval(REPAIR_MILLIS),
                new STABLE().setDesiredAverageGossip(STABLE_GOSSIP_MILLIS).setMaxBytes(STABLE_BYTES),
                new RefusingMembership().setJoinTimeout(join).setMaxJoinAttempts(JOIN_ATTEMPTS).setLeaveTimeout(LEAVE_MILLIS)
                        .setMergeTimeout(MERGE_MILLIS).setViewAckCollectionTimeout(timings.join().toMillis())
                        .printLocalAddress(false),
                new FRAG4().setFragSize(FRAGMENT_BYTES));
    }
}
