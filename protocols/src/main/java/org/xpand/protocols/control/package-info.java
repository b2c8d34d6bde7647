/**
 * The control protocol among delegates: which sites exist, which delegates represent them, and the snapshots from which
 * trees are computed. Pure state machines; other modules transport their messages.
 */
package org.xpand.protocols.control;
