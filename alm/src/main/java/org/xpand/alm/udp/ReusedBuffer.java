package org.xpand.alm.udp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/**
 * Reads into the same memory repeatedly: normally the reader has finished when the next read begins. Otherwise the reader keeps
 * that memory, and the next read gets new memory. For one channel.
 */
final class ReusedBuffer extends DefaultMaxMessagesRecvByteBufAllocator implements Transport.Reads {
    private final int size;
    private final boolean pieces;
    private final LongSupplier clock;
    private long readNanos;
    private int readBytes;

    /**
     * @param pieces whether one read may return several datagrams that the system has joined
     * @param clock  read once after each read
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
            // Memory freed by the garbage collector: the channel does not report its last read.
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
