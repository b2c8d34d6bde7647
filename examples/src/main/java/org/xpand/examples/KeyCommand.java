package org.xpand.examples;

import java.io.IOException;
import java.nio.file.Path;
import org.xpand.core.KeyFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Makes keys. */
@Command(name = "key", mixinStandardHelpOptions = true, description = "Makes the key that all processes of all sites share, for "
        + "their option --key.", synopsisSubcommandLabel = "new FILE")
final class KeyCommand implements Runnable {
    /** What it does without a word of what to do. */
    @Override
    public void run() {
        throw new IllegalArgumentException("accepted is: xpand key new FILE");
    }

    @Command(name = "new", mixinStandardHelpOptions = true, description = "Writes a new random key to a file that only its owner "
            + "can read. Copy it to all computers by a way that nobody listens to.")
    void create(@Parameters(paramLabel = "FILE", description = "A file that is not there.") Path file) throws IOException {
        KeyFile.create(file);
    }
}
