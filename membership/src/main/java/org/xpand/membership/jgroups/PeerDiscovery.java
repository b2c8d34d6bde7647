package org.xpand.membership.jgroups;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.PingData;
import org.jgroups.protocols.PingHeader;
import org.jgroups.protocols.TCPPING;
import org.jgroups.util.ByteArray;
import org.jgroups.util.NameCache;
import org.jgroups.util.Responses;

/**
 * Finds members at listed hosts as {@link TCPPING} does, and at hosts that others know. While it looks for parts to merge, it asks
 * only hosts without a member of its view, a few of them chosen at random each time, and announces each member that it finds, and
 * the coordinator, once: so each member's own view reaches the coordinator. TCPPING asks all members, and each answers with all
 * members, each of which then receives the view each time: with n members, n² messages of each member per search. If so configured,
 * a joining process does not wait for hosts without a process, see {@link FirstSearch}.
 *
 * <p>Uses TCPPING's protocol and id.
 */
public final class PeerDiscovery extends TCPPING implements FoundingNotice {
    private static final long AGAIN_MILLIS = 40;
    /**
     * Bound on the hosts that are asked in one search for parts to merge, and on those to which this member announces itself, beside its
     * coordinator. Where many look for many, as after a network failure or while many start on one computer, one is enough that meets
     * another: the parts that merge look on together.
     */
    private static final int MOST_ASKED = 8;

    private boolean endsEarly;
    private volatile boolean founding;
    private volatile FirstSearch search;

    /** @param hosts where members may be, including this one; may be extended later */
    public PeerDiscovery(Collection<PhysicalAddress> hosts) {
        setId(ClassConfigurator.getProtocolId(TCPPING.class));
        setInitialHosts2(hosts);
        // Each member that is asked announces all members of its view; PatientMerge announces others.
        returnEntireCache(true);
        asyncDiscoveryUseSeparateThread(true);
    }

    /** {@return true, so that a joining process continues as soon as there is none to wait for; otherwise a search takes its full time} */
    public PeerDiscovery endsEarly() {
        endsEarly = true;
        return this;
    }

    @Override
    public void init() throws Exception {
        super.init();
        if (endsEarly && getTransport() instanceof GuardedTcp transport) {
            transport.onAbsence(host -> searching(each -> each.away(host)));
            transport.onClosing(host -> searching(each -> each.closed(host)));
        }
    }

    private void searching(Consumer<FirstSearch> action) {
        FirstSearch now = search;
        if (now != null) {
            action.accept(now);
        }
    }

    @Override
    protected void addResponse(PingData response, boolean overwrite) {
        super.addResponse(response, overwrite);
        searching(each -> each.answered(response));
    }

    @Override
    public void founding() {
        founding = true;
    }

    @Override
    public boolean findsItself() {
        return false;
    }

    @Override
    protected void sendDiscoveryResponse(List<PingData> about, Address asker) {
        FirstSearch now = search;
        if (now == null || is_server || !now.founds()) {
            if (founding) {
                about.stream().filter(each -> each.getAddress().equals(local_addr)).forEach(self -> self.server(true));
            }
            super.sendDiscoveryResponse(about, asker);
        }
        // Otherwise the asking process would learn of one more that only searches, and might found another cluster; it asks again.
    }

    @Override
    public Object down(Event event) {
        View now = view;
        if (event.getType() != Event.FIND_MBRS_ASYNC || now == null) {
            return super.down(event);
        }
        Consumer<PingData> found = event.arg();
        Set<PhysicalAddress> named = ConcurrentHashMap.newKeySet();
        discovery_rsp_callback = each -> {
            if (each.getPhysicalAddr() != null && isOfInterest(each.getAddress()) && named.size() <= MOST_ASKED
                    && named.add(each.getPhysicalAddr())) {
                found.accept(each);
            }
        };
        // TCPPING would keep each search for a minute, and compare each answer with all answers to all of them.
        lookBeside(now);
        return null;
    }

    private boolean isOfInterest(Address found) {
        View now = view;
        return now == null || !now.containsMember(found) || found.equals(now.getCoord());
    }

    @Override
    public void findMembers(List<Address> members, boolean initial, Responses responses) {
        if (endsEarly && initial && members == null) {
            first(responses);
            return;
        }
        super.findMembers(members, initial, responses);
    }

    private void lookBeside(View now) {
        Address coordinator = now.getCoord();
        discovery_rsp_callback.accept(new PingData(coordinator, true, NameCache.get(coordinator), physical(coordinator)).coord(true));
        PhysicalAddress own = physical(local_addr);
        ByteArray question = marshal(new PingData(local_addr, false, NameCache.get(local_addr), own));
        List<PhysicalAddress> hosts = new ArrayList<>(hostsBeside(now));
        hosts.remove(own);
        Collections.shuffle(hosts, ThreadLocalRandom.current());
        for (PhysicalAddress host : hosts.subList(0, Math.min(hosts.size(), MOST_ASKED))) {
            Message message = new BytesMessage(host).setArray(question)
                    .setFlag(Message.Flag.DONT_BUNDLE, Message.Flag.OOB).setFlag(Message.TransientFlag.DONT_LOOPBACK)
                    .putHeader(id, new PingHeader(PingHeader.GET_MBRS_REQ).clusterName(cluster_name));
            // A host that is down blocks the sending thread until the connection times out.
            timer.execute(() -> sendDiscoveryRequest(message), sends_can_block);
        }
    }

    private void first(Responses responses) {
        FirstSearch before = search;
        if (before == null || !before.isOf(responses)) {
            Set<PhysicalAddress> hosts = new LinkedHashSet<>(initial_hosts);
            hosts.addAll(dynamic_hosts);
            hosts.remove(physical(local_addr));
            FirstSearch begun = new FirstSearch(responses, local_addr, hosts, () -> timer.schedule(() -> {
                if (!responses.isDone()) {
                    super.findMembers(null, true, responses);
                }
            }, AGAIN_MILLIS, TimeUnit.MILLISECONDS, sends_can_block));
            search = begun;
            begun.begin();
        }
        super.findMembers(null, true, responses);
    }

    /** Hosts of possible members outside the view; also a member's address, if another process is known there. */
    private Set<PhysicalAddress> hostsBeside(View now) {
        Set<PhysicalAddress> hosts = new LinkedHashSet<>(initial_hosts);
        hosts.addAll(dynamic_hosts);
        Map<Address, PhysicalAddress> known = known();
        now.forEach(member -> hosts.remove(known.get(member)));
        known.forEach((address, host) -> {
            if (!now.containsMember(address)) {
                hosts.add(host);
            }
        });
        return hosts;
    }

    @SuppressWarnings("unchecked")
    private Map<Address, PhysicalAddress> known() {
        return (Map<Address, PhysicalAddress>) down_prot.down(
                new Event(Event.GET_LOGICAL_PHYSICAL_MAPPINGS, true));
    }

    private PhysicalAddress physical(Address address) {
        return (PhysicalAddress) down_prot.down(new Event(Event.GET_PHYSICAL_ADDRESS, address));
    }
}
