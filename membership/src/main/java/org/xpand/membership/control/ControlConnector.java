package org.xpand.membership.control;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jgroups.JChannel;
import org.jgroups.PhysicalAddress;
import org.jgroups.Receiver;
import org.jgroups.stack.IpAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.membership.MembershipException;
import org.xpand.membership.jgroups.LocalAddresses;
import org.xpand.membership.jgroups.ProcessAddress;
import org.xpand.membership.jgroups.QuietLogging;
import org.xpand.protocols.api.Endpoint;

/** Resolves the addresses of a control channel and opens it. Seeds that do not resolve yet are tried again later. Used by one thread. */
final class ControlConnector {
    static final String CLUSTER = "xpand-control";

    private static final Logger LOG = LoggerFactory.getLogger(ControlChannel.class);

    private final ControlConfig config;
    private final CopyOnWriteArrayList<PhysicalAddress> hosts = new CopyOnWriteArrayList<>();
    private Seeds seeds;
    private IpAddress external;

    ControlConnector(ControlConfig config) {
        this.config = config;
    }

    /**
     * Builds the channel without connecting it.
     *
     * @param salt upper half of the JGroups address
     * @throws MembershipException if an address of this host is wrong
     */
    JChannel build(Receiver receiver, long salt) throws Exception {
        InetAddress advertised = config.advertise().map(Endpoint::host)
                .map(host -> LocalAddresses.resolve("advertised address", host)).orElse(null);
        InetAddress bind = LocalAddresses.toBind("WAN bind address", config.bind().host(), advertised);
        external = new IpAddress(advertised == null ? bind : advertised,
                config.advertise().map(Endpoint::port).orElse(config.bind().port()));
        hosts.add(external);
        seeds = new Seeds(config.seeds(), bind, InetAddress::getAllByName, hosts);
        seeds.resolve();
        seeds.unresolved().forEach(seed -> LOG.warn("seed {}: no address is known for this host that can be reached from {}; "
                + "trying again", seed, bind.getHostAddress()));
        JChannel channel = QuietLogging.during(
                () -> new JChannel(ControlStack.protocols(config, bind, external, hosts)));
        channel.setName(config.name());
        channel.addAddressGenerator(() -> new ProcessAddress(config.incarnation(), ControlConfig.ADDRESS_TAG,
                config.name()).toAddress(salt));
        channel.setReceiver(receiver);
        channel.setDiscardOwnMessages(true);
        return channel;
    }

    /** Resolves the seeds' addresses again. Blocks as the system's resolver does. */
    void resolveSeeds() {
        seeds.resolve();
    }

    /** Whether every seed has an address. */
    boolean allResolved() {
        return seeds.unresolved().isEmpty();
    }

    /** Whether the seeds' addresses may change. */
    boolean mayChange() {
        return seeds.mayChange();
    }

    /** Returns where the others reach this delegate; after {@link #build}. */
    Endpoint reachableAt() {
        return new Endpoint(external.getIpAddress().getHostAddress(), external.getPort());
    }

    /** Returns the seeds other than this delegate, as text; empty if there are none. */
    Optional<String> others() {
        List<String> others = new ArrayList<>();
        for (PhysicalAddress host : hosts) {
            if (!host.equals(external)) {
                others.add(host.toString());
            }
        }
        seeds.unresolved().forEach(seed -> others.add(seed.toString()));
        return others.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", others));
    }
}
