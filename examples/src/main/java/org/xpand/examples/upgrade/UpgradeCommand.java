package org.xpand.examples.upgrade;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.zip.ZipFile;
import org.xpand.examples.Xpand;
import org.xpand.examples.traffic.TrafficOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Whether another version can be replaced by this one, or the other way round, process by process. */
@Command(name = "upgrade", mixinStandardHelpOptions = true,
        header = "Replaces the processes of two sites by this version, one by one.",
        description = "Starts two sites of another version that send to each other, and replaces their processes one by one "
                + "by this version. Exits with 1 if anything was lost, duplicated or reordered, or if some process was "
                + "no longer received.")
public final class UpgradeCommand implements Callable<Integer> {
    @Option(names = "--from", required = true, paramLabel = "JAR", description = "The other version's xpand.jar.")
    private Path from;

    @Option(names = "--back", description = "Reverse: from this version to the other.")
    private boolean back;

    @Option(names = "--seconds", defaultValue = "60", description = "Longest time for each step (default: 60).")
    private int seconds;

    /** Whether a file is a jar with the command. */
    private static boolean isXpand(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (ZipFile jar = new ZipFile(file.toFile())) {
            return jar.getEntry(Xpand.class.getName().replace('.', '/') + ".class") != null;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!isXpand(from)) {
            throw new IllegalArgumentException("--from '" + from + "': accepted is the jar of a version of xpand");
        }
        TrafficOptions.check("--seconds", seconds, 1);
        String other = from.toString();
        String own = System.getProperty("java.class.path");
        try (RollingUpgrade upgrade = new RollingUpgrade(back ? own : other, back ? other : own, seconds, System.out::println)) {
            List<String> wrong = upgrade.run();
            wrong.forEach(System.err::println);
            System.out.println(wrong.isEmpty() ? "all processes are replaced; nothing was lost, doubled or out of order" : "failed");
            return wrong.isEmpty() ? 0 : 1;
        }
    }
}
