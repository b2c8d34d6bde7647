package org.xpand.examples.transfer;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.xpand.protocols.wire.MalformedPacketException;

/** Reads the messages of a group of files. What is none is ignored, counted, and told ever more rarely. Safe for use by several threads. */
public final class FileMessages {
    private final AtomicLong ignored = new AtomicLong();

    /** The message that the bytes are, if they are one. */
    public Optional<FileMessage> read(byte[] bytes) {
        try {
            return Optional.of(FileMessage.decode(bytes));
        } catch (MalformedPacketException e) {
            ignored(e.getMessage());
            return Optional.empty();
        }
    }

    /** A message was of no use: the first one is told, the second, the fourth and so on. */
    public void ignored(String why) {
        long count = ignored.incrementAndGet();
        if (Long.bitCount(count) == 1) {
            System.err.println("a message that is no file message was ignored: " + why + (count == 1 ? "" : "; the "
                    + count + "th of them"));
        }
    }
}
