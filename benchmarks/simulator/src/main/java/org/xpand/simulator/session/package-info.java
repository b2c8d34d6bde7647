/**
 * Sessions of a rate-control strategy without the overlay: the real source and receiver roles, the real pacing, over
 * native multicast or unicast. They serve to compare strategies with each other and with TCP, and to run groups of
 * thousands of receivers.
 *
 * <pre>
 * StrategySession session = new StrategySession("s", network, source, RateStrategies.create("tfrc", Map.of()),
 *         Demand.greedy(), SessionSettings.DEFAULT);
 * SessionReceiver receiver = session.receiver(node);
 * receiver.joinAt(0);
 * receiver.leaveAt(60_000_000_000L);
 * network.queue().runUntil(100_000_000_000L);
 * double mean = receiver.throughput().mean(20_000_000_000L, 60_000_000_000L);
 * </pre>
 */
package org.xpand.simulator.session;
