package org.xpand.protocols.coding;

import java.io.IOException;

/** Bytes that are read and written at any position, like those of a file. */
public interface RandomAccess {
    /** Reads {@code length} bytes, which must exist. */
    void read(long position, byte[] target, int offset, int length) throws IOException;

    /** Writes {@code length} bytes. */
    void write(long position, byte[] source, int offset, int length) throws IOException;
}
