package org.xpand.examples.transfer;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import org.xpand.protocols.coding.RandomAccess;

/** A file on disk. */
public final class DiskFile implements RandomAccess, AutoCloseable {
    private final FileChannel channel;

    /** Opens the file. */
    public DiskFile(Path file, OpenOption... options) throws IOException {
        this.channel = FileChannel.open(file, options);
    }

    /** Uses an open file. */
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

    /** Sets the length of the file: cuts it off or adds zeros. */
    public void size(long bytes) throws IOException {
        if (channel.size() < bytes) {
            write(bytes - 1, new byte[1], 0, 1);
        }
        channel.truncate(bytes);
    }

    /** Returns the SHA-256 of so many bytes from the start. */
    byte[] sha256(long bytes) throws IOException {
        MessageDigest digest = Checksums.sha256();
        byte[] buffer = new byte[1 << 16];
        for (long at = 0; at < bytes; at += buffer.length) {
            int length = (int) Math.min(buffer.length, bytes - at);
            read(at, buffer, 0, length);
            digest.update(buffer, 0, length);
        }
        return digest.digest();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
