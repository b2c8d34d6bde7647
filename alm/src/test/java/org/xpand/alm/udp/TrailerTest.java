package org.xpand.alm.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

class TrailerTest {
    @Property(tries = 300)
    void whatStandsBeforeItIsFoundWhetherOrNotItWasCut(@ForAll @Size(max = 40) byte[] bytes) {
        ByteBuf wire = Unpooled.buffer().writeBytes(bytes);
        Trailer.write(wire, bytes.length);
        assertThat(wire.readableBytes()).isEqualTo(Trailer.wireLength(bytes.length)).isEven();
        assertThat(Trailer.marked(wire.readableBytes())).isFalse();
        assertThat(Trailer.length(wire)).isEqualTo(bytes.length);
        ByteBuf cut = wire.slice(0, wire.readableBytes() - 1);
        assertThat(Trailer.marked(cut.readableBytes())).isTrue();
        assertThat(Trailer.length(cut)).isEqualTo(bytes.length);
    }

    @Property(tries = 300)
    void anyBytesAreReadWithinTheirBounds(@ForAll @Size(max = 6) byte[] bytes) {
        assertThat(Trailer.length(Unpooled.wrappedBuffer(bytes))).isBetween(-1, bytes.length);
    }
}
