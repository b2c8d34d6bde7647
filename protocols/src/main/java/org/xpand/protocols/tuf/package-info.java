/**
 * TUF (Clerget: TUF, a Tag-based UDP Multicast Flow Control Protocol, INRIA RR-3728): every packet carries a tag, every
 * overlay link lets pass what is tagged up to its threshold K, so that each receiver gets what its own path allows.
 *
 * <pre>
 * Rule 1  packets tagged below K leave a source at no more than B0 K packets per second, for every K
 * §3.1.1  Tag(t̂, t, size) = the ⌈size/MTU⌉-th smallest of { I(x mod T0 / T0) | t̂ &lt; x ≤ t },  T0 = 1/B0
 *         I(Σ b_i 2^−i) = Σ b_i 2^(i−1)
 * </pre>
 */
package org.xpand.protocols.tuf;
