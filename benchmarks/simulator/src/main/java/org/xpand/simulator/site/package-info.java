/**
 * Sites in virtual time: the classes that run on sockets, overlay, stack, relay, sender and member, on the simulated
 * network. Only the LAN is ideal: it takes no time and loses nothing.
 */
package org.xpand.simulator.site;
