/**
 * What Xpand costs beside other systems: real processes on one machine, one sender to two other sites, the systems taking
 * turns; and how that grows with sites, groups and senders.
 */
package org.xpand.comparison;
