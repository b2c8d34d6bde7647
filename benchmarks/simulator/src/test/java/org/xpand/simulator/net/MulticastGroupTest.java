package org.xpand.simulator.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelSettings;

class MulticastGroupTest {
    private static final LinkModelSettings WIRE = LinkModelSettings.PERFECT.withDelayNanos(1000);

    private final RoutedNetwork network = new RoutedNetwork(new EventQueue(), 1);
    private final List<Packet> taken = new ArrayList<>();

    private Port port(Node node) {
        return network.open(node, (packet, now) -> taken.add(packet));
    }

    @Test
    void packetCrossesEachLinkOfTheTreeOnceAndIsTheSameObjectEverywhere() {
        Node source = network.node("source");
        Node router = network.node("router");
        Link trunk = network.link(source, router, WIRE);
        MulticastGroup group = network.group(source);
        for (int i = 0; i < 50; i++) {
            Node leaf = network.node("leaf" + i);
            network.link(router, leaf, WIRE);
            group.join(port(leaf));
            group.join(port(leaf));
        }
        Packet packet = new Packet(group, 1000);
        network.send(source, packet);
        network.queue().runUntilIdle();

        assertThat(taken).hasSize(100).allMatch(one -> one == packet);
        assertThat(trunk.stats().carried()).isEqualTo(1);
        assertThat(network.links()).allMatch(link -> link.stats().carried() == 1);
        assertThat(group.links()).hasSize(51);
    }

    @Test
    void memberThatLeavesWhileAPacketIsInFlightDoesNotGetIt() {
        Node source = network.node("source");
        Node leaf = network.node("leaf");
        network.link(source, leaf, WIRE);
        MulticastGroup group = network.group(source);
        Port port = port(leaf);
        group.join(port);
        network.send(source, new Packet(group, 10));
        group.leave(port);
        network.queue().runUntilIdle();
        assertThat(taken).isEmpty();
        assertThat(network.stats().unclaimed()).isEqualTo(1);
    }

    @Test
    void treeFollowsNewLinks() {
        Node source = network.node("source");
        Node far = network.node("far");
        Node leaf = network.node("leaf");
        network.link(source, far, WIRE);
        network.link(far, leaf, WIRE);
        MulticastGroup group = network.group(source);
        group.join(port(leaf));
        assertThat(group.links()).hasSize(2);
        network.link(source, leaf, WIRE);
        assertThat(group.links()).extracting(Object::toString).containsExactly("link from source to leaf");
    }

    /** The members at any time, and nobody else, get what is sent then, and the tree has no dead branches. */
    @Property(tries = 100)
    void membersGetWhatIsSentWhileTheyAreMembers(@ForAll long seed) {
        Random random = new Random(seed);
        RoutedNetwork any = new RoutedNetwork(new EventQueue(), seed);
        List<Node> nodes = new ArrayList<>();
        nodes.add(any.node("n0"));
        for (int i = 1; i < 15; i++) {
            nodes.add(any.node("n" + i));
            any.duplex(nodes.get(random.nextInt(i)), nodes.get(i), WIRE);
        }
        List<Port> ports = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            ports.add(any.open(nodes.get(random.nextInt(nodes.size())), (packet, now) -> {
            }));
        }
        MulticastGroup group = any.group(nodes.get(0));
        Set<Port> members = new LinkedHashSet<>();
        for (int i = 0; i < 100; i++) {
            Port port = ports.get(random.nextInt(ports.size()));
            if (random.nextBoolean()) {
                group.join(port);
                members.add(port);
            } else {
                group.leave(port);
                members.remove(port);
            }
            long[] before = ports.stream().mapToLong(Port::packets).toArray();
            long offered = any.links().stream().mapToLong(link -> link.stats().offered()).sum();
            any.send(nodes.get(0), new Packet(group, 10));
            any.queue().runUntilIdle();
            for (int k = 0; k < ports.size(); k++) {
                assertThat(ports.get(k).packets() - before[k]).isEqualTo(members.contains(ports.get(k)) ? 1 : 0);
            }
            assertThat(any.links().stream().mapToLong(link -> link.stats().offered()).sum() - offered)
                    .isEqualTo(group.links().size());
        }
        members.forEach(group::leave);
        assertThat(group.links()).isEmpty();
    }
}
