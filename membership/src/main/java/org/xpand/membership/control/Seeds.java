package org.xpand.membership.control;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jgroups.PhysicalAddress;
import org.jgroups.stack.IpAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.protocols.api.Endpoint;

/**
 * The addresses of the seeds: all addresses of their names that are of the same IP version as the bound address. Names are resolved
 * again, and addresses that they no longer have are removed. For one thread.
 */
final class Seeds {
    /** Maximum number of addresses per name. */
    static final int MAX_ADDRESSES = 32;
    private static final Logger LOG = LoggerFactory.getLogger(Seeds.class);
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

    private final List<Endpoint> seeds;
    private final InetAddress bind;
    private final Resolver resolver;
    private final Collection<PhysicalAddress> hosts;
    private final Set<PhysicalAddress> others;
    private final Map<String, Set<IpAddress>> known = new TreeMap<>();

    /** Resolves a name; {@link InetAddress#getAllByName} except in tests. */
    @FunctionalInterface
    interface Resolver {
        /** Returns all addresses, at least one. Blocks as the system's resolver does. */
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    /**
     * @param seeds HOST:PORT of delegates
     * @param bind  the bound address
     * @param hosts receives the addresses, in addition to its present content
     */
    Seeds(List<Endpoint> seeds, InetAddress bind, Resolver resolver, Collection<PhysicalAddress> hosts) {
        this.seeds = List.copyOf(seeds);
        this.bind = bind;
        this.resolver = resolver;
        this.hosts = hosts;
        this.others = Set.copyOf(hosts);
    }

    /** Resolves all names. One that does not resolve now keeps its addresses. */
    void resolve() {
        for (Endpoint seed : seeds) {
            Set<IpAddress> before = known.getOrDefault(seed.toString(), Set.of());
            if (!before.isEmpty() && isAddress(seed.host())) {
                continue;
            }
            Set<IpAddress> now = ask(seed);
            if (!now.isEmpty()) {
                known.put(seed.toString(), now);
                now.stream().filter(address -> !hosts.contains(address)).forEach(hosts::add);
                before.stream().filter(address -> !others.contains(address) && known.values().stream().noneMatch(each -> each.contains(address)))
                        .forEach(hosts::remove);
            }
        }
    }

    private Set<IpAddress> ask(Endpoint seed) {
        Set<IpAddress> found = new LinkedHashSet<>();
        try {
            for (InetAddress address : resolver.resolve(seed.host())) {
                if (found.size() < MAX_ADDRESSES && address instanceof Inet4Address == bind instanceof Inet4Address) {
                    found.add(new IpAddress(address, seed.port()));
                }
            }
        } catch (UnknownHostException e) {
            LOG.debug("seed {}: {}", seed, e.getMessage());
        }
        return found;
    }

    /** Returns the seeds that have had no address so far. */
    List<Endpoint> unresolved() {
        List<Endpoint> unresolved = new ArrayList<>(seeds);
        unresolved.removeIf(seed -> known.containsKey(seed.toString()));
        return unresolved;
    }

    /** Whether a later answer may differ: some seed is a name. */
    boolean mayChange() {
        return seeds.stream().anyMatch(seed -> !isAddress(seed.host()));
    }

    private static boolean isAddress(String host) {
        return host.contains(":") || IPV4.matcher(host).matches();
    }
}
