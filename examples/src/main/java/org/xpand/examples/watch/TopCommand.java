package org.xpand.examples.watch;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.xpand.examples.Terminal;
import org.xpand.examples.traffic.Ending;
import org.xpand.examples.traffic.TrafficOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a running node sees, again and again in place. */
@Command(name = "top", mixinStandardHelpOptions = true,
        header = "Shows what a running node sees, refreshed until Ctrl-C.",
        description = "On a terminal it is updated in place, otherwise each refresh is appended. The node must have been "
                + "started with --page.")
public final class TopCommand implements Callable<Integer> {
    private static final int PATIENCE_SECONDS = 2;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    /** Moves to the upper left, and erases what is below afterwards, so that nothing flickers. */
    private static final String CLEAR = "\u001b[2J";
    private static final String HOME = "\u001b[H";
    private static final String CLEAR_LINE = "\u001b[K\n";
    private static final String CLEAR_BELOW = "\u001b[J";

    @Mixin
    private WatchOptions watch;

    @Option(names = "--seconds", paramLabel = "SECONDS", defaultValue = "1", description = "Time between two refreshes, 1 or "
            + "more (default: 1).")
    private int seconds;

    @Option(names = "--times", paramLabel = "N", defaultValue = "0", description = "End after this many refreshes; 0: never (default: 0).")
    private int times;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (seconds < 1) {
            throw new IllegalArgumentException("--seconds " + seconds + ": accepted is 1 or more");
        }
        TrafficOptions.check("--times", times, 0);
        boolean inPlace = Terminal.isThere();
        try (Ending ending = Ending.ofService(PATIENCE_SECONDS)) {
            boolean over = false;
            for (int look = 1; !over; look++) {
                System.out.print(text(StatusText.of(watch.look()), inPlace, look));
                // Also flushes; an error means that the reader has gone.
                over = System.out.checkError() || look == times || ending.awaitEnd(seconds * NANOS_PER_SECOND);
            }
        }
        return 0;
    }

    /** Returns what is printed for an update; the first one has number 1. */
    static String text(List<String> lines, boolean inPlace, int look) {
        if (inPlace) {
            return (look == 1 ? CLEAR : "") + HOME + String.join(CLEAR_LINE, lines) + CLEAR_LINE + CLEAR_BELOW;
        }
        return (look == 1 ? "" : "\n") + String.join("\n", lines) + "\n";
    }
}
