package org.xpand.examples.transfer;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Names for received files in a folder. The sender chooses the name, so it is changed: it never leads out of the folder, is short
 * enough for any file system, and is new: no existing file is written to, and no link is followed. A file that is arriving is
 * locked, so that files of processes that were killed can be recognised and deleted. Not thread-safe.
 */
final class FileNames {
    /** File systems take 255 bytes; this leaves room for a number and {@link #PART}. */
    static final int MAX_BYTES = 200;
    /** Suffix of files that are not verified yet; no other files end so. */
    static final String PART = ".xpand.part";
    /** Length that is kept of the extension of a name that is too long, from its last dot on. */
    private static final int MAX_EXTENSION_BYTES = 16;
    /** Number of names whose next number is remembered; for others it is searched. */
    private static final int REMEMBERED = 1024;
    private static final int MOST_TRIES = 100_000;
    private static final String NO_NAME = "unnamed";

    private final Path folder;
    private final Opener opener;
    private final Map<String, Integer> next = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** Creates new files. */
    interface Opener {
        /** Creates files that did not exist before. */
        Opener NEW = part -> FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
                StandardOpenOption.WRITE);

        /**
         * @throws FileAlreadyExistsException if the name is in use, even by a link to nothing
         */
        FileChannel open(Path part) throws IOException;
    }

    FileNames(Path folder, Opener opener) {
        this.folder = folder;
        this.opener = opener;
    }

    /** A new file under its provisional name, and its final name. */
    record Place(Path file, Path part, FileChannel channel) {
        /**
         * Gives the file its final name, and closes it. If the name has been taken meanwhile, it gets a similar one.
         *
         * @return the name
         * @throws IOException if that is not possible; the file then keeps its provisional name
         */
        Path publish() throws IOException {
            Path name = file;
            for (int i = 1; !isTaken(name); i++) {
                if (i == MOST_TRIES) {
                    throw new IOException("no name like '" + file.getFileName() + "' is free");
                }
                name = file.resolveSibling(file.getFileName() + "." + i);
            }
            try {
                Files.move(part, name, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                Files.deleteIfExists(name);
                throw e;
            }
            channel.close();
            return name;
        }

        /** Reserves a free name, so that moving the file there overwrites nothing. */
        private static boolean isTaken(Path name) throws IOException {
            try {
                Files.createFile(name);
                return true;
            } catch (FileAlreadyExistsException e) {
                return false;
            }
        }

        /** Deletes the file; prints a message if that fails. */
        void giveUp() {
            try (channel) {
                Files.deleteIfExists(part);
            } catch (IOException e) {
                System.err.println(part + " was not deleted: " + e);
            }
        }
    }

    /** Deletes files of processes that were killed: those with provisional names that no process has locked. */
    void tidy() {
        try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder, "*" + PART)) {
            for (Path part : parts) {
                if (Files.isRegularFile(part, LinkOption.NOFOLLOW_LINKS) && isNobodys(part)) {
                    System.err.println(part + " was left behind, and is deleted");
                }
            }
        } catch (IOException e) {
            System.err.println("what may be left behind in " + folder + " stays there: " + e);
        }
    }

    private static boolean isNobodys(Path part) {
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock lock = channel.tryLock()) {
            return lock != null && Files.deleteIfExists(part);
        } catch (IOException | OverlappingFileLockException e) {
            return false;
        }
    }

    /**
     * Creates a new file with this name or a similar one.
     *
     * @param size     its future length, bytes
     * @param promised bytes that other incomplete files still lack
     * @throws IOException if the folder refuses it, or has no room for so many bytes
     */
    Place create(String name, long size, long promised) throws IOException {
        checkRoom(size, promised);
        String safe = safe(name);
        int first = next.getOrDefault(safe, 0);
        for (int i = first; i - first < MOST_TRIES; i++) {
            Path file = folder.resolve(i == 0 ? safe : safe + "." + i);
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                continue;
            }
            Path part = part(file);
            try {
                FileChannel channel = opener.open(part);
                if (isKept(part, channel)) {
                    next.put(safe, i + 1);
                    return new Place(file, part, channel);
                }
                channel.close();
            } catch (FileAlreadyExistsException e) {
                // Another file, or a link.
                continue;
            }
        }
        throw new IOException("no name like '" + safe + "' is free");
    }

    /** Locks a new file. Returns false if a starting process has treated it as left behind. */
    private static boolean isKept(Path part, FileChannel channel) {
        try {
            return channel.tryLock() != null && Files.exists(part, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException | OverlappingFileLockException e) {
            // A file system without locks: no other process can lock it either.
            return true;
        }
    }

    private void checkRoom(long size, long promised) throws IOException {
        FileStore store = Files.getFileStore(folder);
        long room = store.getUsableSpace();
        // Some file systems do not report their size.
        if (store.getTotalSpace() > 0 && size > room - promised) {
            throw new IOException("it has " + size + " bytes, and the folder has room for " + Math.max(0, room - promised)
                    + (promised > 0 ? " beside the others that are arriving" : ""));
        }
    }

    /** Returns the provisional name of a file. */
    static Path part(Path file) {
        return file.resolveSibling(file.getFileName() + PART);
    }

    /** Returns the last part of a name, without characters that are special for a file system or a terminal, and not too long. */
    static String safe(String name) {
        String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        String safe = shortened(last.replaceAll("[^\\p{L}\\p{N}._ -]", "_").strip());
        if (safe.isEmpty() || safe.matches("\\.+")) {
            return NO_NAME;
        }
        return isPossible(safe) ? safe : safe.replaceAll("[^\\p{ASCII}]", "_");
    }

    /** In some locales, names have ASCII letters only. */
    private static boolean isPossible(String name) {
        try {
            return !Path.of(name).toString().isEmpty();
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static String shortened(String name) {
        if (bytes(name) <= MAX_BYTES) {
            return name;
        }
        int dot = name.lastIndexOf('.');
        String extension = dot > 0 && bytes(name.substring(dot)) <= MAX_EXTENSION_BYTES ? name.substring(dot) : "";
        int left = MAX_BYTES - bytes(extension);
        int end = 0;
        while (end < name.length()) {
            int after = name.offsetByCodePoints(end, 1);
            left -= bytes(name.substring(end, after));
            if (left < 0) {
                break;
            }
            end = after;
        }
        return name.substring(0, end) + extension;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
