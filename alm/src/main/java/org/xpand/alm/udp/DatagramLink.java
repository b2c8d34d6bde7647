package org.xpand.alm.udp;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.DatagramPacket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.alm.api.LinkStats;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.seal.DatagramSeal;

/**
 * The UDP socket of a delegate: sends datagrams to sites and receives theirs, by the endpoints it is given.
 * Like a network, it drops and counts what it cannot send or does not accept; no network error closes it.
 *
 * <p>{@link #send}, {@link #flush}, {@link #writable} and {@link #endpoints} are called on the loop; the rest anywhere.
 */
public final class DatagramLink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DatagramLink.class);

    private final LinkSettings settings;
    private final LinkListener listener;
    /** Null if there is no seal. */
    private final LinkSeal seal;
    private final LongSupplier clock;
    private final int maxSealed;
    private final byte[] sealed;
    private volatile long receiveRoomBytes;
    private final LinkCounters counters = new LinkCounters();
    private EndpointTable endpoints = EndpointTable.EMPTY;
    private Transport.Reads reads;
    private Channel channel;
    private GsoBatches batches;
    /** This and the next field: null if the system does not support it. */
    private FurtherSockets furtherSockets;
    private StrangerFilter strangerFilter;

    private DatagramLink(LinkSettings settings, LinkSeal seal, LongSupplier clock, LinkListener listener) {
        this.settings = settings;
        this.seal = seal;
        this.clock = clock;
        this.listener = listener;
        this.maxSealed = settings.maxDatagram() + (seal == null ? 0 : seal.overhead());
        this.sealed = new byte[seal == null ? 0 : maxSealed];
    }

    /**
     * Binds the socket; waits for it, so it must not be called on the loop. Datagrams are neither authenticated nor encrypted.
     *
     * @param loop     the loop on which the link works; closing it ends the link
     * @param settings address, buffers and lengths
     * @param clock    nanoseconds, read once for each datagram, or for several that the system joins
     * @param listener called on the loop, from before this returns until the link is closed
     * @return the open link
     * @throws IllegalArgumentException if the address cannot be bound, naming it and the reason
     */
    public static DatagramLink open(NodeLoop loop, LinkSettings settings, LongSupplier clock, LinkListener listener) {
        return open(loop, settings, null, clock, listener);
    }

    /**
     * The same with a seal on every datagram.
     *
     * @param loop     the loop on which the link works; closing it ends the link
     * @param settings address, buffers and lengths; lengths are those of datagrams without the seal
     * @param seal     seals and opens datagrams, called on the loop; null for none
     * @param clock    nanoseconds, read once for each datagram, or for several that the system joins
     * @param listener called on the loop, from before this returns until the link is closed
     * @return the open link
     * @throws IllegalArgumentException if the address cannot be bound, naming it and the reason
     */
    public static DatagramLink open(NodeLoop loop, LinkSettings settings, LinkSeal seal, LongSupplier clock,
                                    LinkListener listener) {
        return open(loop, loop.transport().mostInBatch(), settings, seal, clock, listener);
    }

    /** @param mostInBatch most datagrams of a GSO batch */
    static DatagramLink open(NodeLoop loop, int mostInBatch, LinkSettings settings, LongSupplier clock,
                             LinkListener listener) {
        return open(loop, mostInBatch, settings, null, clock, listener);
    }

    private static DatagramLink open(NodeLoop loop, int mostInBatch, LinkSettings settings, LinkSeal seal, LongSupplier clock,
                                     LinkListener listener) {
        DatagramLink link = new DatagramLink(settings, seal, clock, listener);
        Bootstrap bootstrap = link.bootstrap(loop).option(ChannelOption.SO_RCVBUF, settings.receiveBufferBytes());
        // One byte more than is accepted shows whether a datagram is too long or just fits.
        link.reads = loop.transport().configure(bootstrap, link.maxSealed + Trailer.MAX_LENGTH + 1,
                settings.readBatch(), clock);
        ChannelFuture bound = bootstrap.bind(settings.wanBind()).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IllegalArgumentException("WAN bind address '" + text(settings.wanBind()) + "': "
                    + reason(bound.cause()), bound.cause());
        }
        link.channel = bound.channel();
        Function<Channel, GsoBatches> batches = socket -> {
            loop.transport().force(socket, 0, settings.sendBufferBytes());
            return new GsoBatches(socket, loop.transport(), mostInBatch, link.maxSealed, link.counters);
        };
        link.batches = batches.apply(link.channel);
        link.furtherSockets = loop.transport().openFurtherSockets(link.channel, () -> link.bootstrap(loop), batches);
        link.strangerFilter = link.furtherSockets == null ? null : new StrangerFilter(link.channel, clock, link::known);
        if (seal != null && link.strangerFilter != null) {
            link.channel.eventLoop().execute(() -> seal.onChange(link.strangerFilter::changed));
        }
        link.grant(loop.transport());
        return link;
    }

    private Bootstrap bootstrap(NodeLoop loop) {
        return new Bootstrap().group(loop.eventLoop()).handler(new Inbound())
                .option(ChannelOption.SO_SNDBUF, settings.sendBufferBytes())
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK,
                        new WriteBufferWaterMark(settings.sendQueueBytes() / 2, settings.sendQueueBytes()));
    }

    /** {@return the address to which the socket is bound, with the actual port} */
    public InetSocketAddress localAddress() {
        return (InetSocketAddress) channel.localAddress();
    }

    /**
     * From now on sends to these sites, and accepts datagrams from them, at these endpoints only; unresolved endpoints are ignored.
     *
     * @param bySite the endpoints of all other sites; before the first call there are none
     */
    public void endpoints(Map<SiteId, InetSocketAddress> bySite) {
        assert channel.eventLoop().inEventLoop();
        endpoints = endpoints.with(bySite);
        if (strangerFilter != null) {
            strangerFilter.changed();
        }
    }

    /** The endpoints of sites, and the marks of their seals. */
    private Map<InetSocketAddress, Integer> known() {
        Map<InetSocketAddress, Integer> known = new HashMap<>();
        endpoints.owned().forEach((address, site) -> known.put(address, seal == null ? DatagramSeal.NO_MARK : seal.mark(site)));
        return known;
    }

    /**
     * Sends a datagram, at the next {@link #flush} at the latest. The bytes are copied. Datagrams to one site leave in the order in
     * which they were sent.
     *
     * @param to     the receiving site
     * @param buffer contains the datagram
     * @param offset index of the first byte
     * @param length 1 to {@link LinkSettings#maxDatagram}
     * @return false if it was dropped at once: no endpoint or key is known for the site, the queue is full, or the link closed
     * @throws IllegalArgumentException if it is empty or longer than {@link LinkSettings#maxDatagram}
     */
    public boolean send(SiteId to, byte[] buffer, int offset, int length) {
        return send(to, buffer, offset, length, 0);
    }

    /**
     * The same with a traffic class: the second byte of an IPv4 header, a code point of RFC 2474 and two bits of RFC 3168.
     * Where the system does not let it be set ({@link #marks}), and for the first datagrams of a class, 0 is used. Datagrams to
     * one site leave in their order if they have the same class.
     *
     * @param to           the receiving site
     * @param buffer       contains the datagram
     * @param offset       index of the first byte
     * @param length       1 to {@link LinkSettings#maxDatagram}
     * @param trafficClass 0 to 255
     * @return false if it was dropped at once: no endpoint or key is known for the site, the queue is full, or the link closed
     * @throws IllegalArgumentException if it is empty or longer than {@link LinkSettings#maxDatagram}
     */
    public boolean send(SiteId to, byte[] buffer, int offset, int length, int trafficClass) {
        assert channel.eventLoop().inEventLoop();
        if (length < 1 || length > settings.maxDatagram()) {
            throw new IllegalArgumentException("a datagram of " + length + " bytes: accepted is 1 to maxDatagram, which is "
                    + settings.maxDatagram());
        }
        InetSocketAddress address = endpoints.address(to);
        if (address == null) {
            counters.unknownSite.increment();
            return false;
        }
        if (!channel.isActive()) {
            counters.sendFailed.increment();
            return false;
        }
        if (!writable()) {
            counters.queueFull.increment();
            return false;
        }
        GsoBatches ofClass = trafficClass == 0 || furtherSockets == null ? null : furtherSockets.batches(trafficClass);
        GsoBatches target = ofClass == null ? batches : ofClass;
        if (seal == null) {
            target.add(address, buffer, offset, length);
            return true;
        }
        int sealedLength = seal.seal(to, buffer, offset, length, sealed, clock.getAsLong());
        if (sealedLength < 0) {
            counters.unknownSite.increment();
            return false;
        }
        target.add(address, sealed, 0, sealedLength);
        return true;
    }

    /**
     * Sends a datagram at once, on its own and unfragmented. It is not counted: it may be too long for the path, and be
     * lost. It is not sent without {@link #marks}, if no endpoint or key is known for the site, or if it is too long.
     *
     * @param to           the receiving site
     * @param buffer       contains the datagram
     * @param offset       index of the first byte
     * @param length       1 to {@link LinkSettings#maxDatagram}
     * @param trafficClass the second byte of an IPv4 header, 0 to 255
     */
    public void probe(SiteId to, byte[] buffer, int offset, int length, int trafficClass) {
        assert channel.eventLoop().inEventLoop();
        InetSocketAddress address = endpoints.address(to);
        if (address != null && furtherSockets != null && length <= settings.maxDatagram()) {
            int sealedLength = seal == null ? -1 : seal.seal(to, buffer, offset, length, sealed, clock.getAsLong());
            if (sealedLength >= 0) {
                furtherSockets.probe(address, sealed, 0, sealedLength, trafficClass);
            } else if (seal == null) {
                furtherSockets.probe(address, buffer, offset, length, trafficClass);
            }
        }
    }

    /** {@return whether the system supports setting traffic classes, reading marks and forbidding fragmentation; true only on Linux} */
    public boolean marks() {
        return furtherSockets != null;
    }

    /** Hands the datagrams sent since the last call to the system, in as few system calls as possible. */
    public void flush() {
        assert channel.eventLoop().inEventLoop();
        batches.writeAll();
        channel.flush();
        if (furtherSockets != null) {
            furtherSockets.flush();
        }
    }

    /** {@return whether {@link #send} has room; {@link LinkListener#writable} reports when it has room again} */
    public boolean writable() {
        return channel.isWritable() && (furtherSockets == null || furtherSockets.writable());
    }

    /** Whether there is a socket for this traffic class; otherwise it is being opened, unless there are too many. */
    boolean hasSocket(int trafficClass) {
        return furtherSockets != null && furtherSockets.batches(trafficClass) != null;
    }

    /** {@return how many bytes of datagrams may wait to be read, without the system's overhead; any thread} */
    public long receiveRoomBytes() {
        return receiveRoomBytes;
    }

    /** The filter of datagrams from strangers; null if there is none. */
    StrangerFilter strangerFilter() {
        return strangerFilter;
    }

    /** The socket's channel. */
    Channel channel() {
        return channel;
    }

    /** {@return the counters since the link was opened, as they are now; any thread} */
    public LinkStats stats() {
        return counters.snapshot();
    }

    /**
     * Closes the socket and waits for that, unless called on the loop; the port is free after one more turn of the loop.
     * Unflushed datagrams are lost. May be repeated.
     */
    @Override
    public void close() {
        if (furtherSockets != null && channel.isOpen()) {
            closeFurtherSockets();
        }
        ChannelFuture closed = channel.close();
        if (!channel.eventLoop().inEventLoop()) {
            closed.awaitUninterruptibly();
        }
    }

    private void closeFurtherSockets() {
        if (channel.eventLoop().inEventLoop()) {
            furtherSockets.close();
            return;
        }
        try {
            channel.eventLoop().execute(furtherSockets::close);
        } catch (RejectedExecutionException e) {
            LOG.debug("The loop has closed all sockets");
        }
    }

    /**
     * Removes the trailer of an arriving datagram, the counterpart of {@link GsoBatches#end}; returns the remaining length, or -1
     * if there is no trailer.
     */
    private int unsealed(ByteBuf content, byte[] into) {
        int length = Trailer.length(content);
        if (length >= 0) {
            content.readBytes(into, 0, length);
        }
        return length;
    }

    /** Reports what the system has granted. A process that may exceed the system's limits does not need them changed. */
    private void grant(Transport transport) {
        transport.force(channel, settings.receiveBufferBytes(), 0);
        GrantedBuffers granted = new GrantedBuffers(channel.config().getOption(ChannelOption.SO_RCVBUF),
                channel.config().getOption(ChannelOption.SO_SNDBUF), settings.receiveBufferBytes(), settings.sendBufferBytes());
        receiveRoomBytes = granted.roomBytes();
        if (granted.small()) {
            LOG.warn("{}", granted.advice(text(localAddress())));
        }
    }

    /** HOST:PORT as a user writes it. */
    static String text(InetSocketAddress address) {
        String host = address.getHostString();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    private static String reason(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        String lower = message.toLowerCase(Locale.ROOT);
        if (lower.contains("in use")) {
            return "the port is in use, accepted is one that is free";
        }
        if (lower.contains("cannot assign") || lower.contains("can't assign")) {
            return "not an address of this machine, accepted is HOST:PORT with one that is";
        }
        if (lower.contains("permission denied")) {
            return "the port needs privileges, accepted without them is 1024 to 65535";
        }
        return "cannot be bound: " + message.lines().findFirst().orElse(message);
    }

    private final class Inbound extends ChannelInboundHandlerAdapter {
        private final byte[] buffer = new byte[maxSealed + Trailer.MAX_LENGTH];
        private final byte[] opened = new byte[seal == null ? 0 : maxSealed];

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            DatagramPacket packet = (DatagramPacket) message;
            try {
                // A listener that closes the link in the middle of a batch gets no more datagrams of it.
                if (context.channel().isOpen()) {
                    accept(packet);
                }
            } finally {
                packet.release();
            }
        }

        private void accept(DatagramPacket packet) {
            SiteId from = endpoints.owner(packet.sender());
            if (from == null) {
                counters.unknownSender.increment();
                stranger();
                return;
            }
            if (seal != null && !hasMark(from, packet.content())) {
                counters.notOpened.increment();
                stranger();
                return;
            }
            int wireLength = packet.content().readableBytes();
            if (wireLength > Trailer.wireLength(maxSealed)) {
                counters.oversize.increment();
                return;
            }
            // Not one time for all reads of a turn: in between, the process may have to wait for the processor, and datagrams read
            // afterwards would seem to have arrived before they were sent.
            long nowNanos = reads.nanos();
            int length = unsealed(packet.content(), buffer);
            if (length < 0 || length > maxSealed) {
                counters.noTrailer.increment();
                return;
            }
            if (seal == null) {
                deliver(from, buffer, length, wireLength, nowNanos);
                return;
            }
            int openedLength = seal.open(from, buffer, 0, length, opened);
            if (openedLength < 0) {
                counters.notOpened.increment();
            } else {
                deliver(from, opened, openedLength, wireLength, nowNanos);
            }
        }

        private void stranger() {
            if (strangerFilter != null) {
                strangerFilter.stranger();
            }
        }

        private boolean hasMark(SiteId from, ByteBuf content) {
            int mark = seal.mark(from);
            if (mark == DatagramSeal.NO_MARK) {
                return true;
            }
            if (content.readableBytes() < DatagramSeal.OVERHEAD) {
                return false;
            }
            int there = content.getUnsignedMedium(content.readerIndex() + DatagramSeal.MARK_AT);
            return there == mark || there == mark + 1;
        }

        private void deliver(SiteId from, byte[] bytes, int length, int wireLength, long nowNanos) {
            counters.received.increment();
            counters.receivedBytes.add(length);
            if (reads.marked(wireLength)) {
                counters.marked.increment();
                listener.receiveMarked(from, bytes, 0, length, nowNanos);
            } else {
                listener.receive(from, bytes, 0, length, nowNanos);
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            if (context.channel().isOpen()) {
                listener.readComplete();
            }
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext context) {
            if (writable()) {
                // This runs inside flush(): the owner is notified after its turn.
                context.channel().eventLoop().execute(() -> {
                    if (writable()) {
                        listener.writable();
                    }
                });
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            if (cause instanceof IOException) {
                counters.socketErrors.increment();
                LOG.debug("The socket reports {}", cause.toString());
                return;
            }
            counters.listenerFailures.increment();
            if (counters.listenerFailures.sum() == 1) {
                LOG.error("The listener of {} failed; further failures are counted only", text(localAddress()), cause);
            }
        }
    }
}
