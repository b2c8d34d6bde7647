package org.xpand.comparison;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.xpand.comparison.Fleet.Ending;
import org.xpand.comparison.Fleet.Mark;
import org.xpand.comparison.peer.Peer;
import org.xpand.comparison.stations.CopyStation;
import org.xpand.comparison.stations.SystemCalls;
import org.xpand.comparison.stations.ThreadRole;
import org.xpand.comparison.stations.Usage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What a message costs on its way. */
@Command(name = "stations", mixinStandardHelpOptions = true, description = {"Follows messages through a sender and a receiver (Linux): "
        + "system calls, wake-ups and bytes allocated, per message, for each thread that they pass, and where they are copied outside the "
        + "kernel. The system counts for threads, not for stations; the table names the stations of each."})
final class StationsCommand implements Callable<Integer> {
    private static final int LEAST_SIZE = 20;
    private static final double SETTLE_SECONDS = 0.5;
    private static final double GIGA = 1e9;
    /** Roles that use less of everything for a message are left out. */
    private static final double LEAST_SHOWN = 0.0005;

    @Option(names = "--peers", split = ",", paramLabel = "NAME", description = "Systems, as for the command systems (default: "
            + "xpand-default,c-udp,c-tcp,c-multicast,xpand-site,jgroups-site,c-site). xpand-default is measured in any case.")
    private List<String> peers = List.of("xpand-default", "c-udp", "c-tcp", "c-multicast", "xpand-site", "jgroups-site", "c-site");

    @Option(names = "--size", paramLabel = "BYTES", description = "Bytes of a message, 20 or more (default: ${DEFAULT-VALUE}).")
    private int size = 1000;

    @Option(names = "--rates", split = ",", paramLabel = "MESSAGES", description = "Messages a second, 0 for as many as the system takes "
            + "(default: 0,1000).")
    private List<Double> rates = List.of(0.0, 1000.0);

    @Option(names = "--seconds", description = "How long is measured at each rate (default: ${DEFAULT-VALUE}).")
    private double seconds = 3;

    @Option(names = "--warm-up", paramLabel = "SECONDS", description = "How long each system sends before that; C programs a second at "
            + "most (default: ${DEFAULT-VALUE}).")
    private double warmUp = 40;

    @Option(names = "--jvm", paramLabel = "OPTION", description = "An option of the virtual machine for every process, repeatable "
            + "(default: -Xmx512m).")
    private List<String> options = List.of("-Xmx512m");

    @Override
    public Integer call() throws InterruptedException {
        if (size < LEAST_SIZE || !(seconds > 0) || !(warmUp >= 0) || rates.isEmpty() || rates.stream().anyMatch(rate -> !(rate >= 0))) {
            throw new IllegalArgumentException("--size " + size + ", --rates " + rates + ", --seconds " + seconds + ", --warm-up " + warmUp
                    + ": accepted are " + LEAST_SIZE + " bytes or more, rates and a warm-up from 0 on, more than 0 s");
        }
        List<Peer> all = SystemsCommand.measured(peers);
        String missing = SystemCalls.missing();
        if (!missing.isEmpty()) {
            System.err.println("without system calls: " + missing);
        }
        Table costs = new Table(5, "system", "messages/s", "process", "thread", "stations on it", "system calls", "wake-ups",
                "bytes allocated");
        Table copies = new Table(6, "system", "process", "from", "to", "copied by", "copies of each byte");
        boolean failed = false;
        for (Peer peer : all) {
            System.err.println(peer.text());
            try {
                measure(peer, missing.isEmpty(), costs);
            } catch (IOException | IllegalStateException e) {
                System.err.println("this run does not count: " + e.getMessage());
                failed = true;
            }
            for (CopyStation each : CopyStation.of(peer)) {
                copies.add(List.of(peer.text(), process(each.sender()), each.from(), each.to(), each.code(), each.times()));
            }
        }
        System.out.println(costs);
        System.out.println(copies);
        return failed ? 1 : 0;
    }

    private void measure(Peer peer, boolean withCalls, Table costs) throws IOException, InterruptedException {
        try (Fleet fleet = new Fleet(peer, options)) {
            fleet.begin(size, 0, 0);
            sleep(peer.limit() ? Math.min(warmUp, 1) : warmUp);
            fleet.end();
            for (double rate : rates) {
                measure(fleet, peer, rate, withCalls, costs);
            }
        }
    }

    private void measure(Fleet fleet, Peer peer, double rate, boolean withCalls, Table costs) throws IOException, InterruptedException {
        fleet.begin(size, rate, 0);
        sleep(SETTLE_SECONDS);
        List<SystemCalls> counters = new ArrayList<>();
        List<Map<ThreadRole, Long>> calls = new ArrayList<>();
        List<Mark> before = fleet.mark();
        List<Usage> usedBefore = fleet.usage();
        try {
            // The sender and the first receiver: the others do as the latter does.
            for (long pid : withCalls ? fleet.pids().subList(0, 2) : List.<Long>of()) {
                counters.add(SystemCalls.begin(pid, seconds));
            }
            if (counters.isEmpty()) {
                sleep(seconds);
            }
            for (SystemCalls counter : counters) {
                calls.add(counter.end());
            }
        } finally {
            counters.forEach(SystemCalls::close);
        }
        List<Usage> usedAfter = fleet.usage();
        List<Mark> after = fleet.mark();
        Ending ending = fleet.end();
        if (ending.lost() > 0 || ending.disordered() > 0) {
            throw new IllegalStateException(peer.text() + ": lost " + ending.lost() + ", disordered " + ending.disordered());
        }
        // The window of the counts of system calls is shorter than that of the others by the start of its program.
        double passed = (after.get(1).nanos() - before.get(1).nanos()) / GIGA;
        double perSecond = (after.get(1).messages() - before.get(1).messages()) / passed;
        for (int i = 0; i < 2; i++) {
            Usage used = usedAfter.get(i).since(usedBefore.get(i));
            for (ThreadRole role : ThreadRole.values()) {
                double called = calls.isEmpty() ? Double.NaN : calls.get(i).getOrDefault(role, 0L) / seconds / perSecond;
                double woken = used.wakeUps().getOrDefault(role, 0L) / passed / perSecond;
                double allocated = used.allocated().getOrDefault(role, 0L) / passed / perSecond;
                if (called >= LEAST_SHOWN || woken >= LEAST_SHOWN || allocated >= 1) {
                    costs.add(List.of(peer.text(), String.format(Locale.ROOT, "%.0f", perSecond), process(i == 0), role.text(),
                            role.stations(i == 0), Table.figure(called), Table.figure(woken), peer.limit() ? "" : Table.figure(allocated)));
                }
            }
        }
    }

    private static String process(boolean sender) {
        return sender ? "sender" : "receiver";
    }

    private static void sleep(double howLong) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep((long) (howLong * GIGA));
    }
}
