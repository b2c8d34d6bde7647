/**
 * TUF (Clerget: TUF, a Tag-based UDP Multicast Flow Control Protocol, INRIA RR-3728): every packet has a tag, every
 * overlay link passes tags up to its threshold K, so that each receiver gets what its own path allows.
 *
 * <pre>
 * Rule 1  packets tagged below K leave a source at no more than B0 K packets per second, for every K
 * §3.1.1  Tag(t̂, t, size) = the ⌈size/MTU⌉-th smallest of { I(x mod T0 / T0) | t̂ &lt; x ≤ t },  T0 = 1/B0
 *         I(Σ b_i 2^−i) = Σ b_i 2^(i−1)
 * §3.2    K from the loss and round-trip time that neighbours measure by probes; three rules
 * </pre>
 *
 * <p>The source tags each packet when it leaves and sends as fast as the best of its links. A hop filters the packets
 * of one overlay link and finds the link's threshold. The receiver reports seldom and slows down no source.
 *
 * <p>Deviations from the paper: Appendix A's algorithm is replaced by one that follows from the definition; packets that overflow
 * a layer have a separate last transmission; and those of {@link org.xpand.protocols.tuf.TufConfig#recommended}, each an
 * option that {@link org.xpand.protocols.tuf.TufConfig#paper} turns off. {@code docs/strategies/tuf.md} gives the reasons,
 * the state variables, events and timers.
 */
package org.xpand.protocols.tuf;
