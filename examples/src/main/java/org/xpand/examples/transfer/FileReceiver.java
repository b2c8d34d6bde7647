package org.xpand.examples.transfer;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.directory.SenderId;

/** Writes the files that others send into a folder, each as {@code NAME.part} until it is verified. */
public final class FileReceiver {
    private final Path folder;
    private final Map<SenderId, Arriving> arriving = new TreeMap<>();

    /** A file that is complete. */
    public record Received(Path file, long size, boolean verified, int transfer) {
    }

    /**
     * @param folder where files go; made if it is not there
     */
    public FileReceiver(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    /** The next message of a sender; answers the file it completes, or null. */
    public Received take(SenderId sender, FileMessage message) throws IOException {
        if (message instanceof FileMessage.Header header) {
            Arriving old = arriving.put(sender, new Arriving(header, freeName(folder, header.name())));
            if (old != null) {
                old.out.close();
            }
        } else if (message instanceof FileMessage.Chunk chunk) {
            Arriving file = arriving.get(sender);
            if (file == null || file.header.transfer() != chunk.transfer()) {
                return null;
            }
            file.out.write(chunk.data());
            file.digest.update(chunk.data());
            file.written += chunk.data().length;
        }
        Arriving file = arriving.get(sender);
        if (file == null || file.written < file.header.size()) {
            return null;
        }
        arriving.remove(sender);
        return file.finish();
    }

    /** Bytes of incomplete files so far. */
    public long arrivedBytes() {
        return arriving.values().stream().mapToLong(file -> file.written).sum();
    }

    /** The last part of a name, of letters that mean nothing to a file system; never a way out of the folder. */
    static String safeName(String name) {
        String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        String safe = last.replaceAll("[^\\p{L}\\p{N}._ -]", "_").strip();
        return safe.isEmpty() || safe.matches("\\.+") ? "unnamed" : safe;
    }

    /** A file of this name, or of one like it, that is not there yet, nor a part of it. */
    static Path freeName(Path folder, String name) {
        String safe = safeName(name);
        Path file = folder.resolve(safe);
        for (int i = 1; Files.exists(file) || Files.exists(part(file)); i++) {
            file = folder.resolve(safe + "." + i);
        }
        return file;
    }

    /** Where a file lies until it is verified. */
    static Path part(Path file) {
        return file.resolveSibling(file.getFileName() + ".part");
    }

    private static final class Arriving {
        private final FileMessage.Header header;
        private final Path file;
        private final OutputStream out;
        private final MessageDigest digest = Checksums.sha256();
        private long written;

        private Arriving(FileMessage.Header header, Path file) throws IOException {
            this.header = header;
            this.file = file;
            this.out = Files.newOutputStream(part(file));
        }

        private Received finish() throws IOException {
            out.close();
            boolean verified = written == header.size()
                    && MessageDigest.isEqual(digest.digest(), header.sha256());
            if (verified) {
                Files.move(part(file), file, StandardCopyOption.ATOMIC_MOVE);
            }
            return new Received(verified ? file : part(file), written, verified, header.transfer());
        }
    }
}
