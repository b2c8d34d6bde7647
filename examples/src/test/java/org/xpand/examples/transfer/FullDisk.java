package org.xpand.examples.transfer;

import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;

/** A disk that gets full. */
final class FullDisk {
    private FullDisk() {
    }

    /** So many files can be written, and no other one. */
    static FileNames.Opener from(int good) {
        AtomicInteger files = new AtomicInteger();
        return part -> {
            FileChannel channel = FileNames.Opener.NEW.open(part);
            if (files.incrementAndGet() <= good) {
                return channel;
            }
            channel.close();
            return FileChannel.open(Path.of("/dev/full"), StandardOpenOption.READ, StandardOpenOption.WRITE);
        };
    }
}
