package org.xpand.protocols.lan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireWriter;

/** Whatever arrives, the path refuses it or goes on, keeps little, and still delivers what its peers send. */
class LanPathFuzzTest {
    private static final int MOST_LENGTH = 2000;
    private static final ProcessId SELF = new ProcessId(1);
    private static final ProcessId OTHER = new ProcessId(2);

    private final List<byte[]> datagrams = new ArrayList<>();
    private final List<byte[]> controls = new ArrayList<>();
    private final List<Integer> delivered = new ArrayList<>();

    /** Keeps what one path sends, for another one. */
    private final class Wire implements LanPath.Output {
        @Override
        public void multicast(byte[] datagram, int length) {
            datagrams.add(Arrays.copyOf(datagram, length));
        }

        @Override
        public void send(ProcessId to, byte[] datagram, int length) {
            datagrams.add(Arrays.copyOf(datagram, length));
        }

        @Override
        public void control(ProcessId to, byte[] message) {
            controls.add(message);
        }

        @Override
        public void deliver(ProcessId from, byte[] buffer, int offset, int length) {
            delivered.add(length);
        }

        @Override
        public void roomAgain() {
            // Nothing waits.
        }
    }

    private record Content(int length) implements LanContent {
        @Override
        public void writeTo(WireWriter out) {
            out.putBytes(new byte[length], 0, length);
        }
    }

    @Property(tries = 500)
    void damagedDatagramsAreRefusedOrIgnored(@ForAll @Size(min = 1, max = 40) List<@IntRange(max = 4000) Integer> places,
                                             @ForAll @IntRange(max = 255) int value) {
        LanPath sender = new LanPath(OTHER, MOST_LENGTH, 1 << 20, new Wire());
        LanPath path = new LanPath(SELF, MOST_LENGTH, 1 << 20, new Wire());
        sender.view(List.of(SELF), 0);
        path.view(List.of(OTHER), 0);
        sender.run(0);
        path.run(0);
        for (int i = 0; i < 5; i++) {
            sender.multicast(new Content(100 + i), 0);
            sender.send(SELF, new Content(200 + i), 0);
            path.multicast(new Content(300 + i), 0);
        }
        List<byte[]> all = new ArrayList<>(controls);
        all.addAll(datagrams);
        for (int place : places) {
            byte[] damaged = all.get(place % all.size()).clone();
            // Behind mark, kind and sender, which decide whether it is read at all, as often as there.
            damaged[place % damaged.length] = (byte) value;
            damaged[Math.min(damaged.length - 1, 2 + place % 40)] ^= (byte) place;
            try {
                path.datagram(damaged, 0, damaged.length, 1000);
                path.control(OTHER, damaged, 1000);
            } catch (MalformedPacketException e) {
                assertThat(e).hasMessageNotContaining("null");
            }
            path.run(2_000_000_000L);
        }
        assertThat(path.known()).isLessThan(100);
        assertThat(path.stats().window()).isBetween(DatagramWindow.LEAST_BYTES, DatagramWindow.MOST_BYTES);
    }

    @Property(tries = 500)
    void noiseIsRefusedOrIgnored(@ForAll @Size(max = 200) byte[] noise) {
        LanPath path = new LanPath(SELF, MOST_LENGTH, 1 << 20, new Wire());
        path.view(List.of(OTHER), 0);
        byte[] marked = new byte[2 + noise.length];
        marked[0] = (byte) 0xEE;
        marked[1] = 0x4C;
        System.arraycopy(noise, 0, marked, 2, noise.length);
        for (byte[] each : List.of(noise, marked)) {
            try {
                path.datagram(each, 0, each.length, 0);
            } catch (MalformedPacketException e) {
                assertThat(delivered).isEmpty();
            }
            try {
                if (LanPath.isControl(each)) {
                    path.control(OTHER, each, 0);
                }
            } catch (MalformedPacketException e) {
                assertThat(delivered).isEmpty();
            }
        }
    }
}
