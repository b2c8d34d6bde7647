package org.xpand.simulator.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.WanProfile;

/** The network of a WAN profile: a link from each site to each other, which packets between these two take. */
class MeshTest {
    @TempDir
    private Path folder;

    @Test
    void aProfileMakesAllItsLinks() {
        WanProfile profile = WanProfile.load("ron", 3);
        RoutedNetwork network = RoutedNetwork.mesh(new EventQueue(), 1, profile);
        assertThat(network.nodes()).extracting(Node::name).isEqualTo(profile.sites());
        assertThat(network.links()).hasSize(6).allSatisfy(link ->
                assertThat(link.settings()).isEqualTo(profile.link(link.from().name(), link.to().name())));
        assertThat(network.direct(network.nodes().get(0), network.nodes().get(0))).isEmpty();
    }

    @Test
    void packetsTakeTheDirectLinkEvenIfAnotherPathIsShorter() throws Exception {
        WanProfile profile = WanProfile.load(Files.writeString(folder.resolve("detour.json"), """
                {"sites": ["a", "b", "c"], "default": {"delayMs": 10}, "links": [{"from": "a", "to": "b", "delayMs": 90}]}
                """).toString());
        RoutedNetwork network = RoutedNetwork.mesh(new EventQueue(), 1, profile);
        Node a = network.find("a");
        Node b = network.find("b");
        List<Long> arrivals = new ArrayList<>();
        Port port = network.open(b, (packet, now) -> arrivals.add(now));
        network.send(a, new Packet(port, 100));
        network.queue().runUntilIdle();
        assertThat(arrivals).containsExactly(90_000_000L);
        assertThat(network.pathDelayNanos(a, b)).hasValue(90_000_000);
        Link link = network.direct(a, b).orElseThrow();
        link.cut(true);
        network.reroute();
        network.send(a, new Packet(port, 100));
        network.queue().runUntilIdle();
        assertThat(arrivals).as("a cut link is the only one still").hasSize(1);
    }

    @Test
    void eachLinkHasLossesOfItsOwn() {
        RoutedNetwork network = RoutedNetwork.mesh(new EventQueue(), 42, WanProfile.load("lan", 4));
        List<String> histories = new ArrayList<>();
        for (Link link : network.links()) {
            link.change(settings -> LinkModelSettings.PERFECT.withLoss(0.5));
            StringBuilder history = new StringBuilder();
            Port port = network.open(link.to(), (packet, now) -> history.append(packet.size()).append(' '));
            for (int i = 0; i < 100; i++) {
                network.send(link.from(), new Packet(port, i));
            }
            network.queue().runUntilIdle();
            histories.add(history.toString());
        }
        assertThat(histories).hasSize(12).doesNotHaveDuplicates();
    }
}
