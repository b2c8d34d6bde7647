package org.xpand.simulator;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.xpand.protocols.api.SiteId;

/**
 * Nodes and the directed links between them, in the virtual time of an {@link EventQueue}. Datagrams are delivered by
 * events of the queue, at the time that their link computes.
 *
 * <p>One seed determines the run: each link's generator depends only on the seed and the two nodes of the link, so that neither
 * the order in which links are made nor the presence of other links changes what happens on a link. For the queue's
 * thread.
 */
public final class Network {
    private final EventQueue queue;
    private final long seed;
    private final Map<SiteId, PacketHandler> handlers = new HashMap<>();
    private final Map<SiteId, Map<SiteId, LinkModel>> links = new HashMap<>();

    private long sent;
    private long duplicated;
    private long delivered;
    private long unclaimed;
    private long dropped;
    private long unconnected;
    private long inFlight;

    /** Creates a network without nodes and links. */
    public Network(EventQueue queue, long seed) {
        this.queue = Objects.requireNonNull(queue, "queue");
        this.seed = seed;
    }

    /** The seed that replays the run. */
    public long seed() {
        return seed;
    }

    /** The node receives packets with this handler from now on, instead of an earlier one. */
    public void attach(SiteId node, PacketHandler handler) {
        handlers.put(Objects.requireNonNull(node, "node"), Objects.requireNonNull(handler, "handler"));
    }

    /** The node receives no packets from now on, as if its process had died: arrivals are counted as unclaimed. */
    public void detach(SiteId node) {
        handlers.remove(node);
    }

    /**
     * Makes the link from one node to another; links are directed.
     *
     * @return the link, whose settings may be changed and which may be blocked at any time
     * @throws IllegalArgumentException if the link exists, or the nodes are the same
     */
    public LinkModel connect(SiteId from, SiteId to, LinkModelSettings settings) {
        if (from.equals(to)) {
            throw new IllegalArgumentException("link from " + from + " to itself: accepted are two different nodes");
        }
        LinkModel link = new LinkModel(settings, Seeds.generator(seed, from.value(), to.value()));
        if (links.computeIfAbsent(from, node -> new HashMap<>()).putIfAbsent(to, link) != null) {
            throw new IllegalArgumentException("link from " + from + " to " + to + " exists already: change "
                    + "its settings");
        }
        return link;
    }

    /**
     * Makes all links of a profile.
     *
     * @param ids the node of each site name, all different
     * @throws IllegalArgumentException if a link exists already or two sites are the same node
     */
    public void connect(WanProfile profile, Function<String, SiteId> ids) {
        List<String> sites = profile.sites();
        for (String from : sites) {
            for (String to : sites) {
                if (!from.equals(to)) {
                    connect(ids.apply(from), ids.apply(to), profile.link(from, to));
                }
            }
        }
    }

    /** The link from one node to another, if there is one. */
    public Optional<LinkModel> link(SiteId from, SiteId to) {
        return Optional.ofNullable(find(from, to));
    }

    /**
     * Sends a datagram; the bytes are copied, so the caller may reuse the array.
     *
     * @return the link's result; empty if no link leads there
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public Optional<LinkVerdict> send(SiteId from, SiteId to, byte[] bytes, int offset, int length) {
        return send(from, to, bytes, offset, length, false);
    }

    /**
     * Sends a datagram without copying it: the caller must not change the bytes any more. For packets with many receivers.
     *
     * @return the link's result; empty if no link leads there
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public Optional<LinkVerdict> sendShared(SiteId from, SiteId to, byte[] bytes, int offset, int length) {
        return send(from, to, bytes, offset, length, true);
    }

    /** The counters, summed over all links. */
    public NetworkStats stats() {
        return new NetworkStats(sent, duplicated, delivered, unclaimed, dropped, unconnected, inFlight);
    }

    private Optional<LinkVerdict> send(SiteId from, SiteId to, byte[] bytes, int offset, int length, boolean shared) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        sent++;
        LinkModel link = find(from, to);
        if (link == null) {
            unconnected++;
            return Optional.empty();
        }
        LinkVerdict verdict = link.offer(length, queue.now());
        if (verdict != LinkVerdict.CARRIED) {
            dropped++;
            return Optional.of(verdict);
        }
        Delivery delivery = shared ? new Delivery(from, to, bytes, offset, length)
                : new Delivery(from, to, copy(bytes, offset, length), 0, length);
        queue.schedule(link.arrivalNanos(), delivery);
        inFlight++;
        if (link.isDuplicate()) {
            queue.schedule(link.arrivalNanos(), delivery);
            inFlight++;
            duplicated++;
        }
        return Optional.of(verdict);
    }

    private static byte[] copy(byte[] bytes, int offset, int length) {
        byte[] copy = new byte[length];
        System.arraycopy(bytes, offset, copy, 0, length);
        return copy;
    }

    private LinkModel find(SiteId from, SiteId to) {
        Map<SiteId, LinkModel> outgoing = links.get(from);
        return outgoing == null ? null : outgoing.get(to);
    }

    private final class Delivery implements Runnable {
        private final SiteId from;
        private final SiteId to;
        private final byte[] bytes;
        private final int offset;
        private final int length;

        private Delivery(SiteId from, SiteId to, byte[] bytes, int offset, int length) {
            this.from = from;
            this.to = to;
            this.bytes = bytes;
            this.offset = offset;
            this.length = length;
        }

        @Override
        public void run() {
            inFlight--;
            PacketHandler handler = handlers.get(to);
            if (handler == null) {
                unclaimed++;
            } else {
                delivered++;
                handler.receive(from, bytes, offset, length, queue.now());
            }
        }
    }
}
