/**
 * Datagrams between delegates: one UDP socket on one event loop, through Netty. The only package of the overlay that
 * has a thread and a socket.
 */
package org.xpand.alm.udp;
