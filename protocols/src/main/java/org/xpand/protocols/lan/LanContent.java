package org.xpand.protocols.lan;

import org.xpand.protocols.wire.WireWriter;

/** A message that is encoded when it is sent, and again when it is repaired. Immutable. */
public interface LanContent {
    /** {@return the bytes that {@link #writeTo} writes} */
    int length();

    /**
     * Writes the message.
     *
     * @param out has room for it; what it contains already stays
     */
    void writeTo(WireWriter out);
}
