package org.xpand.testbed.row;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.xpand.testbed.bed.FlowKey;
import org.xpand.testbed.bed.Topology;

/** The six sites of the Xpand paper: what the slowest is given, and what goes back. */
final class SixSitesRow implements Row {
    /** The root of the paper's tree (§5): the slowest of the others can take some 0.6 Mbit/s from there by its own way. */
    private static final String SOURCE = "RON33";
    private static final double SETTLE_SECONDS = 20;
    private static final double MEASURE_SECONDS = 60;
    private static final long BIN = 1_000_000_000L;
    private static final String SLOWEST = "slowest site (Mbit/s)";
    private static final String BACK = "bytes back over forward";
    private static final String CONTROL = "TCP of control (kbit/s)";
    private static final List<Aim> AIMS = List.of(Aim.atLeast(SLOWEST, 0.6), Aim.atMost(BACK, 0.05), Aim.none(CONTROL));

    @Override
    public String name() {
        return "six-sites";
    }

    @Override
    public String title() {
        return "the paper's six sites, RON33 sends";
    }

    @Override
    public Topology topology() {
        return PaperSites.topology();
    }

    @Override
    public List<Aim> aims(String contender) {
        return contender.equals(RunSettings.TCP) ? List.of(Aim.none(SLOWEST)) : AIMS;
    }

    @Override
    public boolean takesPauses() {
        return false;
    }

    @Override
    public int maxSeconds() {
        return (int) (SETTLE_SECONDS + MEASURE_SECONDS) + Rows.START_SECONDS;
    }

    @Override
    public RowFigures measure(Run run) throws IOException, InterruptedException {
        List<String> names = PaperSites.names();
        List<String> receivers = names.stream().filter(name -> !name.equals(SOURCE)).toList();
        return run.settings().contender().equals(RunSettings.TCP) ? star(run, SOURCE, receivers)
                : group(run, SOURCE, receivers);
    }

    /** A TCP connection to each site. */
    private static RowFigures star(Run run, String source, List<String> receivers) throws IOException, InterruptedException {
        List<TcpFlow> flows = new ArrayList<>();
        for (String receiver : receivers) {
            flows.add(run.tcp(source, receiver, RunSettings.TCP));
        }
        long from = flows.get(0).startedNanos() + run.seconds(SETTLE_SECONDS);
        long to = from + run.seconds(MEASURE_SECONDS);
        run.await(to);
        return new RowFigures().figure(SLOWEST, flows.stream().mapToDouble(flow -> run.rate(source + ">" + flow.to(),
                flow.fromSource()).apply(from, to)).min().orElseThrow() * Rows.TCP_PAYLOAD);
    }

    private static RowFigures group(Run run, String source, List<String> receivers) throws IOException, InterruptedException {
        Contender contender = run.contender(source, receivers);
        long settled = contender.startedNanos() + run.seconds(SETTLE_SECONDS);
        run.await(settled);
        List<Long> before = contender.delivered();
        long from = System.nanoTime();
        run.await(settled + run.seconds(MEASURE_SECONDS));
        List<Long> after = contender.delivered();
        long to = System.nanoTime();
        double slowest = Collections.min(IntStream.range(0, receivers.size())
                .mapToObj(i -> (after.get(i) - before.get(i)) * 8e3 / (to - from)).toList());
        double forward = 0;
        double all = 0;
        for (long t = from; t + BIN <= to; t += BIN) {
            forward += forward(run, receivers, t, t + BIN);
            all += run.counters().megabits(flow -> flow.protocol().equals("udp"), t, t + BIN);
        }
        double control = run.counters().megabits(flow -> flow.protocol().equals("tcp"), from, to);
        return new RowFigures().figure(SLOWEST, slowest).figure(BACK, (all - forward) / forward)
                .figure(CONTROL, control * 1000)
                .series("from the source", Rates.series((a, b) -> run.counters().megabits(contender.fromSource(), a, b),
                        contender.startedNanos(), to));
    }

    /** What comes to each site on the way that brings it most: the data. All else goes back, or beside. */
    private static double forward(Run run, List<String> receivers, long from, long to) {
        double sum = 0;
        for (String receiver : receivers) {
            double most = 0;
            for (FlowKey key : run.counters().keys()) {
                if (key.target().equals(receiver) && key.protocol().equals("udp")) {
                    most = Math.max(most, run.counters().megabits(key::equals, from, to));
                }
            }
            sum += most;
        }
        return sum;
    }
}
