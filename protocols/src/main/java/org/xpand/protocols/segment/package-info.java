/**
 * Segments: the pieces of application messages, numbered by their sender, that cross the LAN, the relays and the WAN.
 */
package org.xpand.protocols.segment;
