/**
 * The WAN stack of a group at one delegate: layers that are pulled, top to bottom reliability, rate control, overlay.
 * Nothing is built before it can be sent: when pacing allows a packet the rate layer asks above for the next one, so a
 * packet's number, time stamp and tag belong to the moment of sending, and no layer holds a queue of built packets.
 */
package org.xpand.protocols.stack;
