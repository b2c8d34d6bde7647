package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.Test;

class PassedFrameTest {
    @Property
    void whatIsWrittenIsRead(@ForAll boolean onward, @ForAll boolean answer, @ForAll boolean six, @ForAll @Size(16) byte[] address,
                             @ForAll short port, @ForAll @Size(max = 50) byte[] content) throws IOException {
        IpAddress host = new IpAddress(InetAddress.getByAddress(six ? address : Arrays.copyOf(address, 4)), Short.toUnsignedInt(port));
        byte[] inner = content.length > 0 ? content : new byte[] {1};
        inner[0] = 1;
        byte[] frame = onward ? PassedFrame.onward(host, answer, inner, 0, inner.length)
                : PassedFrame.arrived(host, answer, inner, 0, inner.length);
        assertThat(PassedFrame.is(frame, 0, frame.length)).isTrue();
        PassedFrame read = PassedFrame.read(frame);
        assertThat(read.onward()).isEqualTo(onward);
        assertThat(read.answer()).isEqualTo(answer);
        assertThat(read.host()).isEqualTo(host);
        assertThat(Arrays.copyOfRange(frame, read.start(), frame.length)).isEqualTo(inner);
    }

    @Property
    void anyBytesAreReadOrRefused(@ForAll @Size(max = 40) byte[] bytes) {
        byte[] frame = Arrays.copyOf(bytes, bytes.length + 2);
        System.arraycopy(bytes, 0, frame, 2, bytes.length);
        frame[0] = (byte) 0xBA;
        frame[1] = 0x55;
        try {
            assertThat(PassedFrame.read(frame).start()).isLessThanOrEqualTo(frame.length);
        } catch (IOException e) {
            assertThat(e.getMessage()).contains("frame");
        }
    }

    @Test
    void aPassedFrameInAPassedFrameIsRefused() throws IOException {
        IpAddress host = new IpAddress("192.0.2.1", 7800);
        byte[] once = PassedFrame.onward(host, false, new byte[] {1, 2}, 0, 2);
        byte[] twice = PassedFrame.onward(host, false, once, 0, once.length);
        assertThatThrownBy(() -> PassedFrame.read(twice)).isInstanceOf(IOException.class);
    }
}
