package org.xpand.core;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.relay.WholeMessage;

/** Messages and gaps for a listener that may not be called yet, in order: first in memory, then in a file. One thread at a time. */
final class HeldMessages implements AutoCloseable {
    static final int IN_MEMORY = 4 << 20;
    private static final int OVERHEAD = 64;
    private static final int NO_MESSAGE = -1;

    private final long most;
    private final ArrayDeque<Held> inMemory = new ArrayDeque<>();
    private long bytes;
    private FileChannel file;
    private DataOutputStream out;

    /** A message or, in its place, a gap. */
    record Held(SenderId from, WholeMessage message, Gap gap) {
    }

    /** Receives what was held. */
    interface Sink {
        void held(Held each);
    }

    /** @param most maximum bytes */
    HeldMessages(long most) {
        this.most = most;
    }

    /** Adds a message or gap; returns false, and does nothing, if that would exceed the maximum. */
    boolean add(Held held) throws IOException {
        int length = OVERHEAD + (held.message == null ? 0 : held.message.length());
        if (bytes + length > most) {
            return false;
        }
        bytes += length;
        if (file == null && bytes <= IN_MEMORY) {
            inMemory.add(held);
            return true;
        }
        if (file == null) {
            file = open();
            out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(file), 1 << 16));
        }
        out.writeLong(held.from.site().value());
        out.writeLong(held.from.member().value());
        if (held.message == null) {
            out.writeInt(NO_MESSAGE);
            write(held.gap);
        } else {
            byte[] headed = held.message.headed();
            out.writeInt(headed.length);
            out.write(headed);
        }
        return true;
    }

    /** On a POSIX system it loses its name at once, so that a process which is killed leaves no messages behind. */
    private static FileChannel open() throws IOException {
        return FileChannel.open(Files.createTempFile("xpand-held", ".tmp"), StandardOpenOption.READ, StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE);
    }

    private void write(Gap gap) throws IOException {
        out.writeUTF(gap.group());
        out.writeLong(gap.first());
        out.writeLong(gap.end());
        out.writeLong(gap.firstMessage().orElse(-1));
        out.writeLong(gap.lastMessage().orElse(-1));
    }

    /** Passes everything on, in order. */
    void drain(Sink sink) throws IOException {
        for (Held held = inMemory.poll(); held != null; held = inMemory.poll()) {
            sink.held(held);
        }
        if (file == null) {
            return;
        }
        out.flush();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(file.position(0)), 1 << 16))) {
            while (true) {
                long site;
                try {
                    site = in.readLong();
                } catch (EOFException e) {
                    return;
                }
                sink.held(read(in, new SenderId(new SiteId(site), in.readLong())));
            }
        }
    }

    private static Held read(DataInputStream in, SenderId from) throws IOException {
        int length = in.readInt();
        if (length == NO_MESSAGE) {
            return new Held(from, null, Gap.of(in.readUTF(), GroupView.Member.unnamed(from), in.readLong(), in.readLong(),
                    in.readLong(), in.readLong()));
        }
        byte[] headed = new byte[length];
        in.readFully(headed);
        return new Held(from, WholeMessage.ofHeaded(headed), null);
    }

    @Override
    public void close() throws IOException {
        inMemory.clear();
        if (file != null) {
            file.close();
            file = null;
        }
    }
}
