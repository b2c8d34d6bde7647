package org.xpand.simulator.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelSettings;

class RoutesTest {
    private static final int NODES = 9;

    private final RoutedNetwork network = new RoutedNetwork(new EventQueue(), 1);

    private static LinkModelSettings delay(long nanos) {
        return LinkModelSettings.PERFECT.withDelayNanos(nanos);
    }

    /** Against the algorithm of Floyd and Warshall, on sparse networks with leaves and with parts that are apart. */
    @Property(tries = 200)
    void pathsAreShortestByDelay(@ForAll long seed) {
        Random random = new Random(seed);
        RoutedNetwork any = new RoutedNetwork(new EventQueue(), seed);
        List<Node> nodes = new ArrayList<>();
        long[][] least = new long[NODES][NODES];
        for (int i = 0; i < NODES; i++) {
            nodes.add(any.node("n" + i));
            Arrays.fill(least[i], Long.MAX_VALUE / 4);
            least[i][i] = 0;
        }
        for (int i = 0; i < 16; i++) {
            int from = random.nextInt(NODES);
            int to = random.nextInt(NODES);
            if (from != to && least[from][to] == Long.MAX_VALUE / 4) {
                least[from][to] = random.nextInt(50);
                any.link(nodes.get(from), nodes.get(to), delay(least[from][to]));
            }
        }
        for (int via = 0; via < NODES; via++) {
            for (int from = 0; from < NODES; from++) {
                for (int to = 0; to < NODES; to++) {
                    least[from][to] = Math.min(least[from][to], least[from][via] + least[via][to]);
                }
            }
        }
        for (int from = 0; from < NODES; from++) {
            for (int to = 0; to < NODES; to++) {
                long expected = least[from][to] < Long.MAX_VALUE / 8 ? least[from][to] : -1;
                assertThat(any.pathDelayNanos(nodes.get(from), nodes.get(to)).orElse(-1)).isEqualTo(expected);
            }
        }
    }

    @Test
    void linkThatIsCutKeepsItsTrafficUntilRoutesAreFoundAgain() {
        Node a = network.node("a");
        Node b = network.node("b");
        Node c = network.node("c");
        Link direct = network.link(a, c, delay(5));
        network.link(a, b, delay(5));
        network.link(b, c, delay(5));
        Port port = network.open(c, (packet, now) -> {
        });

        network.send(a, new Packet(port, 1));
        direct.cut(true);
        network.send(a, new Packet(port, 1));
        network.queue().runUntilIdle();
        assertThat(port.packets()).isEqualTo(1);
        network.reroute();
        network.send(a, new Packet(port, 1));
        network.queue().runUntilIdle();
        assertThat(port.packets()).isEqualTo(2);
        assertThat(network.queue().now()).isEqualTo(15);
    }

    @Test
    void aCutLinkWithoutAnotherPathKeepsItsTrafficAlsoAfterRoutesAreFoundAgain() {
        Node a = network.node("a");
        Node b = network.node("b");
        Node c = network.node("c");
        Link only = network.link(a, b, delay(5));
        network.link(b, c, delay(5));
        Port port = network.open(c, (packet, now) -> {
        });

        only.cut(true);
        network.reroute();
        network.send(a, new Packet(port, 1));
        only.cut(false);
        network.send(a, new Packet(port, 1));
        network.queue().runUntilIdle();

        assertThat(port.packets()).isEqualTo(1);
        assertThat(only.stats().blocked()).isEqualTo(1);
    }

    @Test
    void whatCannotBeIsRefusedByName() {
        Node a = network.node("a");
        Node b = network.node("b");
        network.link(a, b, delay(1));
        Port port = network.open(a, (packet, now) -> {
        });
        assertThatIllegalArgumentException().isThrownBy(() -> network.send(b, new Packet(port, 1)))
                .withMessage("no path from b to a");
        assertThatIllegalArgumentException().isThrownBy(() -> network.group(b).join(port))
                .withMessage("no path from b to a");
        assertThatIllegalArgumentException().isThrownBy(() -> network.send(b, new Packet(network.group(a), 1)))
                .withMessage("b sends to a group: accepted is its source a");
        assertThatIllegalArgumentException().isThrownBy(() -> network.node("a"))
                .withMessage("node a exists already: accepted is a new name");
        assertThatIllegalArgumentException().isThrownBy(() -> network.find("x"))
                .withMessage("node x is unknown: accepted are [a, b]");
        assertThatIllegalArgumentException().isThrownBy(() -> network.link(a, b, delay(1)))
                .withMessage("link from a to b exists already: change its settings");
        assertThatIllegalArgumentException().isThrownBy(() -> network.link(a, a, delay(1)))
                .withMessageContaining("itself");
        assertThatIllegalArgumentException().isThrownBy(() -> new Packet(port, -1)).withMessageContaining("-1 bytes");
    }

    @Test
    void packetToTheSameNodeArrivesAfterItsSenderIsDone() {
        Node a = network.node("a");
        List<String> trace = new ArrayList<>();
        Port port = network.open(a, (packet, now) -> trace.add("arrived"));
        MulticastGroup group = network.group(a);
        group.join(port);
        network.send(a, new Packet(port, 1));
        network.send(a, new Packet(group, 1));
        trace.add("sent");
        network.queue().runUntilIdle();
        assertThat(trace).containsExactly("sent", "arrived", "arrived");
    }
}
