package org.xpand.core;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xpand.protocols.keys.KeyBundle;
import org.xpand.protocols.keys.SharedKey;

/** Key files with the content of a {@link KeyBundle}, which only their owner may read. Thread-safe. {@code docs/security.md} describes them. */
public final class KeyFile {
    private static final Logger LOG = LoggerFactory.getLogger(KeyFile.class);
    private static final int MAX_BYTES = 1 << 16;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private KeyFile() {
    }

    /**
     * Creates a file with a new random key. From the start only the owner can read it; an existing file is not overwritten.
     *
     * @param file the file to create; its directory must exist
     * @throws IllegalArgumentException if an argument is null, or the file exists already
     * @throws IOException              if it cannot be written
     */
    public static void create(Path file) throws IOException {
        create(file, KeyBundle.of(newKey()));
    }

    /** {@return a new key of {@value SharedKey#LENGTH} bytes from {@link SecureRandom}} */
    public static SharedKey newKey() {
        byte[] secret = new byte[SharedKey.LENGTH];
        new SecureRandom().nextBytes(secret);
        return SharedKey.of(secret);
    }

    /**
     * Creates a file with the keys of a bundle, in the same way.
     *
     * @param file   the file to create; its directory must exist
     * @param bundle its content
     * @throws IllegalArgumentException if an argument is null, or the file exists already
     * @throws IOException              if it cannot be written
     */
    public static void create(Path file, KeyBundle bundle) throws IOException {
        Accepted.present("file", file, "a path");
        Accepted.present("bundle", bundle, "a KeyBundle");
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] attributes = posix ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
        Set<OpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (var channel = Files.newByteChannel(file, options, attributes)) {
            channel.write(StandardCharsets.US_ASCII.encode(bundle.text()));
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException("key file '" + file + "': it is there already; accepted is a new name", e);
        }
    }

    /**
     * Replaces the content of a file atomically: a reader gets either the old or the new content.
     *
     * @param file   the file; {@code FILE.new} beside it is used on the way
     * @param bundle its new content
     * @throws IllegalArgumentException if an argument is null, or {@code FILE.new} exists already
     * @throws IOException              if it cannot be written or renamed; the file is unchanged then
     */
    public static void replace(Path file, KeyBundle bundle) throws IOException {
        Accepted.present("bundle", bundle, "a KeyBundle");
        Path next = Accepted.present("file", file, "a path").resolveSibling(file.getFileName() + ".new");
        create(next, bundle);
        try {
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.deleteIfExists(next);
            throw e;
        }
    }

    /**
     * Reads the first key of a file; warns in the log if other users can read or change the file.
     *
     * @param file the file, up to 64 KiB
     * @return the key with which messages are sealed
     * @throws IllegalArgumentException naming the file, if it is null, cannot be read or holds no key
     */
    public static SharedKey read(Path file) {
        return bundle(file).keys().get(0);
    }

    /**
     * Reads the whole content of a key file; warns in the log if other users can read or change it.
     *
     * @param file the file, up to 64 KiB
     * @return its content: keys, and a certificate or an authority if it has one
     * @throws IllegalArgumentException naming the file and the line, if it is null, cannot be read or has other content
     */
    public static KeyBundle bundle(Path file) {
        Accepted.present("file", file, "a path");
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
                throw new IllegalArgumentException("key file '" + file + "': accepted is a file that 'xpand key' has made");
            }
            warnIfOpen(file);
            return KeyBundle.parse(Files.readString(file, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalArgumentException("key file '" + file + "': cannot be read (" + e + ")", e);
        } catch (IllegalArgumentException e) {
            String why = Texts.reason(e);
            throw why.startsWith("key file") ? e : new IllegalArgumentException("key file '" + file + "': " + why);
        }
    }

    private static void warnIfOpen(Path file) throws IOException {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (!OWNER_ONLY.containsAll(permissions)) {
                LOG.warn("key file '{}' has mode {}: others than its owner may read or change it; accepted is rw-------", file,
                        PosixFilePermissions.toString(permissions));
            }
        } catch (UnsupportedOperationException e) {
            LOG.debug("file system without modes", e);
        }
    }
}
