package org.xpand.protocols.coding;

import java.io.IOException;

/** Bytes that are read and written at any position, like those of a file. */
public interface RandomAccess {
    /**
     * Reads bytes, which must exist.
     *
     * @param position where they begin, bytes from 0 on
     * @param target   receives them
     * @param offset   where they begin in the target
     * @param length   how many
     * @throws IOException if they cannot be read
     */
    void read(long position, byte[] target, int offset, int length) throws IOException;

    /**
     * Writes bytes, also beyond the present end.
     *
     * @param position where they begin, bytes from 0 on
     * @param source   holds them
     * @param offset   where they begin in the source
     * @param length   how many
     * @throws IOException if they cannot be written
     */
    void write(long position, byte[] source, int offset, int length) throws IOException;
}
