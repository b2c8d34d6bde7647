package org.xpand.examples.traffic;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Takes what {@code load} sends, and checks it. */
@Command(name = "sink", mixinStandardHelpOptions = true,
        header = "Counts the messages that 'load' sends to a group.",
        description = {"Prints one JSON object per second and a summary at the end. Exits with 0 only if nothing was lost, "
                + "duplicated or reordered.",
                "Latencies compare the clocks of sender and receiver: they are valid on one machine, or with "
                + "synchronised clocks."})
public final class SinkCommand implements Callable<Integer> {
    private static final int PATIENCE_SECONDS = 10;
    private static final long POLL_NANOS = 50_000_000;

    @Mixin
    private TrafficOptions options = new TrafficOptions();

    @Option(names = "--seconds", description = "How long to stay; 0: until the end of the input "
            + "(default: 0).")
    private int seconds;

    @Option(names = "--expect", paramLabel = "MESSAGES", description = "End when this many messages of each source have "
            + "arrived; exit with 1 if they have not.")
    private long expect;

    @Option(names = "--sources", description = "For --expect: least number of sources (default: 1).")
    private int sources = 1;

    @Override
    public Integer call() throws IOException, InterruptedException {
        TrafficOptions.check("--seconds", seconds, 0);
        TrafficOptions.check("--expect", expect, 0);
        TrafficOptions.check("--sources", sources, 1);
        try (Ending ending = new Ending(PATIENCE_SECONDS);
                TrafficRun run = new TrafficRun(options, ending)) {
            run.start(1);
            if (seconds == 0) {
                ending.watchInput();
            }
            Deliveries deliveries = run.members().get(0).deliveries();
            long startNanos = System.nanoTime();
            while (!ending.awaitEnd(POLL_NANOS) && !(expect > 0 && hasExpected(deliveries))
                    && (seconds == 0 || System.nanoTime() - startNanos < TimeUnit.SECONDS.toNanos(seconds))) {
                // awaitEnd limits how often this is checked.
            }
            boolean complete = expect == 0 || hasExpected(deliveries);
            if (!complete) {
                System.err.println("sink: not every source has sent " + expect + " messages, or there are fewer than "
                        + sources + " (--expect, --sources)");
            }
            return run.finish() && complete ? 0 : 1;
        }
    }

    private boolean hasExpected(Deliveries deliveries) {
        List<Deliveries.Source> seen = deliveries.sources();
        return seen.size() >= sources && seen.stream().allMatch(source -> source.delivered() >= expect);
    }
}
