package org.xpand.testbed.bed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of the usual priority that sleeps for a millisecond again and again: how late does this machine wake it? */
public final class Sleeper implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 5;

    private final Process process;
    private String words = "{}";

    /** Starts it. */
    public Sleeper(NativeTool tool) throws IOException {
        process = new ProcessBuilder(tool.command("sleeper", List.of())).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    /** What it found, as JSON, when it is closed. */
    public String words() {
        return words;
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (IOException e) {
            words = "{}";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
