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
 * The addresses of the seeds: all that their names have, of the kind that can be reached from the bound address. Names are asked
 * for again, and what they have no more is forgotten. For one thread.
 */
final class Seeds {
    /** Addresses taken of one name. */
    static final int MAX_ADDRESSES = 32;
    private static final Logger LOG = LoggerFactory.getLogger(Seeds.class);
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

    private final List<Endpoint> seeds;
    private final InetAddress bind;
    private final Resolver resolver;
    private final Collection<PhysicalAddress> hosts;
    private final Set<PhysicalAddress> others;
    private final Map<String, Set<IpAddress>> known = new TreeMap<>();

    /** Asks for the addresses of a name; {@link InetAddress#getAllByName} but in tests. */
    @FunctionalInterface
    interface Resolver {
        /** All addresses, at least one. Blocks as the system's resolver does. */
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    /**
     * @param seeds HOST:PORT of delegates
     * @param bind  the bound address
     * @param hosts takes the addresses, beside what is there already
     */
    Seeds(List<Endpoint> seeds, InetAddress bind, Resolver resolver, Collection<PhysicalAddress> hosts) {
        this.seeds = List.copyOf(seeds);
        this.bind = bind;
        this.resolver = resolver;
        this.hosts = hosts;
        this.others = Set.copyOf(hosts);
    }

    /** Asks for all names. One that has no answer now keeps what it had. */
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

    /** The seeds that have had no address so far. */
    List<Endpoint> unresolved() {
        List<Endpoint> unresolved = new ArrayList<>(seeds);
        unresolved.removeIf(seed -> known.containsKey(seed.toString()));
        return unresolved;
    }

    /** Whether another answer may come: some seed is a name. */
    boolean mayChange() {
        return seeds.stream().anyMatch(seed -> !isAddress(seed.host()));
    }

    private static boolean isAddress(String host) {
        return host.contains(":") || IPV4.matcher(host).matches();
    }
}
