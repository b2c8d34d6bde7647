package org.xpand.examples.transfer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.xpand.protocols.api.SenderId;

/**
 * Writes received files into a folder, each under a provisional name until it is verified. A file that cannot be written, differs
 * from its announcement, or is abandoned by its sender is deleted; the others continue. Memory does not depend on announcements.
 * Thread-safe.
 */
public final class FileReceiver implements AutoCloseable {
    /** Maximum number of incomplete files, each an open file. */
    static final int MAX_ARRIVING = 256;

    private final FileNames names;
    private final Map<SenderId, Arriving> arriving = new TreeMap<>();
    private final Absent absent = new Absent();

    /**
     * A file that has ended.
     *
     * @param file     its name in the folder; it exists if it was verified
     * @param size     bytes that arrived
     * @param verified whether it matches its announcement
     * @param transfer number of the transfer, by its sender
     * @param trouble  why it could not be written; empty if it could
     */
    public record Received(Path file, long size, boolean verified, int transfer, String trouble) {
        static Received failed(String name, long size, int transfer, IOException cause) {
            String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
            return new Received(Path.of(FileNames.safe(name)), size, false, transfer, reason);
        }
    }

    /** @param folder folder for the files; created if it does not exist. Incomplete files of receivers that were killed are deleted */
    public FileReceiver(Path folder) throws IOException {
        this(folder, FileNames.Opener.NEW);
    }

    FileReceiver(Path folder, FileNames.Opener opener) throws IOException {
        this.names = new FileNames(Files.createDirectories(folder), opener);
        names.tidy();
    }

    /** Handles the next message of a sender; returns the file that it completes or that fails by it, or null. */
    public synchronized Received take(SenderId sender, FileMessage message) {
        if (message instanceof FileMessage.Header header) {
            Arriving old = arriving.remove(sender);
            if (old != null) {
                old.place.giveUp();
            }
            try {
                if (arriving.size() >= MAX_ARRIVING) {
                    throw new IOException(arriving.size() + " other files are arriving, which is the most at a time");
                }
                long promised = arriving.values().stream().mapToLong(each -> each.header.size() - each.written).sum();
                arriving.put(sender, new Arriving(header, names.create(header.name(), header.size(), promised)));
            } catch (IOException e) {
                return Received.failed(header.name(), 0, header.transfer(), e);
            }
        }
        Arriving file = arriving.get(sender);
        if (file == null || message instanceof FileMessage.Chunk chunk && file.header.transfer() != chunk.transfer()) {
            return null;
        }
        try {
            if (message instanceof FileMessage.Chunk chunk) {
                file.write(chunk.data());
            }
            if (file.written < file.header.size()) {
                return null;
            }
            arriving.remove(sender);
            return file.finish();
        } catch (IOException e) {
            arriving.remove(sender);
            file.place.giveUp();
            return Received.failed(file.header.name(), file.written, file.header.transfer(), e);
        }
    }

    /**
     * Abandons files whose senders have been absent for {@link Absent#PATIENCE}. To be called from time to time.
     *
     * @param present members of the group
     * @param now     a time that never goes back
     * @return the names of those files, as in the folder
     */
    public synchronized List<Path> giveUpOfAbsent(Set<SenderId> present, long now) {
        return absent.among(arriving.keySet(), present, now).stream().map(sender -> {
            FileNames.Place place = arriving.remove(sender).place;
            place.giveUp();
            return place.file();
        }).toList();
    }

    /** Whether no file is arriving. */
    public synchronized boolean isIdle() {
        return arriving.isEmpty();
    }

    /** Deletes incomplete files. */
    @Override
    public synchronized void close() {
        arriving.values().forEach(each -> each.place.giveUp());
        arriving.clear();
    }

    private static final class Arriving {
        private final FileMessage.Header header;
        private final FileNames.Place place;
        private final MessageDigest digest = Checksums.sha256();
        private long written;

        private Arriving(FileMessage.Header header, FileNames.Place place) {
            this.header = header;
            this.place = place;
        }

        private void write(byte[] data) throws IOException {
            ByteBuffer buffer = ByteBuffer.wrap(data);
            while (buffer.hasRemaining()) {
                place.channel().write(buffer);
            }
            digest.update(data);
            written += data.length;
        }

        private Received finish() throws IOException {
            boolean verified = written == header.size() && MessageDigest.isEqual(digest.digest(), header.sha256());
            Path file = place.file();
            if (verified) {
                file = place.publish();
            } else {
                place.giveUp();
            }
            return new Received(file, written, verified, header.transfer(), "");
        }
    }
}
