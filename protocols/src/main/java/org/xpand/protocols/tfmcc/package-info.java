/**
 * TCP-friendly multicast congestion control (Widmer, Handley: Extending Equation-based Congestion Control to Multicast
 * Applications, TR 13-2001, "TFMCC"; its standard is RFC 4654).
 *
 * <pre>
 * Eq. 1   X = s / (R (sqrt(2p/3) + 12 sqrt(3p/8) p (1 + 32 p²)))
 * Eq. 3   t' = γ r' T + (1 − γ) T (1 + log_N x)
 * Eq. 4   X = c s / (R sqrt(p)),  c = sqrt(3/2)
 * §2.3    p = 1 / max(l_avg(k), l_avg(k−1))
 * §2.4.3  R' = d_RS + d'_SR
 * §2.5.2  a report is cancelled if R_fb − R_calc &lt; θ R_fb
 * </pre>
 *
 * <p>The receivers measure loss event rate and RTT and compute the rate they accept. The source sends at the rate of the
 * current limiting receiver (CLR), which reports once per RTT; all others report at most once in a feedback round, after a
 * random time, unless a report of a rate about as low has made theirs unnecessary.
 *
 * <p>{@link org.xpand.protocols.tfmcc.TfmccConfig#recommended} follows the RFC,
 * {@link org.xpand.protocols.tfmcc.TfmccConfig#paper} the report. {@code docs/strategies/tfmcc.md} lists the differences,
 * every constant, and the deviations with their reasons.
 */
package org.xpand.protocols.tfmcc;
