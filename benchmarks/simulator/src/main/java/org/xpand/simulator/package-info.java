/**
 * A deterministic network in virtual time, for tests and experiments without sockets and clocks:
 * {@link org.xpand.simulator.EventQueue} is the time, {@link org.xpand.simulator.LinkModel} one directed link,
 * {@link org.xpand.simulator.Network} the nodes and links between them, {@link org.xpand.simulator.WanProfile} a
 * description of the links between sites, built in or read from a JSON file. One seed determines a whole run, byte by byte.
 *
 * <p>For shared links, routed packets and multicast groups, {@code org.xpand.simulator.net} is the network, with the
 * same links and the same time; {@code tcp} and {@code traffic} load it, {@code session} runs strategies over it,
 * {@code measure} measures the results.
 *
 * <p>The link model does not depend on the event queue: with real time, it emulates a link between real sockets.
 */
package org.xpand.simulator;
