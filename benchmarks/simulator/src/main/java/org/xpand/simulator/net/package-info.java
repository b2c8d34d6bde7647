/**
 * Nodes, directed links and routes in virtual time, for traffic that shares bottlenecks: unicast by shortest paths and
 * native multicast along trees with fan-out at the routers. Packets are immutable objects that are shared by all their
 * receivers; only the content of a protocol is real bytes.
 *
 * <pre>
 * RoutedNetwork network = new RoutedNetwork(new EventQueue(), seed);
 * Node a = network.node("a"), router = network.node("router"), b = network.node("b");
 * network.duplex(a, router, LinkModelSettings.PERFECT.withRate(1e6).withDelayNanos(5_000_000));
 * network.duplex(router, b, LinkModelSettings.PERFECT.withRate(125_000).withQueuePackets(50));
 * Port port = network.open(b, (packet, now) -> ...);
 * network.send(a, new Packet(port, 1000));
 * network.queue().runUntil(10_000_000_000L);
 * </pre>
 *
 * <p>Begin with {@link org.xpand.simulator.net.RoutedNetwork}; links behave as
 * {@link org.xpand.simulator.LinkModel} does. Everything runs in the event queue's thread, and a seed determines the whole run.
 */
package org.xpand.simulator.net;
