package org.xpand.alm.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

/** The buffers of datagrams that wait to be sent. */
class GsoBatchesTest {
    @Test
    void aBatchIsNoLongerThanTheGreatestDatagram() {
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(1 << 19, 1 << 20));
        GsoBatches batches = new GsoBatches(channel, Transport.NIO, 64, 1400, new LinkCounters());
        for (int i = 0; i < 64; i++) {
            batches.add(new InetSocketAddress("127.0.0.1", 7800), new byte[1400], 0, 1400);
        }
        batches.writeAll();
        channel.flush();
        DatagramPacket first = channel.readOutbound();
        DatagramPacket second = channel.readOutbound();
        assertThat(first.content().readableBytes()).isEqualTo(46 * 1402);
        assertThat(second.content().readableBytes()).isEqualTo(18 * 1402);
        first.release();
        second.release();
        channel.finishAndReleaseAll();
    }

    @Test
    void onlyWhatTheSystemRefusesTakesRoom() {
        boolean[] refuses = new boolean[1];
        EmbeddedChannel channel = new EmbeddedChannel() {
            @Override
            protected void doWrite(ChannelOutboundBuffer waiting) throws Exception {
                if (!refuses[0]) {
                    super.doWrite(waiting);
                }
            }
        };
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(4000, 8000));
        GsoBatches batches = new GsoBatches(channel, Transport.NIO, 64, 1400, new LinkCounters());
        for (int i = 0; i < 100; i++) {
            batches.add(new InetSocketAddress("127.0.0.1", 7800), new byte[1000], 0, 1000);
            assertThat(channel.isWritable()).isTrue();
        }
        refuses[0] = true;
        int boarded = 0;
        while (channel.isWritable()) {
            batches.add(new InetSocketAddress("127.0.0.1", 7800), new byte[1000], 0, 1000);
            boarded++;
        }
        assertThat(boarded).isBetween(1, 10);
        refuses[0] = false;
        channel.flush();
        assertThat(channel.isWritable()).isTrue();
        channel.finishAndReleaseAll();
    }

    @Test
    void theChannelsPoolIsNotAskedSinceItsFirstUseTakesHalfASecond() {
        EmbeddedChannel channel = new EmbeddedChannel();
        UnpooledByteBufAllocator pool = new UnpooledByteBufAllocator(true);
        channel.config().setAllocator(pool);
        GsoBatches batches = new GsoBatches(channel, Transport.NIO, 1, 100, new LinkCounters());
        batches.add(new InetSocketAddress("127.0.0.1", 7800), new byte[] {1, 2, 3}, 0, 3);
        batches.writeAll();
        channel.flush();
        DatagramPacket packet = channel.readOutbound();
        assertThat(packet.content().readableBytes()).isEqualTo(Trailer.wireLength(3));
        assertThat(pool.metric().usedDirectMemory() + pool.metric().usedHeapMemory()).isZero();
        packet.release();
        channel.finishAndReleaseAll();
    }
}
