/**
 * Control between sites: a JGroups channel over TCP among the delegates carries who is there, which groups each site
 * has, their strategies, measured link costs and the snapshots that distribution trees are computed from (Xpand §5).
 * What is done with them is decided by {@link org.xpand.protocols.control.ControlState} and its parts, which are
 * sans-IO; the channel only carries bytes.
 */
package org.xpand.membership.control;
