package org.xpand.alm.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

/** Where datagrams that wait for their departure are kept. */
class TrainsTest {
    @Test
    void theChannelsPoolIsNotAskedSinceItsFirstUseTakesHalfASecond() {
        EmbeddedChannel channel = new EmbeddedChannel();
        UnpooledByteBufAllocator pool = new UnpooledByteBufAllocator(true);
        channel.config().setAllocator(pool);
        Trains trains = new Trains(channel, Transport.NIO, 1, 100, new LinkCounters());
        trains.board(new InetSocketAddress("127.0.0.1", 7800), new byte[] {1, 2, 3}, 0, 3);
        trains.depart();
        channel.flush();
        DatagramPacket packet = channel.readOutbound();
        assertThat(packet.content().readableBytes()).isEqualTo(3);
        assertThat(pool.metric().usedDirectMemory() + pool.metric().usedHeapMemory()).isZero();
        packet.release();
        channel.finishAndReleaseAll();
    }
}
