package org.xpand.examples.transfer;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Names for the files that others send into a folder. Whoever sends chooses the name, so it never leads out of the folder, is short
 * enough for any file system, and is nobody else's: nothing that is there is written to, and no link is followed. Not
 * thread-safe.
 */
final class FileNames {
    /** File systems take 255 bytes; this leaves room for a number and {@code .part}. */
    static final int MAX_BYTES = 200;
    /** What is kept of a name that is too long, from its last dot on. */
    private static final int MAX_EXTENSION_BYTES = 16;
    /** Names of which the next number is remembered; of others it is searched for. */
    private static final int REMEMBERED = 1024;
    private static final int MOST_TRIES = 1_000_000;

    private final Path folder;
    private final Map<String, Integer> next = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > REMEMBERED;
        }
    };

    FileNames(Path folder) {
        this.folder = folder;
    }

    /** A new file under its provisional name, and the name that it will have. */
    record Place(Path file, Path part, FileChannel channel) {
    }

    /**
     * Makes a file for a name: a new one, of this name or of one like it.
     *
     * @throws IOException if the folder takes none
     */
    Place create(String name) throws IOException {
        String safe = safe(name);
        int first = next.getOrDefault(safe, 0);
        for (int i = first; i - first < MOST_TRIES; i++) {
            Path file = folder.resolve(i == 0 ? safe : safe + "." + i);
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                continue;
            }
            Path part = part(file);
            try {
                FileChannel channel = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
                next.put(safe, i + 1);
                return new Place(file, part, channel);
            } catch (FileAlreadyExistsException e) {
                // Somebody else's, or a link.
                continue;
            }
        }
        throw new IOException("no name like '" + safe + "' is free");
    }

    /** Where a file lies until it is verified. */
    static Path part(Path file) {
        return file.resolveSibling(file.getFileName() + ".part");
    }

    /** The last part of a name, of letters that mean nothing to a file system, and not too long. */
    static String safe(String name) {
        String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        String safe = last.replaceAll("[^\\p{L}\\p{N}._ -]", "_").strip();
        return safe.isEmpty() || safe.matches("\\.+") ? "unnamed" : shortened(safe);
    }

    private static String shortened(String name) {
        if (bytes(name) <= MAX_BYTES) {
            return name;
        }
        int dot = name.lastIndexOf('.');
        String extension = dot > 0 && bytes(name.substring(dot)) <= MAX_EXTENSION_BYTES ? name.substring(dot) : "";
        int end = name.length();
        while (bytes(name.substring(0, end)) + bytes(extension) > MAX_BYTES) {
            end = name.offsetByCodePoints(end, -1);
        }
        return name.substring(0, end) + extension;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
