package org.xpand.examples.transfer;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import org.xpand.protocols.coding.RandomAccess;

/** A file on disk. */
public final class DiskFile implements RandomAccess, AutoCloseable {
    private final FileChannel channel;

    /** Opens the file. */
    public DiskFile(Path file, OpenOption... options) throws IOException {
        this.channel = FileChannel.open(file, options);
    }

    /** A file that is open. */
    DiskFile(FileChannel channel) {
        this.channel = channel;
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(target, offset, length);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + length - buffer.remaining()) < 0) {
                throw new EOFException("the file ends before byte " + (position + length));
            }
        }
    }

    @Override
    public void write(long position, byte[] source, int offset, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(source, offset, length);
        while (buffer.hasRemaining()) {
            channel.write(buffer, position + length - buffer.remaining());
        }
    }

    /** Cuts off what lies beyond so many bytes, or adds zeros. */
    public void size(long bytes) throws IOException {
        if (channel.size() < bytes) {
            write(bytes - 1, new byte[1], 0, 1);
        }
        channel.truncate(bytes);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
