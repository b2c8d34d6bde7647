package org.xpand.protocols.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

class WireTest {
    @Property
    void whatIsWrittenIsRead(@ForAll byte a, @ForAll short b, @ForAll int c, @ForAll long d, @ForAll double e,
                             @ForAll @StringLength(max = 40) String text) {
        WireWriter out = new WireWriter(new byte[256]);
        out.putByte(a).putShort(b).putInt(c).putLong(d).putDouble(e).putFloat(e).putString(text);
        WireReader in = new WireReader().reset(out.buffer(), 0, out.position());
        assertThat(in.getByte()).isEqualTo(a & 0xFF);
        assertThat(in.getShort()).isEqualTo(b & 0xFFFF);
        assertThat(in.getInt()).isEqualTo(c);
        assertThat(in.getLong()).isEqualTo(d);
        assertThat(in.getDouble()).isEqualTo(e + 0.0);
        assertThat(in.getFloat()).isEqualTo((float) e + 0.0f);
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        assertThat(in.getString()).isEqualTo(new String(utf8, StandardCharsets.UTF_8));
        assertThat(in.remaining()).isZero();
    }

    @Test
    void negativeZeroIsReadAsZero() {
        WireWriter out = new WireWriter(new byte[12]);
        out.putDouble(-0.0).putFloat(-0.0f);
        WireReader in = new WireReader().reset(out.buffer(), 0, out.position());
        assertThat(1 / in.getDouble()).isPositive();
        assertThat(1 / in.getFloat()).isPositive();
    }

    @Test
    void aReadPastTheEndIsMalformed() {
        assertThatThrownBy(() -> new WireReader(new byte[7]).getLong()).isInstanceOf(MalformedPacketException.class);
        assertThatThrownBy(() -> new WireReader(new byte[] {0, 5, 'a'}).getString())
                .isInstanceOf(MalformedPacketException.class);
        assertThatThrownBy(() -> new WireReader(new byte[3]).skip(-1)).isInstanceOf(MalformedPacketException.class);
    }

    @Test
    void aFrameEndsWhereItsLengthSays() {
        WireReader outer = new WireReader(new byte[] {1, 2, 3, 4});
        WireReader frame = new WireReader().resetTo(outer, 2);
        frame.skip(2);
        assertThatThrownBy(frame::getByte).isInstanceOf(MalformedPacketException.class);
        assertThat(outer.getByte()).isEqualTo(3);
    }

    @Test
    void aWritePastTheLimitIsABug() {
        WireWriter out = new WireWriter(new byte[10]).reset(2, 6);
        out.putInt(1);
        assertThatThrownBy(() -> out.putByte(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> out.setLong(2, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aSenderIsItsSiteAndItsMember() {
        SenderId sender = new SenderId(new SiteId(-1), new MemberId(2));
        byte[] bytes = new byte[16];
        new WireWriter(bytes).putSender(sender);
        assertThat(new WireReader(bytes).getSender()).isEqualTo(sender);
        WireReader in = new WireReader(bytes);
        assertThat(new SiteId(in.getLong())).isEqualTo(sender.site());
        assertThat(in.getMember()).isEqualTo(sender.member());
    }

    @Test
    void membersAreOrderedByTheirValuesAsUnsignedNumbers() {
        assertThat(new MemberId(-1)).isGreaterThan(new MemberId(1)).hasToString("ffffffffffffffff");
    }
}
