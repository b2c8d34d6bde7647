package org.xpand.examples;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Prints the version for {@code xpand --version}, with the commit it was built from if that is known. */
public final class BuildVersion implements IVersionProvider {
    private static final String RESOURCE = "build.properties";

    @Override
    public String[] getVersion() {
        return new String[] {text(), "Java " + Runtime.version() + ", " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch")};
    }

    /** Returns version and commit in one line. */
    public static String text() {
        Properties build = new Properties();
        try (InputStream in = BuildVersion.class.getResourceAsStream(RESOURCE)) {
            if (in != null) {
                build.load(in);
            }
        } catch (IOException e) {
            // The version remains unknown.
        }
        String commit = build.getProperty("git.commit.id.abbrev");
        return "xpand " + build.getProperty("git.build.version", "of an unknown version")
                + (commit == null ? "" : " (commit " + commit + ", " + build.getProperty("git.commit.time") + ")");
    }
}
