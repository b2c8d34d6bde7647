package org.xpand.comparison.together;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.xpand.comparison.peer.FreePorts;
import org.xpand.comparison.peer.Peer;
import org.xpand.comparison.peer.Place;

/**
 * What it took until processes that were started together were there. Times in seconds from the start of the first.
 *
 * @param joined    when each was there, ascending
 * @param connected when each saw all others, ascending
 * @param carried   when each had a message of all others, ascending
 * @param cpu       seconds of a processor that each had taken when it saw all others, ascending
 * @param cpuAll    that of all together when all messages were carried
 * @param views     changes of the group's members that each was told of until it saw all, ascending
 * @param merges    how many merges were told of, of all together; of Xpand, members that were on different islands
 * @param sent      datagrams that this machine sent, until all saw each other
 */
record TogetherRun(double[] joined, double[] connected, double[] carried, double[] cpu, double cpuAll, double[] views, double merges,
                 double sent) {
    private static final Path COUNTERS = Path.of("/proc/net/snmp");
    private static final int SENT = 4;
    /** So long all together may take to leave. */
    private static final long END_NANOS = 10_000_000_000L;

    /**
     * Starts so many at once and waits until each has had a message of every other one.
     *
     * @param jar     the build of the comparison with the system
     * @param seconds how long to wait for all to see each other, and then for the messages
     * @throws IOException if one ends, or not all are there in time
     */
    static TogetherRun of(String jar, Peer peer, int count, List<String> options, int seconds) throws IOException, InterruptedException {
        List<Integer> ports = FreePorts.some(count);
        List<StartedProcess> processes = new ArrayList<>();
        long datagrams = datagrams();
        long begun = System.nanoTime();
        try {
            for (int i = 0; i < count; i++) {
                processes.add(new StartedProcess(jar, peer, new Place(i, ports), options));
            }
            List<StartedProcess.Said> joined = await(processes, TogetherMain.JOINED, begun, seconds);
            List<StartedProcess.Said> connected = await(processes, TogetherMain.CONNECTED, begun, seconds);
            long sent = datagrams() - datagrams;
            processes.forEach(StartedProcess::send);
            List<StartedProcess.Said> carried = await(processes, TogetherMain.CARRIED, System.nanoTime(), seconds);
            Function<List<StartedProcess.Said>, double[]> times = all -> sorted(all, each -> (each.atNanos() - begun) / 1e9);
            return new TogetherRun(times.apply(joined), times.apply(connected), times.apply(carried),
                    sorted(connected, each -> each.cpuNanos() / 1e9), carried.stream().mapToDouble(each -> each.cpuNanos() / 1e9).sum(),
                    sorted(connected, each -> each.fields().get("views")),
                    connected.stream().mapToDouble(each -> each.fields().get("merges")).sum(), sent);
        } finally {
            processes.forEach(StartedProcess::leave);
            long deadline = System.nanoTime() + END_NANOS;
            processes.forEach(each -> each.awaitEnd(deadline));
        }
    }

    private static List<StartedProcess.Said> await(List<StartedProcess> processes, String what, long fromNanos, int seconds)
            throws IOException, InterruptedException {
        long deadline = fromNanos + TimeUnit.SECONDS.toNanos(seconds);
        List<StartedProcess.Said> all = new ArrayList<>();
        for (StartedProcess each : processes) {
            StartedProcess.Said said = each.await(what, deadline);
            if (said != null) {
                all.add(said);
            }
        }
        if (all.size() < processes.size()) {
            throw new IOException("after " + seconds + " s " + all.size() + " of " + processes.size() + " processes have said " + what);
        }
        return all;
    }

    private static double[] sorted(List<StartedProcess.Said> all, ToDoubleFunction<StartedProcess.Said> figure) {
        return all.stream().mapToDouble(figure).sorted().toArray();
    }

    static double median(double[] ascending) {
        int half = ascending.length / 2;
        return ascending.length % 2 == 1 ? ascending[half] : (ascending[half - 1] + ascending[half]) / 2;
    }

    static double last(double[] ascending) {
        return ascending[ascending.length - 1];
    }

    /** UDP datagrams that all processes of this network namespace have sent; 0 where the system does not tell. */
    private static long datagrams() {
        try {
            return Files.readAllLines(COUNTERS).stream().filter(line -> line.startsWith("Udp: ") && Character.isDigit(line.charAt(5)))
                    .mapToLong(line -> Long.parseLong(Arrays.asList(line.split(" ")).get(SENT))).findFirst().orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }
}
