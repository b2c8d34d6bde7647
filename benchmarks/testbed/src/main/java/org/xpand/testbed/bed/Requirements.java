package org.xpand.testbed.bed;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What the bed needs of a machine. */
public final class Requirements {
    private static final Path TUN = Path.of("/dev/net/tun");

    private Requirements() {
    }

    /** What is missing here, in words; nothing if all is there. */
    public static List<String> missing(Path xpandJar) {
        return missing(isRoot(Path.of("/proc/self/status")), System.getenv("PATH"), TUN, xpandJar);
    }

    /** As {@link #missing(Path)}, of a machine that is described. */
    static List<String> missing(boolean root, String path, Path tun, Path xpandJar) {
        List<String> missing = new ArrayList<>();
        if (!root) {
            missing.add("root (try sudo)");
        }
        if (!isOnPath("cc", path)) {
            missing.add("a C compiler (cc: package gcc)");
        }
        if (!Files.exists(tun)) {
            missing.add(tun + " (modprobe tun)");
        }
        if (!Files.isReadable(xpandJar)) {
            missing.add(xpandJar + " (mvn package; or --jar)");
        }
        return missing;
    }

    /** Whether a process's status says that it is root's. */
    static boolean isRoot(Path status) {
        try {
            return Files.readAllLines(status).stream().filter(line -> line.startsWith("Uid:"))
                    .anyMatch(line -> line.split("\\s+")[2].equals("0"));
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isOnPath(String program, String path) {
        return path != null && Arrays.stream(path.split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
