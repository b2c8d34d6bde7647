package org.xpand.alm.udp;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.channel.unix.UnixChannelOption;
import java.net.InetSocketAddress;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Further sockets at a link's address, for datagrams that need other socket options: a socket has one traffic class (RFC 2474's
 * code point and RFC 3168's two bits), and either all its datagrams may be fragmented or none. There is one socket for each
 * traffic class in use, and one for probes. They never receive anything ({@link SocketPrograms#FIRST_TAKES_ALL}). Called on the
 * loop only, except {@link #open}.
 */
final class FurtherSockets {
    private static final Logger LOG = LoggerFactory.getLogger(FurtherSockets.class);
    /** Most traffic classes; datagrams of further classes are sent without one. */
    static final int MOST_CLASSES = 16;
    private static final int IPPROTO_IP = 0;
    private static final int IPPROTO_IPV6 = 41;
    private static final int NEVER_FRAGMENT = 3;
    private static final int MAY_FRAGMENT = 0;
    private static final IntegerUnixChannelOption IP_MTU_DISCOVER =
            new IntegerUnixChannelOption("IP_MTU_DISCOVER", IPPROTO_IP, 10);
    private static final IntegerUnixChannelOption IPV6_MTU_DISCOVER =
            new IntegerUnixChannelOption("IPV6_MTU_DISCOVER", IPPROTO_IPV6, 23);

    private final Supplier<Bootstrap> sockets;
    private final Function<Channel, GsoBatches> batches;
    private final InetSocketAddress address;
    private final Channel probes;
    private final TreeMap<Integer, ClassSocket> byClass = new TreeMap<>();
    private int probeClass;
    private int lastClass;
    private ClassSocket last;
    private boolean closed;

    /** One socket; without batches while it is being bound, or where it could not be. */
    private static final class ClassSocket {
        private Channel channel;
        private GsoBatches batches;
    }

    private FurtherSockets(Supplier<Bootstrap> sockets, Function<Channel, GsoBatches> batches, InetSocketAddress address, Channel probes) {
        this.sockets = sockets;
        this.batches = batches;
        this.address = address;
        this.probes = probes;
    }

    /**
     * Prepares a link's first socket for further sockets at its address and for reading marks. Blocks, so it is not called on the
     * loop.
     *
     * @param first   the bound first socket
     * @param sockets makes bootstraps with the link's options
     * @param batches  makes the batches of a socket
     * @return null if this system does not support it, which is logged
     */
    static FurtherSockets open(Channel first, Supplier<Bootstrap> sockets, Function<Channel, GsoBatches> batches) {
        Channel probes = null;
        try {
            mayFragment(first);
            SocketPrograms.CUT_MARKED.attach(first);
            // Only now: before, the port had to be exclusive to this socket, or binding refused.
            first.config().setOption(UnixChannelOption.SO_REUSEPORT, true);
            InetSocketAddress address = (InetSocketAddress) first.localAddress();
            ChannelFuture bound = bind(sockets.get(), address).awaitUninterruptibly();
            if (!bound.isSuccess()) {
                throw new IllegalStateException("a second socket is refused: " + bound.cause().getMessage(), bound.cause());
            }
            probes = bound.channel();
            SocketPrograms.FIRST_TAKES_ALL.attach(probes);
            set(probes, NEVER_FRAGMENT);
            return new FurtherSockets(sockets, batches, address, probes);
        } catch (RuntimeException e) {
            LOG.info("No marks of routers are seen here, and no traffic classes are set: {}", e.toString());
            if (probes != null) {
                probes.close().awaitUninterruptibly();
            }
            return null;
        }
    }

    private static ChannelFuture bind(Bootstrap bootstrap, InetSocketAddress address) {
        return bootstrap.option(UnixChannelOption.SO_REUSEPORT, true).bind(address);
    }

    /** Datagrams longer than the MTU of a link on the path are fragmented there, and reassembled by the receiver's system. */
    private static void mayFragment(Channel channel) {
        set(channel, MAY_FRAGMENT);
    }

    private static void set(Channel channel, int discovery) {
        boolean v4 = trySet(channel, IP_MTU_DISCOVER, discovery);
        boolean v6 = trySet(channel, IPV6_MTU_DISCOVER, discovery);
        if (!v4 && !v6) {
            throw new IllegalStateException("whether datagrams may be fragmented cannot be set");
        }
    }

    /** A socket supports one of the options or both. */
    private static boolean trySet(Channel channel, IntegerUnixChannelOption option, int value) {
        try {
            return channel.config().setOption(option, value);
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** The batches of a traffic class, or null if there is no socket for it, or not yet. */
    GsoBatches batches(int trafficClass) {
        if (last == null || lastClass != trafficClass) {
            last = byClass.get(trafficClass);
            lastClass = trafficClass;
            if (last == null && byClass.size() < MOST_CLASSES && !closed) {
                last = openSocket(trafficClass);
            }
        }
        return last == null ? null : last.batches;
    }

    private ClassSocket openSocket(int trafficClass) {
        ClassSocket socket = new ClassSocket();
        byClass.put(trafficClass, socket);
        bind(sockets.get().option(ChannelOption.IP_TOS, trafficClass), address).addListener((ChannelFuture bound) -> {
            if (!bound.isSuccess()) {
                LOG.info("No socket for traffic class {}: {}", trafficClass, bound.cause().toString());
            } else if (closed) {
                bound.channel().close();
            } else {
                mayFragment(bound.channel());
                socket.channel = bound.channel();
                socket.batches = batches.apply(bound.channel());
            }
        });
        return socket;
    }

    /** Sends a datagram at once, on its own and unfragmented, or drops it as a network does. */
    void probe(InetSocketAddress to, byte[] buffer, int offset, int length, int trafficClass) {
        if (!probes.isActive() || !probes.isWritable()) {
            return;
        }
        if (trafficClass != probeClass) {
            probes.config().setOption(ChannelOption.IP_TOS, trafficClass);
            probeClass = trafficClass;
        }
        int wireLength = Trailer.wireLength(length);
        ByteBuf bytes = Unpooled.directBuffer(wireLength, wireLength);
        GsoBatches.end(buffer, offset, length, bytes);
        probes.writeAndFlush(new DatagramPacket(bytes, to));
    }

    /** Gives the collected datagrams to the system. */
    void flush() {
        for (ClassSocket socket : byClass.values()) {
            if (socket.batches != null) {
                socket.batches.writeAll();
                socket.channel.flush();
            }
        }
    }

    /** Whether all sockets have room. */
    boolean writable() {
        for (ClassSocket socket : byClass.values()) {
            if (socket.channel != null && !socket.channel.isWritable()) {
                return false;
            }
        }
        return true;
    }

    /** Called before the first socket is closed: afterwards datagrams would arrive at these sockets. */
    void close() {
        closed = true;
        probes.close();
        for (ClassSocket socket : byClass.values()) {
            if (socket.channel != null) {
                socket.channel.close();
            }
        }
    }
}
