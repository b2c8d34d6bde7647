/**
 * What delegates tell each other, and what follows from it: which sites there are, who speaks for them, and the snapshots that
 * trees are computed from. Pure state machines; what carries their messages is somebody else's.
 */
package org.xpand.protocols.control;
