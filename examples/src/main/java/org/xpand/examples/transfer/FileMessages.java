package org.xpand.examples.transfer;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.xpand.protocols.wire.MalformedPacketException;

/** Reads the messages of a group of files. Others are ignored, counted, and logged less and less often. Thread-safe. */
public final class FileMessages {
    private final AtomicLong ignored = new AtomicLong();

    /** Returns the message in these bytes, if it is one. */
    public Optional<FileMessage> read(byte[] bytes) {
        try {
            return Optional.of(FileMessage.decode(bytes));
        } catch (MalformedPacketException e) {
            ignored(e.getMessage());
            return Optional.empty();
        }
    }

    /** Counts an ignored message: the first one is logged, the second, the fourth and so on. */
    public void ignored(String why) {
        long count = ignored.incrementAndGet();
        if (Long.bitCount(count) == 1) {
            System.err.println("a message that is no file message was ignored: " + why + (count == 1 ? "" : "; the "
                    + count + "th of them"));
        }
    }
}
