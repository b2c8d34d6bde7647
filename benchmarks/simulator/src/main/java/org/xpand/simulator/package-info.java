/**
 * A deterministic network in virtual time, for tests and experiments without sockets and clocks:
 * {@link org.xpand.simulator.EventQueue} is the time, {@link org.xpand.simulator.LinkModel} one directed link,
 * {@link org.xpand.simulator.WanProfile} a description of the links between sites, built in or read from a JSON file. One seed determines a
 * whole run, byte by byte.
 *
 * <p>{@code org.xpand.simulator.net} is the network: nodes and links, routed packets and multicast groups, or the links between sites of a
 * profile; {@code tcp} and {@code traffic} load it, {@code session} runs strategies over it, {@code site} whole sites,
 * {@code measure} measures the results.
 *
 * <p>The link model does not depend on the event queue: with real time, it emulates a link between real sockets.
 */
package org.xpand.simulator;
