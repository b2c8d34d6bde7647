package org.xpand.alm.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class GsoBatchTest {
    private static final int MOST = 4;

    private final GsoBatch batch = new GsoBatch(new EmbeddedChannel(), new InetSocketAddress("127.0.0.1", 9),
            Unpooled.buffer(50, 50), MOST);

    private void add(int length) {
        batch.bytes().writeZero(length);
        batch.added(length, length);
    }

    @Test
    void datagramsOfOneLengthFollowEachOtherUpToTheMost() {
        add(10);
        for (int i = 1; i < MOST; i++) {
            assertThat(batch.takes(10)).isTrue();
            add(10);
        }
        assertThat(batch.takes(10)).isFalse();
        assertThat(batch.count()).isEqualTo(MOST);
        assertThat(batch.length()).isEqualTo(10);
    }

    @Test
    void noMoreFollowThanThereIsRoomFor() {
        add(20);
        assertThat(batch.takes(20)).isTrue();
        add(20);
        assertThat(batch.takes(11)).isFalse();
        assertThat(batch.takes(10)).isTrue();
    }

    @Test
    void aLongerOneIsNotTaken() {
        add(10);
        assertThat(batch.takes(11)).isFalse();
    }

    @Test
    void aShorterOneIsTheLast() {
        add(10);
        assertThat(batch.takes(9)).isTrue();
        add(9);
        assertThat(batch.takes(9)).isFalse();
        assertThat(batch.takes(10)).isFalse();
    }
}
