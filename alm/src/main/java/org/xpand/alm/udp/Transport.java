package org.xpand.alm.udp;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;

/** How the event loop and its sockets talk to the operating system. */
public enum Transport {
    /** Linux's epoll through Netty's native library; several datagrams pass in one system call. */
    EPOLL {
        @Override
        public boolean available() {
            return Epoll.isAvailable();
        }

        @Override
        IoHandlerFactory ioHandlers() {
            return EpollIoHandler.newFactory();
        }

        @Override
        void configure(Bootstrap bootstrap, int room, int readBatch) {
            bootstrap.channel(EpollDatagramChannel.class)
                    .option(EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, room)
                    .option(ChannelOption.RECVBUF_ALLOCATOR,
                            new FixedRecvByteBufAllocator(room * readBatch).maxMessagesPerRead(readBatch));
        }
    },

    /** The JDK's channels, everywhere. */
    NIO {
        @Override
        public boolean available() {
            return true;
        }

        @Override
        IoHandlerFactory ioHandlers() {
            return NioIoHandler.newFactory();
        }

        @Override
        void configure(Bootstrap bootstrap, int room, int readBatch) {
            bootstrap.channel(NioDatagramChannel.class)
                    .option(ChannelOption.RECVBUF_ALLOCATOR,
                            new FixedRecvByteBufAllocator(room).maxMessagesPerRead(readBatch));
        }
    };

    /** Whether this machine has it. */
    public abstract boolean available();

    abstract IoHandlerFactory ioHandlers();

    /** Sets the channel's type and how it reads: {@code readBatch} datagrams a turn, {@code room} bytes of each. */
    abstract void configure(Bootstrap bootstrap, int room, int readBatch);

    /** {@link #EPOLL} where there is, else {@link #NIO}. */
    public static Transport best() {
        return EPOLL.available() ? EPOLL : NIO;
    }
}
