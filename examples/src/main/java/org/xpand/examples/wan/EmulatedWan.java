package org.xpand.examples.wan;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.LinkVerdict;
import org.xpand.simulator.WanProfile;

/**
 * Connects sites that run on different loopback addresses by emulated links. Each process that may be a site's delegate has a
 * public endpoint here, by which the others know it; what it sends to a public endpoint of another site is carried by the link
 * between the sites and forwarded from the sender's own public endpoint, as by an address translation. Endpoints are identified by
 * their index in the list of processes; with one process per site that is the site's index.
 */
public final class EmulatedWan implements AutoCloseable {
    private static final int MAX_DATAGRAM = 65535;
    private static final int SOCKET_BUFFER = 4 << 20;

    private final List<Place> places = new ArrayList<>();
    private final Map<InetAddress, Integer> byAddress = new HashMap<>();
    private final LinkModel[][] links;
    private final DelayQueue<Flying> flying = new DelayQueue<>();
    private final CopyOnWriteArrayList<DelayedConnection> connections = new CopyOnWriteArrayList<>();
    /** Pairs of sites, the lower index first, whose control connections carry nothing. */
    private final Set<Pair> held = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private record Pair(int low, int high) {
        static Pair of(int a, int b) {
            return new Pair(Math.min(a, b), Math.max(a, b));
        }
    }

    /**
     * A process that may be its site's delegate.
     *
     * @param site index of its site in the profile
     * @param real where it binds; no other process has the same address, even with another port
     */
    public record Attachment(int site, InetSocketAddress real) {
    }

    /** A process: its real address and its public endpoint. */
    private record Place(int site, InetSocketAddress real, DatagramSocket udp, ServerSocket tcp) {
    }

    /** A datagram in transit between two processes. */
    private record Flying(long dueNanos, int from, int to, byte[] bytes) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(dueNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(dueNanos - ((Flying) other).dueNanos, 0);
        }
    }

    /**
     * Binds the public endpoints on free ports of 127.0.0.1.
     *
     * @param profile the links
     * @param real    where each site of the profile binds, one address per site
     * @param seed    seed of the links' losses
     */
    public EmulatedWan(WanProfile profile, List<InetSocketAddress> real, long seed) throws IOException {
        this(seed, profile, IntStream.range(0, real.size()).mapToObj(site -> new Attachment(site, real.get(site))).toList());
    }

    /**
     * Binds the public endpoints, one per process, on free ports of 127.0.0.1.
     *
     * @param seed        seed of the links' losses
     * @param profile     the links
     * @param attachments the processes
     */
    public EmulatedWan(long seed, WanProfile profile, List<Attachment> attachments) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        int count = profile.sites().size();
        links = new LinkModel[count][count];
        for (int from = 0; from < count; from++) {
            for (int to = 0; to < count; to++) {
                if (from != to) {
                    links[from][to] = new LinkModel(
                            profile.link(profile.sites().get(from), profile.sites().get(to)), random.split());
                }
            }
        }
        for (Attachment attachment : attachments) {
            byAddress.put(attachment.real.getAddress(), places.size());
            places.add(bind(attachment));
        }
    }

    private static Place bind(Attachment attachment) throws IOException {
        IOException last = null;
        for (int tries = 0; tries < 20; tries++) {
            ServerSocket tcp = new ServerSocket(0, 50, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
            try {
                DatagramSocket udp = new DatagramSocket(tcp.getLocalPort(), tcp.getInetAddress());
                udp.setReceiveBufferSize(SOCKET_BUFFER);
                udp.setSendBufferSize(SOCKET_BUFFER);
                return new Place(attachment.site, attachment.real, udp, tcp);
            } catch (IOException e) {
                tcp.close();
                last = e;
            }
        }
        throw new IOException("no port is free for TCP and UDP", last);
    }

    /** Starts forwarding. */
    public void start() {
        for (int i = 0; i < places.size(); i++) {
            int place = i;
            daemon("wan-udp-" + place, () -> receiveAll(place));
            daemon("wan-tcp-" + place, () -> acceptAll(place));
        }
        daemon("wan-timer", this::deliverAll);
    }

    /** Returns the public endpoint of a process, for UDP and TCP. */
    public InetSocketAddress endpoint(int place) {
        return (InetSocketAddress) places.get(place).udp.getLocalSocketAddress();
    }

    /** Cuts or restores all traffic between two sites, in both directions, including control connections. */
    public void partition(int a, int b, boolean cut) {
        for (int[] way : new int[][] {{a, b}, {b, a}}) {
            LinkModel link = links[way[0]][way[1]];
            synchronized (link) {
                link.setBlocked(cut);
            }
        }
        if (cut) {
            connections.stream().filter(each -> each.joins(a, b)).forEach(DelayedConnection::close);
        }
    }

    /** Blocks or unblocks datagrams from one site to another; the other direction and control connections are not affected. */
    public void blockDatagrams(int from, int to, boolean blocked) {
        LinkModel link = links[from][to];
        synchronized (link) {
            link.setBlocked(blocked);
        }
    }

    /**
     * Stops or resumes control connections between two sites, in both directions: they are not closed, written bytes wait, and new
     * connections are not answered, as with a filter that drops a connection's packets.
     */
    public void holdControl(int a, int b, boolean hold) {
        if (hold) {
            held.add(Pair.of(a, b));
        } else {
            held.remove(Pair.of(a, b));
        }
    }

    /** Returns the datagrams that one site has sent to another while the path was cut. */
    public long blockedDatagrams(int from, int to) {
        LinkModel link = links[from][to];
        synchronized (link) {
            return link.stats(System.nanoTime()).blocked();
        }
    }

    /** Makes every link lose this fraction of its datagrams, 0 to 1, from now on. */
    public void setLoss(double probability) {
        for (LinkModel[] row : links) {
            for (LinkModel link : row) {
                if (link != null) {
                    synchronized (link) {
                        link.setSettings(link.settings().withLoss(probability));
                    }
                }
            }
        }
    }

    /** Returns the present settings of the link from one site to another. */
    public LinkModelSettings settings(int from, int to) {
        LinkModel link = links[from][to];
        synchronized (link) {
            return link.settings();
        }
    }

    /** Changes the settings of the links between two sites, in both directions. */
    public void setSettings(int a, int b, LinkModelSettings settings) {
        for (LinkModel link : new LinkModel[] {links[a][b], links[b][a]}) {
            synchronized (link) {
                link.setSettings(settings);
            }
        }
    }

    /** Whether all traffic between two sites is cut. */
    public boolean isPartitioned(int a, int b) {
        LinkModel link = links[a][b];
        synchronized (link) {
            return link.isBlocked();
        }
    }

    private boolean isWithinSite(int from, int to) {
        return places.get(from).site == places.get(to).site;
    }

    private LinkModel link(int from, int to) {
        return links[places.get(from).site][places.get(to).site];
    }

    private void receiveAll(int to) {
        DatagramSocket socket = places.get(to).udp;
        DatagramPacket packet = new DatagramPacket(new byte[MAX_DATAGRAM], MAX_DATAGRAM);
        while (!closed) {
            try {
                packet.setLength(MAX_DATAGRAM);
                socket.receive(packet);
                Integer from = byAddress.get(packet.getAddress());
                if (from != null && !isWithinSite(from, to)) {
                    carry(from, to, Arrays.copyOf(packet.getData(), packet.getLength()));
                }
            } catch (IOException e) {
                // A closed socket ends the loop; an unreachable port is treated as on a network.
            }
        }
    }

    private void carry(int from, int to, byte[] bytes) {
        LinkModel link = link(from, to);
        synchronized (link) {
            if (link.offer(bytes.length, System.nanoTime()) == LinkVerdict.CARRIED) {
                flying.add(new Flying(link.arrivalNanos(), from, to, bytes));
                if (link.isDuplicate()) {
                    flying.add(new Flying(link.arrivalNanos(), from, to, bytes));
                }
            }
        }
    }

    private void deliverAll() {
        while (!closed) {
            try {
                Flying next = flying.take();
                places.get(next.from).udp.send(new DatagramPacket(next.bytes, next.bytes.length,
                        places.get(next.to).real));
            } catch (IOException e) {
                // No process listens there now: lost, as on a network.
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void acceptAll(int to) {
        while (!closed) {
            try {
                Socket accepted = places.get(to).tcp.accept();
                Integer from = byAddress.get(accepted.getInetAddress());
                if (from == null || isWithinSite(from, to) || isCut(from, to)) {
                    accepted.close();
                    continue;
                }
                Pair pair = Pair.of(places.get(from).site, places.get(to).site);
                DelayedConnection connection = new DelayedConnection(accepted, places.get(to).real,
                        places.get(from).site, places.get(to).site, delay(from, to), delay(to, from),
                        () -> held.contains(pair), connections::remove);
                connections.add(connection);
                connection.start();
            } catch (IOException e) {
                // No process listens there now, or this is closed.
            }
        }
    }

    private boolean isCut(int from, int to) {
        LinkModel link = link(from, to);
        synchronized (link) {
            return link.isBlocked();
        }
    }

    private long delay(int from, int to) {
        return link(from, to).settings().delayNanos();
    }

    static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        for (Place place : places) {
            place.udp.close();
            place.tcp.close();
        }
        connections.forEach(DelayedConnection::close);
    }
}
