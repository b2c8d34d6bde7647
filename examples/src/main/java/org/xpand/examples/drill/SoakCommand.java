package org.xpand.examples.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.xpand.examples.Json;
import org.xpand.protocols.strategy.RateStrategies;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lets a group of real processes live for long, with members that come and go and delegates that are killed. */
@Command(name = "soak", mixinStandardHelpOptions = true,
        header = "Keeps three real sites busy for hours while processes come, go and die.",
        description = "Each of three sites has a daemon, a member that receives, one that sends, and a guest. Every five "
                + "seconds one guest joins or leaves; every minute the delegate of a site is killed and started again. "
                + "Exits with 0 if the members that stayed lost nothing and received nothing twice or out of order, and "
                + "heap, threads and descriptors have not grown; with 3 if only those have grown, else with 1.")
public final class SoakCommand implements Callable<Integer> {
    private static final int NETWORK = 217;
    private static final int MISSED = 3;

    @Option(names = "--seconds", defaultValue = "3600", description = "Duration, 60 to 86400 (default: 3600).")
    private int seconds;

    @Option(names = "--rate", paramLabel = "MESSAGES", defaultValue = "2000", description = "Messages per second of all senders "
            + "together (default: 2000).")
    private double rate;

    @Option(names = "--size", paramLabel = "BYTES", defaultValue = "200", description = "Bytes of a message (default: 200).")
    private int size;

    @Option(names = "--guest-seconds", defaultValue = "5", description = "Seconds between two joins or leaves (default: 5).")
    private int guestSeconds;

    @Option(names = "--kill-seconds", defaultValue = "60", description = "Seconds between two kills (default: 60).")
    private int killSeconds;

    @Option(names = "--strategy", defaultValue = RateStrategies.DEFAULT, description = "Rate control (default: tfrc).")
    private String strategy;

    @Option(names = "--json", description = "Print one JSON object instead of text.")
    private boolean json;

    private final long startNanos = System.nanoTime();

    @Override
    public Integer call() throws IOException, InterruptedException {
        check("--seconds", seconds, 60, 86_400);
        check("--guest-seconds", guestSeconds, 1, 3600);
        check("--kill-seconds", killSeconds, 10, 86_400);
        DrillPlan plan = new DrillPlan(2, rate / ProcessPlace.SITES, size, 1, OptionalInt.empty(), 1, 30, Optional.empty(),
                OptionalDouble.empty(), strategy, true, false, 1, Optional.empty());
        Path folder = Files.createTempDirectory("xpand-soak");
        try (Soak soak = new Soak(plan, folder, NETWORK, this::say)) {
            Thread cleaner = new Thread(() -> {
                soak.kill();
                DrillCommand.delete(folder);
            });
            Runtime.getRuntime().addShutdownHook(cleaner);
            Soak.Result result = soak.run(seconds, guestSeconds, killSeconds);
            Runtime.getRuntime().removeShutdownHook(cleaner);
            if (json) {
                Json.print(result.json());
            } else {
                System.out.println(result.text());
            }
            return !result.isClean() ? 1 : result.isFlat() ? 0 : MISSED;
        } finally {
            DrillCommand.delete(folder);
        }
    }

    private static void check(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(option + " " + value + ": accepted is " + least + " to " + most);
        }
    }

    private void say(String text) {
        if (!json) {
            System.out.printf(Locale.ROOT, "%6.1f s  %s%n", (System.nanoTime() - startNanos) / 1e9, text);
        }
    }
}
