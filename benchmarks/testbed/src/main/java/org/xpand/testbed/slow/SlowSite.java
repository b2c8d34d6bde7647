package org.xpand.testbed.slow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Line;
import org.xpand.experiments.output.Pictures;
import org.xpand.testbed.bed.Bed;
import org.xpand.testbed.bed.BedProcess;
import org.xpand.testbed.bed.Link;
import org.xpand.testbed.bed.NativeTool;
import org.xpand.testbed.bed.Requirements;
import org.xpand.testbed.bed.Topology;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** One slow site of five: what it costs the others, and what it lacks in the end. */
@Command(name = "slow-site", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "One of five sites sends 2,000 messages of 1,000 bytes a second over links of 100 Mbit/s. For a while the link to one site carries "
                + "1 Mbit/s. Draws what arrives at a site that is not slow, and prints what arrived at both in the end, with a TCP "
                + "connection to each site, NATS, and Xpand. Exits with 2 if it cannot run."})
public final class SlowSite implements Callable<Integer> {
    private static final int CANNOT = 2;
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String SOURCE = "s1";
    private static final String SLOW = ComparedSystem.RECEIVERS.get(ComparedSystem.RECEIVERS.size() - 1);
    private static final String FAST = ComparedSystem.RECEIVERS.get(0);
    private static final Link LINK = Link.perfect().rate(100).delayMillis(10).queueMillis(50);
    private static final double SLOW_MEGABITS = 1;
    private static final int START_SECONDS = 90;
    private static final int BEFORE_SECONDS = 20;
    private static final int AFTER_SECONDS = 60;
    private static final double BIN_SECONDS = 0.5;
    private static final double NANOS = 1e9;

    @Option(names = "--seconds", defaultValue = "60", paramLabel = "SECONDS", description = "How long the link is slow (default: "
            + "${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--jar", paramLabel = "FILE", description = "The xpand command (default: ${DEFAULT-VALUE}).")
    private Path jar = Path.of("examples/target/xpand.jar");

    @Option(names = "--nats-server", paramLabel = "FILE", description = "The NATS server; without it NATS is left out (default: "
            + "${DEFAULT-VALUE}).")
    private Path natsServer = Path.of("/usr/sbin/nats-server");

    @Option(names = "--out", paramLabel = "FOLDER", description = "Where the picture, the table and the programs' words are kept "
            + "(default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("slow-site-results");

    /**
     * What one of them did.
     *
     * @param rates what arrived at a site that is not slow, Mbit/s in bins of half a second
     * @param fast  what the program there reported last
     * @param slow  what the program at the slow site reported last
     */
    private record Outcome(ComparedSystem system, double[] rates, Reported fast, Reported slow) {
    }

    /**
     * What a receiver reports.
     *
     * @param delivered messages
     * @param lost      messages that are missing between others
     */
    private record Reported(long delivered, long lost) {
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<String> missing = Requirements.missing(jar);
        if (seconds < 1 || !missing.isEmpty()) {
            System.err.println("testbed: " + (seconds < 1 ? "--seconds " + seconds + ": accepted are 1 or more"
                    : "cannot run here, missing: " + String.join("; ", missing)));
            return CANNOT;
        }
        List<ComparedSystem> systems = new ArrayList<>(Arrays.asList(ComparedSystem.values()));
        if (!Files.isExecutable(natsServer)) {
            System.err.println("testbed: " + natsServer + " is not there: without NATS (package nats-server, or --nats-server)");
            systems.remove(ComparedSystem.NATS);
        }
        NativeTool tool = NativeTool.compiled(NativeTool.defaultFolder());
        List<String> java = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
        java.addAll(Bed.JVM_OPTIONS);
        ComparedSystem.Programs programs = new ComparedSystem.Programs(java, jar, natsServer.toString());
        List<Outcome> outcomes = new ArrayList<>();
        for (ComparedSystem system : systems) {
            System.err.println(system.title() + ", " + (BEFORE_SECONDS + seconds + AFTER_SECONDS) + " s");
            outcomes.add(run(tool, programs, system));
        }
        Files.createDirectories(out);
        Pictures.write(Figure.rates("slow-site", "One of five sites at 1 Mbit/s from 20 to " + (BEFORE_SECONDS + seconds)
                + " s: the rate at another one", outcomes.stream().map(SlowSite::line).toList()), out.resolve("slow-site.png"));
        Files.writeString(out.resolve("slow-site.csv"), csv(outcomes));
        String table = table(outcomes);
        Files.writeString(out.resolve("slow-site.md"), table);
        System.out.print(table);
        return 0;
    }

    private Outcome run(NativeTool tool, ComparedSystem.Programs programs, ComparedSystem system) throws IOException, InterruptedException {
        List<String> sites = new ArrayList<>(List.of(SOURCE));
        sites.addAll(ComparedSystem.RECEIVERS);
        List<Link> links = Collections.nCopies(sites.size(), LINK);
        List<BedProcess> sinks = new ArrayList<>();
        try (Bed bed = new Bed(tool, Topology.star(sites, links, links), 1, START_SECONDS + BEFORE_SECONDS + seconds + AFTER_SECONDS,
                out.resolve(system.name().toLowerCase(Locale.ROOT)))) {
            BedProcess source = system.start(programs, bed, SOURCE, sinks);
            source.await(line -> parse(line).path("type").asText().equals("sending"), START_SECONDS);
            long start = System.nanoTime();
            sleepUntil(start, BEFORE_SECONDS);
            bed.set(SLOW + "-in", LINK.rate(SLOW_MEGABITS));
            sleepUntil(start, BEFORE_SECONDS + seconds);
            bed.set(SLOW + "-in", LINK);
            sleepUntil(start, BEFORE_SECONDS + seconds + AFTER_SECONDS);
            double[] rates = new double[(int) ((BEFORE_SECONDS + seconds + AFTER_SECONDS) / BIN_SECONDS) - 1];
            for (int i = 0; i < rates.length; i++) {
                rates[i] = bed.counters().megabits(flow -> flow.link().equals(FAST + "-in"), start + (long) (i * BIN_SECONDS * NANOS),
                        start + (long) ((i + 1) * BIN_SECONDS * NANOS));
            }
            return new Outcome(system, rates, reported(sinks.get(0)), reported(sinks.get(sinks.size() - 1)));
        }
    }

    private static void sleepUntil(long start, int seconds) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(Math.max(0, start + TimeUnit.SECONDS.toNanos(seconds) - System.nanoTime()));
    }

    private static Reported reported(BedProcess sink) {
        JsonNode last = MAPPER.nullNode();
        for (String line : sink.lines()) {
            JsonNode parsed = parse(line);
            last = parsed.path("type").asText().equals("second") ? parsed : last;
        }
        return new Reported(last.path("messagesDelivered").asLong(), last.path("gaps").asLong());
    }

    private static JsonNode parse(String line) {
        try {
            return line.startsWith("{") ? MAPPER.readTree(line) : MAPPER.nullNode();
        } catch (IOException e) {
            return MAPPER.nullNode();
        }
    }

    private static Line line(Outcome outcome) {
        double[] x = new double[outcome.rates().length];
        Arrays.setAll(x, i -> (i + 0.5) * BIN_SECONDS);
        return new Line(outcome.system().title(), x, outcome.rates());
    }

    private static String csv(List<Outcome> outcomes) {
        StringBuilder csv = new StringBuilder("seconds");
        outcomes.forEach(each -> csv.append(',').append(each.system().name()));
        csv.append('\n');
        for (int i = 0; i < outcomes.get(0).rates().length; i++) {
            csv.append((i + 0.5) * BIN_SECONDS);
            for (Outcome each : outcomes) {
                csv.append(String.format(Locale.ROOT, ",%.3f", each.rates()[i]));
            }
            csv.append('\n');
        }
        return csv.toString();
    }

    private String table(List<Outcome> outcomes) {
        StringBuilder table = new StringBuilder("| | another site got, Mbit/s, while one was slow | messages there in the end | at the slow site "
                + "| – missing between others |\n|---|---|---|---|---|\n");
        for (Outcome each : outcomes) {
            double slowly = Arrays.stream(each.rates(), (int) ((BEFORE_SECONDS + 5) / BIN_SECONDS), (int) ((BEFORE_SECONDS + seconds) / BIN_SECONDS))
                    .average().orElse(0);
            table.append(String.format(Locale.ROOT, "| %s | %.1f | %,d | %,d | %,d |%n", each.system().title(), slowly,
                    each.fast().delivered(), each.slow().delivered(), each.slow().lost()));
        }
        return table.toString();
    }
}
