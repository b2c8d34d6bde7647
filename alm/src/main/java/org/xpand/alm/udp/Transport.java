package org.xpand.alm.udp;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.SelectStrategy;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.channel.unix.SegmentedDatagramPacket;
import java.net.InetSocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** How the event loop and its sockets use the operating system. */
public enum Transport {
    /**
     * Linux's epoll through Netty's native library. Several datagrams to one endpoint are handed to the system, and read
     * from it, in one piece, which the system or the network card cuts apart and joins (UDP_SEGMENT and UDP_GRO of Linux 5.0);
     * on older systems several are passed in one system call.
     */
    EPOLL {
        @Override
        public boolean available() {
            return Epoll.isAvailable();
        }

        @Override
        IoHandlerFactory ioHandlers(boolean busyPolling) {
            return busyPolling ? EpollIoHandler.newFactory(0, () -> (ready, hasTasks) -> hasTasks ? ready.get() : SelectStrategy.BUSY_WAIT)
                    : EpollIoHandler.newFactory();
        }

        @Override
        Reads configure(Bootstrap bootstrap, int room, int readBatch, LongSupplier clock) {
            bootstrap.channel(EpollDatagramChannel.class);
            ReusedBuffer buffer;
            if (mostInBatch() > 1) {
                // One piece per call: Netty before 4.2.19 loses the positions of the cuts when it reads several pieces.
                bootstrap.option(EpollChannelOption.UDP_GRO, true);
                buffer = new ReusedBuffer(PIECE_BYTES, readBatch, true, clock);
            } else {
                bootstrap.option(EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, room);
                buffer = new ReusedBuffer(room * readBatch, readBatch, false, clock);
            }
            bootstrap.option(ChannelOption.RECVBUF_ALLOCATOR, buffer);
            return buffer;
        }

        @Override
        FurtherSockets openFurtherSockets(Channel first, Supplier<Bootstrap> sockets, Function<Channel, GsoBatches> batches) {
            return FurtherSockets.open(first, () -> sockets.get().channel(EpollDatagramChannel.class), batches);
        }

        @Override
        void force(Channel socket, int receiveBytes, int sendBytes) {
            force(socket, ChannelOption.SO_RCVBUF, RECEIVE_FORCE, receiveBytes);
            force(socket, ChannelOption.SO_SNDBUF, SEND_FORCE, sendBytes);
        }

        private void force(Channel socket, ChannelOption<Integer> size, IntegerUnixChannelOption forced, int bytes) {
            try {
                if (socket.config().getOption(size) < bytes) {
                    socket.config().setOption(forced, bytes);
                }
            } catch (ChannelException e) {
                // Not privileged; the caller that opens the link reports what was granted.
            }
        }

        @Override
        int mostInBatch() {
            return EpollDatagramChannel.isSegmentedDatagramPacketSupported() ? MOST_IN_BATCH : 1;
        }

        @Override
        DatagramPacket packet(ByteBuf bytes, int length, InetSocketAddress to) {
            return bytes.readableBytes() > length ? new SegmentedDatagramPacket(bytes, length, to)
                    : new DatagramPacket(bytes, to);
        }
    },

    /** The JDK's channels, everywhere. */
    NIO {
        @Override
        public boolean available() {
            return true;
        }

        @Override
        IoHandlerFactory ioHandlers(boolean busyPolling) {
            // Netty sleeps here where a strategy asks for BUSY_WAIT.
            return busyPolling ? NioIoHandler.newFactory(SelectorProvider.provider(), () -> (ready, hasTasks) -> ready.get())
                    : NioIoHandler.newFactory();
        }

        @Override
        Reads configure(Bootstrap bootstrap, int room, int readBatch, LongSupplier clock) {
            bootstrap.channel(NioDatagramChannel.class)
                    .option(ChannelOption.RECVBUF_ALLOCATOR,
                            new FixedRecvByteBufAllocator(room).maxMessagesPerRead(readBatch));
            return new Reads() {
                @Override
                public long nanos() {
                    return clock.getAsLong();
                }

                @Override
                public boolean marked(int wireLength) {
                    return false;
                }
            };
        }

        @Override
        FurtherSockets openFurtherSockets(Channel first, Supplier<Bootstrap> sockets, Function<Channel, GsoBatches> batches) {
            return null;
        }

        @Override
        int mostInBatch() {
            return 1;
        }

        @Override
        DatagramPacket packet(ByteBuf bytes, int length, InetSocketAddress to) {
            return new DatagramPacket(bytes, to);
        }
    };

    /** Levels and names of options as in Linux's asm-generic/socket.h; see socket(7). */
    private static final IntegerUnixChannelOption SEND_FORCE = new IntegerUnixChannelOption("SO_SNDBUFFORCE", 1, 32);
    private static final IntegerUnixChannelOption RECEIVE_FORCE = new IntegerUnixChannelOption("SO_RCVBUFFORCE", 1, 33);
    /** Every Linux with UDP_SEGMENT accepts this. */
    private static final int MOST_IN_BATCH = 64;
    /** The greatest received piece, longer than the longest IP packet. */
    private static final int PIECE_BYTES = 1 << 16;

    /** {@return whether this machine supports it: its system, and for {@link #EPOLL} the native library} */
    public abstract boolean available();

    /** @param busyPolling whether the loop asks for datagrams all the time, and never sleeps until one comes */
    abstract IoHandlerFactory ioHandlers(boolean busyPolling);

    /**
     * Sets the channel's type and how it reads: {@code readBatch} datagrams per turn, {@code room} bytes of each.
     *
     * @return arrival time and mark of the datagram that is being delivered
     */
    abstract Reads configure(Bootstrap bootstrap, int room, int readBatch, LongSupplier clock);

    /** Arrival time and mark of the datagram that is being delivered. */
    interface Reads {
        /** When it was read: the same time for all datagrams of a piece. */
        long nanos();

        /** Whether a router has marked it, or the piece it arrived in: the system joins only datagrams with equal marks. */
        boolean marked(int wireLength);
    }

    /** Gives a socket buffers of at least these sizes even if the system's limits are lower, if this process is privileged to. */
    void force(Channel socket, int receiveBytes, int sendBytes) {
        // The JDK's channels do not support this.
    }

    /** See {@link FurtherSockets#open}; null where it is not supported. */
    abstract FurtherSockets openFurtherSockets(Channel first, Supplier<Bootstrap> sockets, Function<Channel, GsoBatches> batches);

    /** Most datagrams of a GSO batch. */
    abstract int mostInBatch();

    /** Makes a GSO batch of at most {@link #mostInBatch} datagrams of this length, of which the last may be shorter. */
    abstract DatagramPacket packet(ByteBuf bytes, int length, InetSocketAddress to);

    /** {@return {@link #EPOLL} where it is available, else {@link #NIO}} */
    public static Transport best() {
        return EPOLL.available() ? EPOLL : NIO;
    }
}
