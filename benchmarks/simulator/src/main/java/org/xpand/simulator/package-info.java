/**
 * A deterministic network in virtual time, for everything that must be shown without sockets and clocks:
 * {@link org.xpand.simulator.EventQueue} is the time, {@link org.xpand.simulator.LinkModel} one directed link,
 * {@link org.xpand.simulator.Network} the nodes and links between them, {@link org.xpand.simulator.WanProfile} a
 * description of the links between sites, built in or read from a JSON file. One seed fixes a whole run, byte by byte.
 *
 * <p>Where links are shared, packets routed and groups multicast, {@code org.xpand.simulator.net} is the network, on the
 * same links and in the same time; {@code tcp} and {@code traffic} load it, {@code session} runs strategies over it,
 * {@code measure} tells what came out.
 *
 * <p>The link model knows nothing of the event queue: given the real time, it emulates a link between real sockets.
 */
package org.xpand.simulator;
