package org.xpand.comparison.start;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.xpand.comparison.peer.FreePorts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how soon a demonstration delivers and a delegate is ready. */
@Command(name = "start", mixinStandardHelpOptions = true, description = {"Measures, each from when the command is given: until the "
        + "demonstration's first delivery, of three sites of two processes each; until a site's first process is ready; until the same is "
        + "ready again after it was killed while another process of the site took over. Medians and ranges."})
public final class StartCommand implements Callable<Integer> {
    private static final int MOST_RUNS = 1000;
    private static final String READY = "\"ready\"";

    @Option(names = "--xpand", paramLabel = "FILE", description = "The launcher (default: ${DEFAULT-VALUE}).")
    private String xpand = "bin/xpand";

    @Option(names = "--runs", description = "Runs of each (default: ${DEFAULT-VALUE}).")
    private int runs = 10;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (runs < 1 || runs > MOST_RUNS) {
            throw new IllegalArgumentException("--runs " + runs + ": accepted is 1 to " + MOST_RUNS);
        }
        List<Double> demo = new ArrayList<>();
        List<Double> begun = new ArrayList<>();
        List<Double> again = new ArrayList<>();
        try (Started first = new Started(demonstration())) {
            // The launcher makes its archive of classes.
            first.finish();
        }
        for (int run = 0; run < runs; run++) {
            try (Started each = new Started(demonstration())) {
                demo.add(each.await(line -> line.contains("first delivery, at")));
                each.finish();
            }
            restart(begun, again);
        }
        System.out.print("| seconds until | median | least | most |\n|---|--:|--:|--:|\n" + row("the demonstration's first delivery", demo)
                + row("a delegate is ready", begun) + row("a killed delegate is ready again", again));
        return 0;
    }

    private List<String> demonstration() {
        return List.of(xpand, "demo", "--size", "1000");
    }

    /** Starts a delegate and a member that may take over, kills the delegate and starts it again. */
    private void restart(List<Double> begun, List<Double> again) throws IOException {
        List<Integer> ports = FreePorts.some(4);
        String lan = FreePorts.HOST + ":" + ports.get(2) + "," + FreePorts.HOST + ":" + ports.get(3);
        try (Started delegate = new Started(daemon("m1", ports.get(0), ports.get(2), lan))) {
            begun.add(delegate.await(line -> line.contains(READY)));
            try (Started other = new Started(daemon("m2", ports.get(1), ports.get(3), lan))) {
                other.await(line -> line.contains(READY));
                delegate.close();
                try (Started anew = new Started(daemon("m1", ports.get(0), ports.get(2), lan))) {
                    again.add(anew.await(line -> line.contains(READY)));
                }
            }
        }
    }

    private List<String> daemon(String name, int wan, int lan, String peers) {
        return List.of(xpand, "daemon", "--site", "start", "--name", name, "--wan-bind", FreePorts.HOST + ":" + wan, "--lan", "tcp",
                "--lan-bind", FreePorts.HOST + ":" + lan, "--lan-peers", peers, "--found-after-seconds", "0.1");
    }

    private static String row(String what, List<Double> seconds) {
        double[] sorted = seconds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        return String.format(Locale.ROOT, "| %s | %.2f | %.2f | %.2f |%n", what, median, sorted[0],
                Arrays.stream(sorted).max().orElseThrow());
    }
}
