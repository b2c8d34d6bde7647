/**
 * Xpand's own rate control (Anker, Shnayderman, Dolev, Sukhov: TCP-Friendly Many-to-Many End-to-End Congestion Control,
 * §3 and §4), a multicast relative of TFRC (RFC 5348).
 *
 * <pre>
 * Eq. 1   X = s / (R sqrt(2bp/3) + RTO min(1, sqrt(27bp/8)) p (1 + 32 p²)),  RTO = 4 R
 * Eq. 2   I_mean = ½ I_past + ½ I_sample,  p = 1 / I_mean
 * Fig. 3  R = (T_now − T_out) − Δ
 * </pre>
 *
 * <p>The source measures the round-trip time of each receiver from the packet number that its report echoes, and sends it
 * to the receiver in the data packets. The receiver measures loss events, computes the rate it accepts by Eq. 1, infinite until it
 * has seen a loss, and reports it. The source sends at the least of these rates.
 *
 * <p>Deviations of {@link org.xpand.protocols.tfrc.TfrcConfig#recommended} from the paper, each an option that
 * {@link org.xpand.protocols.tfrc.TfrcConfig#paper} turns off: b = 1; weighted loss intervals instead of Eq. 2, with history
 * discounting; damping of oscillation; loss after three later packets, cancelled by a late one; the first I_past derived from the
 * receive rate; the cap of twice the receive rate; the halving on silence; the least rate of a packet in 64 s.
 * {@code docs/strategies/tfrc.md} gives the reasons, the state variables, events and timers.
 */
package org.xpand.protocols.tfrc;
