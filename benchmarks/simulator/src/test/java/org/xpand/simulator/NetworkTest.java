package org.xpand.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.xpand.simulator.LinkModelSettings.PERFECT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SiteId;

class NetworkTest {
    private static final SiteId A = new SiteId(1);
    private static final SiteId B = new SiteId(2);
    private static final SiteId C = new SiteId(3);

    private final EventQueue queue = new EventQueue();
    private final Network network = new Network(queue, 1);
    private final List<String> received = new ArrayList<>();

    private void record(SiteId from, byte[] bytes, int offset, int length, long nowNanos) {
        received.add(from.value() + " " + Arrays.toString(Arrays.copyOfRange(bytes, offset, offset + length)) + " "
                + nowNanos);
    }

    @Test
    void packetArrivesAtItsReceiverAloneAfterTheLinksDelay() {
        network.connect(A, B, PERFECT.withDelayNanos(50));
        network.connect(A, C, PERFECT);
        network.attach(B, this::record);
        network.attach(C, (from, bytes, offset, length, now) -> received.add("C"));

        assertThat(network.send(A, B, new byte[] {9, 1, 2, 9}, 1, 2)).contains(LinkVerdict.CARRIED);
        assertThat(network.stats().inFlight()).isEqualTo(1);
        queue.runUntil(49);
        assertThat(received).isEmpty();
        queue.runUntilIdle();
        assertThat(received).containsExactly("1 [1, 2] 50");
        assertThat(network.stats()).isEqualTo(new NetworkStats(1, 0, 1, 0, 0, 0, 0));
    }

    @Test
    void sendCopiesTheBytesAndSendSharedDoesNot() {
        network.connect(A, B, PERFECT);
        network.attach(B, this::record);
        byte[] bytes = {5};
        network.send(A, B, bytes, 0, 1);
        network.sendShared(A, B, bytes, 0, 1);
        bytes[0] = 6;
        queue.runUntilIdle();
        assertThat(received).containsExactly("1 [5] 0", "1 [6] 0");
    }

    @Test
    void duplicateArrivesRightBehindItsPacket() {
        network.connect(A, B, PERFECT.withDuplication(1).withDelayNanos(3));
        network.attach(B, this::record);
        network.send(A, B, new byte[] {1}, 0, 1);
        network.send(A, B, new byte[] {2}, 0, 1);
        queue.runUntilIdle();
        assertThat(received).containsExactly("1 [1] 3", "1 [1] 3", "1 [2] 3", "1 [2] 3");
        assertThat(network.stats()).isEqualTo(new NetworkStats(2, 2, 4, 0, 0, 0, 0));
    }

    @Test
    void dropsAreCountedByWhereTheyHappen() {
        network.connect(A, B, PERFECT);
        LinkModel blocked = network.connect(A, C, PERFECT);
        blocked.setBlocked(true);
        network.attach(B, this::record);

        assertThat(network.send(B, A, new byte[1], 0, 1)).isEmpty();
        assertThat(network.send(A, C, new byte[1], 0, 1)).contains(LinkVerdict.BLOCKED);
        network.send(A, B, new byte[1], 0, 1);
        network.detach(B);
        queue.runUntilIdle();

        assertThat(received).isEmpty();
        assertThat(network.stats()).isEqualTo(new NetworkStats(3, 0, 0, 1, 1, 1, 0));
        assertThat(network.link(A, C)).containsSame(blocked);
        assertThat(network.link(C, A)).isEmpty();
    }

    @Test
    void handlerMayAnswerAndTheClockIsThePacketsArrival() {
        network.connect(A, B, PERFECT.withDelayNanos(10));
        network.connect(B, A, PERFECT.withDelayNanos(5));
        network.attach(A, this::record);
        network.attach(B, (from, bytes, offset, length, now) -> network.send(B, from, bytes, offset, length));
        network.send(A, B, new byte[] {7}, 0, 1);
        queue.runUntilIdle();
        assertThat(received).containsExactly("2 [7] 15");
    }

    @Test
    void profileMakesAllItsLinks() {
        WanProfile profile = WanProfile.load("ron", 3);
        network.connect(profile, name -> new SiteId(profile.sites().indexOf(name) + 1L));
        for (SiteId from : List.of(A, B, C)) {
            for (SiteId to : List.of(A, B, C)) {
                assertThat(network.link(from, to).isPresent()).isEqualTo(!from.equals(to));
            }
        }
        assertThat(network.link(A, B).orElseThrow().settings()).isEqualTo(profile.link("Zikit1", "RON0"));
        assertThat(network.link(B, A).orElseThrow().settings()).isEqualTo(profile.link("RON0", "Zikit1"));
    }

    @Test
    void wrongUseIsRefused() {
        network.connect(A, B, PERFECT);
        assertThatIllegalArgumentException().isThrownBy(() -> network.connect(A, B, PERFECT))
                .withMessageContaining("exists already");
        assertThatIllegalArgumentException().isThrownBy(() -> network.connect(A, A, PERFECT))
                .withMessageContaining("to itself");
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> network.send(A, B, new byte[4], 2, 3));
        assertThat(network.stats().sent()).isZero();
    }
}
