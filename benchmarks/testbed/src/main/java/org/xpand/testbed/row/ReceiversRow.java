package org.xpand.testbed.row;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.xpand.testbed.bed.Link;
import org.xpand.testbed.bed.Topology;

/** Receivers that all lose the same share of packets, by chance and each for itself: what they are given, beside TCP. */
final class ReceiversRow implements Row {
    /** The row whose rate the others are compared with. */
    static final String ONE = "receivers-1";

    private static final double LOSS = 0.01;
    private static final double MEGABITS = 100;
    private static final double LEG_MILLIS = 12.5;
    private static final int TCP_FLOWS = 3;
    private static final double SETTLE_SECONDS = 15;
    private static final double MEASURE_SECONDS = 45;
    /** Added to the time limit: sites start a few at a time. */
    private static final int SECONDS_PER_RECEIVER = 10;
    private static final String RATE = "delivered (Mbit/s)";
    private static final String RATIO = "ratio to TCP";

    private final int receivers;

    ReceiversRow(int receivers) {
        this.receivers = receivers;
    }

    @Override
    public String name() {
        return "receivers-" + receivers;
    }

    @Override
    public String title() {
        return receivers + " sites with 1 % loss each, RTT 50 ms, three Reno flows to such sites";
    }

    @Override
    public Topology topology() {
        List<String> names = Stream.of(List.of("s1"), Topology.names("r", receivers), List.of("t"),
                Topology.names("u", TCP_FLOWS)).flatMap(List::stream).toList();
        Link out = Link.perfect().delayMillis(LEG_MILLIS);
        Link in = out.rate(MEGABITS).queueMillis(50);
        List<Link> ins = names.stream().map(name -> name.startsWith("r") || name.startsWith("u") ? in.loss(LOSS) : in).toList();
        return Topology.star(names, Collections.nCopies(names.size(), out), ins);
    }

    @Override
    public List<Aim> aims(String contender) {
        if (contender.equals(RunSettings.TCP)) {
            return List.of();
        }
        List<Aim> aims = List.of(receivers == 1 ? Aim.none(RATE) : Aim.atLeast(RATE, 0.8).relativeToRow(ONE),
                Aim.share(RATIO, Double.NaN, 1.25));
        return Rows.isDelayBased(contender) ? aims.stream().map(Aim::open).toList() : aims;
    }

    @Override
    public boolean takesPauses() {
        return false;
    }

    @Override
    public int maxSeconds() {
        return (int) (SETTLE_SECONDS + MEASURE_SECONDS) + Rows.START_SECONDS + receivers * SECONDS_PER_RECEIVER;
    }

    @Override
    public RowFigures measure(Run run) throws IOException, InterruptedException {
        List<String> names = Topology.names("r", receivers);
        Contender contender = run.contender("s1", names);
        List<TcpFlow> beside = new ArrayList<>();
        for (String to : Topology.names("u", TCP_FLOWS)) {
            beside.add(run.tcp("t", to, RunSettings.TCP));
        }
        long settled = contender.startedNanos() + run.seconds(SETTLE_SECONDS);
        run.await(settled);
        List<Long> before = contender.delivered();
        long from = System.nanoTime();
        run.await(settled + run.seconds(MEASURE_SECONDS));
        List<Long> after = contender.delivered();
        long to = System.nanoTime();
        List<Double> rates = IntStream.range(0, receivers)
                .mapToObj(i -> (after.get(i) - before.get(i)) * 8e3 / (to - from)).collect(Collectors.toList());
        double slowest = Collections.min(rates);
        // What a site is given of payload is compared with TCP's payload.
        double tcp = beside.stream().mapToDouble(flow -> run.rate(flow.to() + "-in", flow.fromSource()).apply(from, to))
                .average().orElseThrow() * Rows.TCP_PAYLOAD;
        return new RowFigures().figure(RATE, slowest).figure(RATIO, slowest / tcp);
    }
}
