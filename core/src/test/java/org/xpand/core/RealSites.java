package org.xpand.core;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.keys.SharedKey;
import org.xpand.protocols.strategy.RateStrategies;

/** Nodes of several sites in this Java process: real UDP and real TCP on loopback between sites, JGroups within them. */
final class RealSites implements AutoCloseable {
    private static final int FIRST_PORT = 12_000;
    private static final int PORTS = 8_000;
    private static final AtomicInteger NEXT_PORT = new AtomicInteger(ThreadLocalRandom.current().nextInt(PORTS));

    private final String strategy;
    private final List<XpandNode> nodes = new ArrayList<>();
    private final List<Integer> ports;
    private Optional<SharedKey> key = Optional.empty();
    private Optional<Path> keyFile = Optional.empty();
    private Optional<Path> policy = Optional.empty();
    private Optional<Executor> executor = Optional.empty();
    private Consumer<NodeEvent> onEvent = event -> {
    };

    RealSites() {
        this(RateStrategies.DEFAULT);
    }

    /** Nodes with this rate control. */
    RealSites(String strategy) {
        this(strategy, new ArrayList<>());
    }

    private RealSites(String strategy, List<Integer> ports) {
        this.strategy = strategy;
        this.ports = ports;
    }

    /**
     * Returns a free port, another one each time. It is below the ports that systems use for outgoing connections, one of which
     * could take it meanwhile, and below those of other modules' tests, which may run at the same time.
     */
    static int freePort() throws IOException {
        for (int attempt = 0; attempt < 200; attempt++) {
            int port = FIRST_PORT + NEXT_PORT.getAndIncrement() % PORTS;
            try (ServerSocket tcp = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
                 DatagramSocket udp = new DatagramSocket(tcp.getLocalPort(), InetAddress.getLoopbackAddress())) {
                return udp.getLocalPort();
            } catch (BindException e) {
                // In use: try another one.
            }
        }
        throw new IOException("no port is free for TCP and UDP");
    }

    /** Adds a node; all nodes of a site share its port, so any of them can be delegate. */
    XpandNode add(int site, String name) throws IOException {
        return add(site, name, strategy);
    }

    /** All nodes added from now on report their events. */
    void onEvent(Consumer<NodeEvent> listener) {
        onEvent = listener;
    }

    /** All nodes added from now on have this key. */
    void key(SharedKey newKey) {
        key = Optional.of(newKey);
    }

    /** All nodes added from now on have this key file and this policy. */
    void trust(Path newKeyFile, Optional<Path> newPolicy) {
        keyFile = Optional.of(newKeyFile);
        policy = newPolicy;
    }

    /** All nodes added from now on have this policy. */
    void policy(Path newPolicy) {
        policy = Optional.of(newPolicy);
    }

    /** The listeners of the node added next run there. */
    void executor(Executor newExecutor) {
        executor = Optional.of(newExecutor);
    }

    /** The name of a site. */
    String siteName(int site) {
        return "s" + site + "-" + ports.get(0);
    }

    /** Reserves ports for so many sites. */
    void ports(int sites) throws IOException {
        while (ports.size() < sites) {
            ports.add(freePort());
        }
    }

    /** Returns additional nodes with another key, with the same ports and seeds. */
    RealSites beside(SharedKey otherKey) {
        RealSites others = new RealSites(strategy, ports);
        others.key(otherKey);
        return others;
    }

    XpandNode add(int site, String name, String strategy) throws IOException {
        ports(site + 1);
        NodeBuilder builder = XpandNode.builder();
        key.ifPresent(builder::key);
        keyFile.ifPresent(builder::key);
        policy.ifPresent(builder::policy);
        executor.ifPresent(builder::executor);
        executor = Optional.empty();
        XpandNode node = builder.site(siteName(site)).name(name)
                .wanBind("127.0.0.1:" + ports.get(site)).seeds("127.0.0.1:" + ports.get(0))
                .lan(new LanTransport.Local()).strategy(strategy).onEvent(onEvent).start();
        nodes.add(node);
        return node;
    }

    @Override
    public void close() {
        nodes.forEach(node -> node.close(Duration.ofSeconds(1)));
    }
}
