package org.xpand.alm.udp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/**
 * Reads into the same memory again and again: the reader is done with what was read when the next read begins. If it is
 * not, it keeps that memory, and the next read has some of its own. For one channel.
 */
final class ReusedBuffer extends DefaultMaxMessagesRecvByteBufAllocator implements Transport.Reads {
    private final int size;
    private final boolean pieces;
    private final LongSupplier clock;
    private long readNanos;
    private int readBytes;

    /**
     * @param pieces whether what is read at once is one datagram, or several that the system has joined
     * @param clock  read once for each read, when it is over
     */
    ReusedBuffer(int size, int maxMessagesPerRead, boolean pieces, LongSupplier clock) {
        super(maxMessagesPerRead);
        this.size = size;
        this.pieces = pieces;
        this.clock = clock;
    }

    @Override
    public long nanos() {
        return readNanos;
    }

    @Override
    public boolean marked(int wireLength) {
        return Trailer.marked(pieces ? readBytes : wireLength);
    }

    @Override
    public Buffers newHandle() {
        return new Buffers();
    }

    final class Buffers extends MaxMessageHandle {
        private ByteBuf buffer = allocate();

        private ByteBuf allocate() {
            // Memory that the collector frees: nobody tells when the channel has read for the last time.
            return Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(size));
        }

        @Override
        public ByteBuf allocate(ByteBufAllocator ignored) {
            if (buffer.refCnt() > 1) {
                buffer.release();
                buffer = allocate();
            }
            return buffer.retain().clear();
        }

        @Override
        public void lastBytesRead(int bytes) {
            super.lastBytesRead(bytes);
            if (bytes > 0) {
                readNanos = clock.getAsLong();
                readBytes = bytes;
            }
        }

        @Override
        public int guess() {
            return size;
        }
    }
}
