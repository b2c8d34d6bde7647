/**
 * Nodes, directed links and routes in virtual time, for traffic that shares bottlenecks: unicast by shortest paths and
 * native multicast along trees with fan-out at the routers. Packets are immutable objects that are shared by all their
 * receivers; only what they carry for a protocol is real bytes.
 *
 * <pre>
 * RoutedNetwork network = new RoutedNetwork(new EventQueue(), seed);
 * Node a = network.node("a"), router = network.node("router"), b = network.node("b");
 * network.duplex(a, router, LinkSettings.PERFECT.withRate(1e6).withDelayNanos(5_000_000));
 * network.duplex(router, b, LinkSettings.PERFECT.withRate(125_000).withQueuePackets(50));
 * Port port = network.open(b, (packet, now) -> ...);
 * network.send(a, new Packet(port, 1000));
 * network.queue().runUntil(10_000_000_000L);
 * </pre>
 *
 * <p>{@link org.xpand.simulator.net.RoutedNetwork} is the beginning; a link's behaviour is that of
 * {@link org.xpand.simulator.LinkModel}. Everything runs in the event queue's thread, and a seed fixes the whole run.
 */
package org.xpand.simulator.net;
