/**
 * A wide-area network on one machine, in real time: the simulator's links carry real datagrams, and delay and cut the
 * control channel's TCP connections. Its clock is the machine's.
 */
package org.xpand.examples.wan;
