/**
 * TCP as cross traffic, packet by packet: slow start and congestion avoidance (RFC 5681), fast retransmit and recovery
 * of NewReno (RFC 6582) or with selective acknowledgements (RFC 6675), limited transmit (RFC 3042), the retransmission
 * timer with back-off and Karn's rule (RFC 6298), optional timestamps (RFC 7323), delayed acknowledgements (RFC 1122).
 *
 * <p>Segments have one size, and segments are numbered, not bytes; there is no connection set-up and no slow
 * receiver: the maximum window represents its buffer.
 *
 * <pre>
 * TcpFlow flow = new TcpFlow(network, sender, receiver, TcpSettings.DEFAULT);
 * flow.startAt(0);
 * network.queue().runUntil(60_000_000_000L);
 * double mean = flow.throughput().mean(10_000_000_000L, 60_000_000_000L);
 * </pre>
 */
package org.xpand.simulator.tcp;
