/** Reliable messages among the processes of a site over datagrams of the LAN, beside JGroups. */
package org.xpand.protocols.lan;
