/** What both channels need of JGroups: addresses that describe a process, quiet logging, local interfaces. */
package org.xpand.membership.jgroups;
