/** What both channels need from JGroups: addresses that say who a process is, quiet logging, local interfaces. */
package org.xpand.membership.jgroups;
