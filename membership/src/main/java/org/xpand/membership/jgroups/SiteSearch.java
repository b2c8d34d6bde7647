package org.xpand.membership.jgroups;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jgroups.Event;
import org.jgroups.protocols.PingData;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;
import org.jgroups.util.Responses;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.membership.MembershipException;
import org.xpand.protocols.site.Founding;
import org.xpand.protocols.site.FoundingRule;

/**
 * Looks for other processes of the site until {@link FoundingRule} lets {@link GMS} continue, which would found a new site after a
 * single search without an answer. It is directly below GMS and transparent once the process is in the site.
 */
public final class SiteSearch extends Protocol {
    /**
     * A site that answers but does not let the process in for so long is reported. A merge takes two seconds, a suspicion a little
     * longer.
     */
    private static final Duration LET_IN = Duration.ofSeconds(30);
    private static final long CONNECT_MILLIS = 200;
    private static final Logger LOG = LoggerFactory.getLogger(SiteSearch.class);

    private final String what;
    private final Founding founding;
    private final Duration silence;
    private final Duration look;
    private final InetAddress bind;
    private final boolean listed;
    private final Set<InetSocketAddress> peers;
    private FoundingNotice discovery;
    private FoundingRule rule;
    private long beganNanos;

    /**
     * @param what     the site, for messages
     * @param founding what to do if no other process is found
     * @param silence  how long the site waits for a silent process
     * @param look     how long to wait for answers before asking again
     * @param bind     the address to connect from
     * @param listed   whether processes are found at the given addresses, not by multicast
     * @param peers    where other processes of the site may be; empty if they are found by multicast
     */
    public SiteSearch(String what, Founding founding, Duration silence, Duration look, InetAddress bind, boolean listed,
                      Set<InetSocketAddress> peers) {
        this.what = what;
        this.founding = founding;
        this.silence = silence;
        this.look = look;
        this.bind = bind;
        this.listed = listed;
        this.peers = Set.copyOf(peers);
    }

    @Override
    public Object down(Event event) {
        return event.getType() == Event.FIND_INITIAL_MBRS ? search() : super.down(event);
    }

    @Override
    public void init() throws Exception {
        super.init();
        for (Protocol each = down_prot; each != null && discovery == null; each = each.getDownProtocol()) {
            discovery = each instanceof FoundingNotice found ? found : null;
        }
    }

    private Responses search() {
        long now = System.nanoTime();
        if (rule == null) {
            rule = new FoundingRule(founding, silence.toNanos(), now);
            beganNanos = now;
        }
        while (true) {
            long wanted = rule.nextNanos(look.toNanos());
            long began = System.nanoTime();
            Responses found = (Responses) down_prot.down(new Event(Event.FIND_INITIAL_MBRS, wanted / 1_000_000));
            found.waitFor(wanted / 1_000_000);
            if (Thread.currentThread().isInterrupted()) {
                throw new MembershipException(what + ": interrupted while joining", new InterruptedException());
            }
            now = System.nanoTime();
            FoundingRule.Look result = new FoundingRule.Look(kind(found), receivedItself(found), wanted, now - began);
            if (result.found().compareTo(FoundingRule.Found.MEMBER) >= 0 && now - beganNanos > LET_IN.plus(founding.time()).toNanos()) {
                throw new MembershipException(what + ": its processes answer, but have not admitted this one for "
                        + LET_IN.toSeconds() + " s; accepted is a site whose first process answers");
            }
            switch (rule.looked(result, now)) {
                case GIVE_UP -> throw new MembershipException(what + ": none of its processes answered within "
                        + founding.time().toMillis() + " ms, and this one must not found it; accepted is a site of which a process "
                        + "runs on this LAN" + (peers.isEmpty() ? "" : ", at one of " + peers));
                case FOUND -> {
                    if (discovery != null) {
                        discovery.founding();
                    }
                    return found.clear();
                }
                case JOIN -> {
                    return found.done();
                }
                default -> found.done();
            }
        }
    }

    private boolean receivedItself(Responses found) {
        return discovery == null || !discovery.findsItself() || found.containsResponseFrom(getAddress());
    }

    private FoundingRule.Found kind(Responses found) {
        Set<InetSocketAddress> silent = new HashSet<>(peers);
        FoundingRule.Found most = FoundingRule.Found.NOBODY;
        for (PingData each : found) {
            FoundingRule.Found one = kind(each, silent);
            most = one.compareTo(most) > 0 ? one : most;
        }
        boolean mayFound = most == FoundingRule.Found.NOBODY || most == FoundingRule.Found.LATER;
        return mayFound && !silent.isEmpty() && isAnyListening(silent) ? FoundingRule.Found.SILENCE : most;
    }

    private FoundingRule.Found kind(PingData each, Set<InetSocketAddress> silent) {
        if (getAddress().equals(each.getAddress())) {
            // Within one Java process, discovery also finds this process, and marks it as the first if it is. A process that may found
            // continues with that at once: all have answered.
            return each.isCoord() && founding.founds() ? FoundingRule.Found.SITE : FoundingRule.Found.NOBODY;
        }
        if (each.isCoord()) {
            return FoundingRule.Found.SITE;
        }
        if (each.getPhysicalAddr() instanceof IpAddress where) {
            InetSocketAddress at = new InetSocketAddress(where.getIpAddress(), where.getPort());
            if (listed && !peers.contains(at)) {
                // It searches for this process and is to join it: a process that learns of no others founds without them.
                return FoundingRule.Found.NOBODY;
            }
            silent.remove(at);
        }
        if (each.isServer()) {
            return FoundingRule.Found.MEMBER;
        }
        return each.getAddress().compareTo(getAddress()) < 0 ? FoundingRule.Found.EARLIER : FoundingRule.Found.LATER;
    }

    /** Whether a connection to one of these addresses is accepted, even if only by the kernel for a stopped process. */
    private boolean isAnyListening(Set<InetSocketAddress> where) {
        List<SocketChannel> open = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            for (InetSocketAddress each : where) {
                SocketChannel channel = SocketChannel.open();
                open.add(channel);
                channel.bind(new InetSocketAddress(bind, 0)).configureBlocking(false);
                if (connects(channel, each)) {
                    return true;
                }
                if (channel.isConnectionPending()) {
                    channel.register(selector, SelectionKey.OP_CONNECT);
                }
            }
            long end = System.nanoTime() + CONNECT_MILLIS * 1_000_000;
            for (long left = CONNECT_MILLIS; left > 0 && !selector.keys().isEmpty(); left = (end - System.nanoTime()) / 1_000_000) {
                selector.select(left);
                for (SelectionKey key : selector.selectedKeys()) {
                    key.cancel();
                    if (isConnected((SocketChannel) key.channel())) {
                        return true;
                    }
                }
                selector.selectedKeys().clear();
                selector.selectNow();
            }
        } catch (IOException e) {
            LOG.debug("{}: peers not asked: {}", what, e.toString());
        } finally {
            open.forEach(SiteSearch::close);
        }
        return false;
    }

    private static boolean connects(SocketChannel channel, InetSocketAddress where) {
        try {
            return channel.connect(where);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isConnected(SocketChannel channel) {
        try {
            return channel.finishConnect();
        } catch (IOException e) {
            return false;
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.trace("a connection was not closed", e);
        }
    }
}
