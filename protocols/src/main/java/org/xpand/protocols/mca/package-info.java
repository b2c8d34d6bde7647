/**
 * Congestion avoidance by accumulation (Li, Kalyanaraman: MCA: An End-to-end Multicast Congestion Avoidance Scheme with
 * Feedback Suppression).
 *
 * <pre>
 * §2.2    accumulation = bytes in − bytes out; congestion above two packets, over below one
 * §3.1.2  one packet more per SRTT + 4σ without CI; −10 % on accumulation, −25 % on loss
 * §3.1.3  G-TRAC = TRAC (1 − f); a receiver below U − kD becomes the representative
 * </pre>
 *
 * <p>A receiver measures the accumulation of the flow inside the network from the time stamps of its packets and sends a
 * congestion indication (CI) when it is too high or a packet is lost, unless according to the control packets the congestion
 * representative (CR), the most congested receiver, is worse off. The source follows the CR's indications
 * only.
 *
 * <p>The paper's MCA yields to TCP and to every other control that fills queues until it loses packets: it needs a queue of its
 * own. The recommended settings compete while others fill the queue ({@code McaNeighbours}).
 *
 * <p>Other deviations of {@link org.xpand.protocols.mca.McaConfig#recommended} from the paper, each an option that
 * {@link org.xpand.protocols.mca.McaConfig#paper} turns off: a delay treated as noise, and the least accumulation of an
 * interval; one CI per SRTT; loss after three later packets; a start that grows
 * by a factor; statuses, and the halving on silence; the correction of clock drift by round-trip times; the new
 * reference when a delay does not follow the rate. {@code docs/strategies/mca.md} gives the reasons, the state variables
 * and the events.
 */
package org.xpand.protocols.mca;
