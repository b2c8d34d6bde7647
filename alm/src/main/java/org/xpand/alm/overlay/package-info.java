/**
 * The overlay between delegates as pure state machines: the tree of a group's packets, forwarding along it, the
 * measurement of link costs, and the WAN stacks of a delegate's groups. The same classes run on sockets and in the
 * simulator.
 *
 * <p>State: the directory, the trees of the known snapshots, a stack per group, an RTT estimate per site. Events:
 * datagram from a site, new directory, time. Timers: probes, and those of the stacks.
 */
package org.xpand.alm.overlay;
