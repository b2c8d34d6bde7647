/**
 * TCP as cross traffic, packet by packet: slow start and congestion avoidance (RFC 5681), fast retransmit and recovery
 * of NewReno (RFC 6582) or with selective acknowledgements (RFC 6675), limited transmit (RFC 3042), the retransmission
 * timer with back-off and Karn's rule (RFC 6298), timestamps (RFC 7323) if wanted, delayed acknowledgements (RFC 1122).
 *
 * <p>Segments are of one size and are numbered instead of their bytes; there is no connection set-up and no receiver
 * that is slow: the maximum window stands for its buffer.
 *
 * <pre>
 * TcpFlow flow = new TcpFlow(network, sender, receiver, TcpSettings.DEFAULT);
 * flow.startAt(0);
 * network.queue().runUntil(60_000_000_000L);
 * double mean = flow.throughput().mean(10_000_000_000L, 60_000_000_000L);
 * </pre>
 */
package org.xpand.simulator.tcp;
