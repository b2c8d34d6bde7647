/** How what Xpand costs grows with sites, groups and senders: all nodes of a point live in one process of their own. */
package org.xpand.comparison.scale;
