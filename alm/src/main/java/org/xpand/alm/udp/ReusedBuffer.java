package org.xpand.alm.udp;

import java.nio.ByteBuffer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;

/**
 * Reads into the same memory again and again: the reader is done with what was read when the next read begins. If it is
 * not, it keeps that memory, and the next read has some of its own.
 */
final class ReusedBuffer extends DefaultMaxMessagesRecvByteBufAllocator {
    private final int size;

    ReusedBuffer(int size, int maxMessagesPerRead) {
        super(maxMessagesPerRead);
        this.size = size;
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
        public int guess() {
            return size;
        }
    }
}
