package org.xpand.examples.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.xpand.examples.Json;

/** The nodes of this user on this machine that serve a page: one file each, which only the user can read. */
public final class RunningNodes {
    /** The environment variable that names the folder of the files. */
    static final String FOLDER_VARIABLE = "XPAND_RUN_DIR";

    private RunningNodes() {
    }

    /**
     * One node.
     *
     * @param site       name of its site
     * @param name       its name
     * @param pid        its process id
     * @param url        its page, with the token if there is one
     * @param orderToken token for changes at the node
     */
    public record Entry(String site, String name, long pid, String url, String orderToken) {
    }

    /** Returns the folder of the files: that of the variable, or a folder of the system for this user. */
    public static Path folder() {
        String given = System.getenv(FOLDER_VARIABLE);
        if (given != null && !given.isBlank()) {
            return Path.of(given.strip());
        }
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        if (runtime != null && Files.isWritable(Path.of(runtime))) {
            return Path.of(runtime, "xpand");
        }
        return Path.of(System.getProperty("java.io.tmpdir"), "xpand-" + System.getProperty("user.name"));
    }

    /**
     * Adds this process.
     *
     * @return its file, to be removed at the end
     * @throws IOException if it cannot be written, for example because the folder is another user's
     */
    public static Path add(Path folder, String site, String name, String url, String orderToken) throws IOException {
        boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(folder.toAbsolutePath().getParent());
            if (posix) {
                Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            } else {
                Files.createDirectory(folder);
            }
        }
        long pid = ProcessHandle.current().pid();
        Path file = folder.resolve(pid + "-" + Integer.toHexString((site + "/" + name).hashCode()) + ".json");
        Files.deleteIfExists(file);
        if (posix) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(file, Json.object("node").put("site", site).put("name", name).put("pid", pid).put("url", url)
                .put("orderToken", orderToken) + "\n");
        return file;
    }

    /**
     * Adds this process like {@link #add}. A node whose folder cannot be written still serves its page.
     *
     * @param warnings receives the reason why it can be found by its address only
     * @return its file, to be removed at the end; empty if there is none
     */
    public static Optional<Path> enter(Path folder, String site, String name, String url, String orderToken, PrintStream warnings) {
        try {
            return Optional.of(add(folder, site, name, url, orderToken));
        } catch (IOException e) {
            warnings.println("warning: " + FOLDER_VARIABLE + " " + folder + ": cannot be written (" + e + "), so status, top and diagnose "
                    + "do not find this node; accepted is a folder that this user can write");
            return Optional.empty();
        }
    }

    /** Removes a file of {@link #add}. */
    public static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // A reader of the file finds that its process has ended.
        }
    }

    /** Returns the nodes whose processes run; files of others are deleted. */
    public static List<Entry> all(Path folder) {
        List<Entry> entries = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return entries;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".json")).sorted().toList()) {
                ObjectNode object = Json.parse(Files.readString(file, StandardCharsets.UTF_8));
                if (object == null || ProcessHandle.of(object.path("pid").asLong()).isEmpty()) {
                    remove(file);
                } else {
                    entries.add(new Entry(object.path("site").asText(), object.path("name").asText(),
                            object.path("pid").asLong(), object.path("url").asText(), object.path("orderToken").asText()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return entries;
    }
}
