/** Bounds-checked reading and writing of the wire format, in network byte order. */
package org.xpand.protocols.wire;
