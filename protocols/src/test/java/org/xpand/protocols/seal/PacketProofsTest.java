package org.xpand.protocols.seal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A packet that came through others is of its source, or it is noticed. */
class PacketProofsTest {
    private static final int OPEN = 3;
    private static final long HERE = 0x1234_5678_9abc_def0L;
    private static final long ELSEWHERE = 0x1111_2222_3333_4444L;

    private final PacketProofs proofs = new PacketProofs(OPEN);
    private final Random random = new Random(1);
    private final LinkKeys source = LinkKeys.create();
    private final LinkKeys here = LinkKeys.create();
    private final LinkKeys forwarder = LinkKeys.create();
    private final DatagramSeal toHere = source.agree(here.publicPart()).orElseThrow();
    private final DatagramSeal atHere = here.agree(source.publicPart()).orElseThrow();
    private final DatagramSeal toForwarder = source.agree(forwarder.publicPart()).orElseThrow();

    private byte[] proven(DatagramSeal with) {
        byte[] packet = new byte[200];
        random.nextBytes(packet);
        proofs.begin(packet, 0, 100);
        int at = proofs.prove(ELSEWHERE, toForwarder, packet, 100);
        at = proofs.prove(HERE, with, packet, at);
        return Arrays.copyOf(packet, PacketProofs.end(packet, 2, at));
    }

    private int check(byte[] packet) {
        return proofs.check(HERE, atHere, packet, 0, packet.length);
    }

    @Test
    void whatTheSourceHasMadeIsTakenWhateverForwardersMayChange() {
        byte[] packet = proven(toHere);
        assertThat(packet).hasSize(100 + PacketProofs.length(2));
        assertThat(check(packet)).isEqualTo(100);
        packet[OPEN] ^= 5;
        assertThat(check(packet)).isEqualTo(100);
        byte[] within = new byte[packet.length + 7];
        System.arraycopy(packet, 0, within, 4, packet.length);
        assertThat(proofs.check(HERE, atHere, within, 4, packet.length)).isEqualTo(100);
    }

    @Test
    void whatAForwarderHasChangedOrMadeIsNot() {
        for (int i = 0; i < 100; i++) {
            if (i != OPEN) {
                byte[] packet = proven(toHere);
                packet[i] ^= (byte) (1 << random.nextInt(8));
                assertThat(check(packet)).as("byte %d", i).isEqualTo(PacketProofs.FORGED);
            }
        }
        assertThat(check(proven(forwarder.agree(here.publicPart()).orElseThrow()))).isEqualTo(PacketProofs.FORGED);
        assertThat(check(proven(toForwarder))).isEqualTo(PacketProofs.FORGED);
        assertThat(check(proven(atHere))).as("sent back").isEqualTo(PacketProofs.FORGED);
    }

    @Test
    void noLengthIsBelieved() {
        for (int length = 0; length < 300; length++) {
            byte[] noise = new byte[length];
            random.nextBytes(noise);
            assertThat(check(noise)).isEqualTo(PacketProofs.FORGED);
        }
        byte[] none = new byte[50];
        assertThat(proofs.without(none, 0, 50)).isEqualTo(49);
        assertThat(check(none)).isEqualTo(PacketProofs.FORGED);
    }
}
