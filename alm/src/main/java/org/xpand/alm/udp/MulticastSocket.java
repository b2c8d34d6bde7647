package org.xpand.alm.udp;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioDatagramChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.protocols.logging.RepeatedEvent;

/**
 * Datagrams among the processes of a LAN, to all by multicast or to one, on a node's loop. A process does not receive what it
 * sends itself.
 */
public final class MulticastSocket implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MulticastSocket.class);
    private static final int BUFFER_BYTES = 8 << 20;
    /** Bytes that wait for the system; more are accepted, but {@link #writable} says that it is time to stop. */
    private static final int QUEUE_BYTES = 1 << 20;
    private static final int DATAGRAM_BYTES = 1 << 16;
    /** Datagrams read in a row: about a megabyte, after which others have a turn. */
    private static final int READ_BATCH = 16;

    private final Channel in;
    private final Channel out;
    private final InetSocketAddress group;
    private final long capacity;

    /** Listener of a socket, called on the loop. */
    public interface Listener {
        /**
         * A datagram arrived.
         *
         * @param datagram the whole datagram; an array of its own, which the listener may keep
         * @param from     the address to which the sender is bound
         */
        void datagram(byte[] datagram, InetSocketAddress from);

        /** The last datagrams arrived together, and this was the last of them. */
        void readComplete();

        /** {@link MulticastSocket#writable} is true again. */
        void writable();
    }

    private MulticastSocket(DatagramChannel in, DatagramChannel out, InetSocketAddress group) {
        this.in = in;
        this.out = out;
        this.group = group;
        this.capacity = new GrantedBuffers(in.config().getReceiveBufferSize(), out.config().getSendBufferSize(), BUFFER_BYTES, BUFFER_BYTES)
                .roomBytes();
    }

    /**
     * Opens a socket, which reads nothing before {@link #start}; waits for it, so it must not be called on the loop.
     *
     * @param loop     the loop on which the socket works
     * @param bind     this machine's address on the LAN
     * @param group    multicast address and port
     * @param listener called on the loop until the socket is closed
     * @return the open socket
     * @throws SocketException if no interface has the address, or the system refuses a socket or the group
     */
    public static MulticastSocket open(NodeLoop loop, InetAddress bind, InetSocketAddress group, Listener listener) throws SocketException {
        NetworkInterface lan = NetworkInterface.getByInetAddress(bind);
        if (lan == null) {
            throw new SocketException("no interface has the address " + bind.getHostAddress());
        }
        DatagramChannel out = null;
        DatagramChannel in = null;
        try {
            Inbound inbound = new Inbound(listener);
            out = channel(loop, inbound, new Bootstrap().option(ChannelOption.IP_MULTICAST_IF, lan)
                    .option(ChannelOption.SO_SNDBUF, BUFFER_BYTES)
                    .option(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(QUEUE_BYTES / 2, QUEUE_BYTES)),
                    new InetSocketAddress(bind, 0));
            inbound.own = out.localAddress();
            in = channel(loop, inbound, new Bootstrap().option(ChannelOption.SO_REUSEADDR, true), group);
            loop.transport().force(in, BUFFER_BYTES, 0);
            loop.transport().force(out, BUFFER_BYTES, BUFFER_BYTES);
            if (in instanceof EpollDatagramChannel filtered) {
                SocketPrograms.notFrom(out.localAddress()).attach(filtered);
            }
            in.joinGroup(group, lan).syncUninterruptibly();
            return new MulticastSocket(in, out, group);
        } catch (Exception e) {
            // Netty throws the system's exceptions though it does not declare them.
            close(in);
            close(out);
            throw e instanceof SocketException failure ? failure : new SocketException(e.getMessage());
        }
    }

    private static DatagramChannel channel(NodeLoop loop, Inbound inbound, Bootstrap bootstrap, InetSocketAddress bind) {
        ChannelFactory<DatagramChannel> kind = loop.transport() == Transport.EPOLL ? () -> new EpollDatagramChannel(SocketProtocolFamily.INET)
                : () -> new NioDatagramChannel(SocketProtocolFamily.INET);
        return (DatagramChannel) bootstrap.group(loop.eventLoop()).channelFactory(kind).option(ChannelOption.SO_RCVBUF, BUFFER_BYTES)
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new ReusedBuffer(DATAGRAM_BYTES, READ_BATCH, false, System::nanoTime))
                .handler(inbound).bind(bind).syncUninterruptibly().channel();
    }

    /** Begins to read: what has arrived waits for it, since the listener may need this socket to take it. Any thread. */
    public void start() {
        in.config().setAutoRead(true);
        out.config().setAutoRead(true);
    }

    private static void close(Channel channel) {
        if (channel != null) {
            channel.close();
        }
    }

    /** {@return bytes of datagrams that wait in the socket while the loop does not read} */
    public long capacity() {
        return capacity;
    }

    /**
     * Sends to all at the next {@link #flush}.
     *
     * @param datagram begins with the datagram; copied
     * @param length   its length, 1 to 65507 bytes
     */
    public void send(byte[] datagram, int length) {
        send(datagram, length, group);
    }

    /**
     * Sends to one process at the next {@link #flush}.
     *
     * @param datagram begins with the datagram; copied
     * @param length   its length, 1 to 65507 bytes
     * @param to       the address to which its socket is bound
     */
    public void send(byte[] datagram, int length, InetSocketAddress to) {
        ByteBuf bytes = out.alloc().directBuffer(length, length).writeBytes(datagram, 0, length);
        out.write(new DatagramPacket(bytes, to), out.voidPromise());
    }

    /** Hands all datagrams to the system. */
    public void flush() {
        out.flush();
    }

    /** {@return whether there is room for more} */
    public boolean writable() {
        return out.isWritable();
    }

    @Override
    public void close() {
        in.close();
        out.close();
    }

    /** The listener keeps messages, and the socket reads into the same memory again. */
    private static byte[] owned(ByteBuf content) {
        byte[] datagram = new byte[content.readableBytes()];
        content.readBytes(datagram);
        return datagram;
    }

    @ChannelHandler.Sharable
    private static final class Inbound extends ChannelInboundHandlerAdapter {
        private final Listener listener;
        private volatile InetSocketAddress own;
        private final RepeatedEvent failure = new RepeatedEvent();

        private Inbound(Listener listener) {
            this.listener = listener;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            DatagramPacket packet = (DatagramPacket) message;
            try {
                if (packet.sender().equals(own)) {
                    // Without the socket's filter, which not every system has.
                    return;
                }
                listener.datagram(owned(packet.content()), packet.sender());
            } finally {
                packet.release();
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            listener.readComplete();
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext context) {
            if (context.channel().isWritable()) {
                context.channel().eventLoop().execute(listener::writable);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            // Once for each datagram while an interface is down.
            if (failure.happened(System.nanoTime())) {
                LOG.warn("datagrams within the site cannot be sent or read, {} so far: {}. They are sent again, or through JGroups",
                        failure.count(), cause.getMessage());
                LOG.debug("the last", cause);
            }
        }
    }
}
