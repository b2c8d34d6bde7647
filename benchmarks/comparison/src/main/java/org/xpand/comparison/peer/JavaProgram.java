package org.xpand.comparison.peer;

import java.nio.file.Path;

/** The virtual machine that runs this program, for the processes that it starts. */
public final class JavaProgram {
    private JavaProgram() {
    }

    /** {@return the path of its {@code java} command} */
    public static String path() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
