/**
 * Control between sites: a JGroups channel over TCP among the delegates carries membership, the groups of each site, their
 * strategies, measured link costs and the snapshots from which distribution trees are computed (Xpand §5).
 * {@link org.xpand.protocols.control.ControlState} and its parts, which are sans-IO, process these messages; the channel only
 * carries bytes.
 */
package org.xpand.membership.control;
