package org.xpand.testbed.row;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.xpand.testbed.bed.FlowKey;
import org.xpand.testbed.bed.Link;
import org.xpand.testbed.bed.Topology;

/** A sender and its receivers share a link with TCP: the ratio of what they have and what one TCP has. */
final class BesideRow implements Row {
    private static final String RATIO = "ratio";
    private static final String USED = "used by both";
    private static final double SETTLE_SECONDS = 10;

    private final String name;
    private final String title;
    private final Link forward;
    private final Link back;
    private final double megabits;
    private final int receivers;
    private final int flows;
    private final String congestionControl;
    private final double measureSeconds;
    private final double lateMillis;
    private final List<Aim> aims;
    private final List<Aim> delayBasedAims;
    private final boolean variesSize;
    /** How long after the group TCP begins, seconds; before it if negative. */
    private final double tcpAfterSeconds;

    /**
     * @param forward        the link's settings; the way back has its rate, delay and queue, without loss
     * @param flows          TCP connections beside; the ratio is over their mean
     * @param measureSeconds after ten to settle
     */
    BesideRow(String name, String title, double megabits, Link forward, int receivers, int flows, String congestionControl,
              double measureSeconds, List<Aim> aims, List<Aim> delayBasedAims, boolean variesSize) {
        this(name, title, megabits, forward, forward.loss(0), 0, receivers, flows, congestionControl, measureSeconds, aims, delayBasedAims,
                variesSize, 0);
    }

    /**
     * The same.
     *
     * @param back            the way back's settings
     * @param lateMillis      by how much packets of all senders come later to the link that is shared, at random up to this
     * @param tcpAfterSeconds how long after the group TCP begins; before it if negative
     */
    BesideRow(String name, String title, double megabits, Link forward, Link back, double lateMillis, int receivers,
              int flows, String congestionControl, double measureSeconds, List<Aim> aims, List<Aim> delayBasedAims, boolean variesSize,
              double tcpAfterSeconds) {
        this.tcpAfterSeconds = tcpAfterSeconds;
        this.lateMillis = lateMillis;
        this.name = name;
        this.title = title;
        this.megabits = megabits;
        this.forward = forward;
        this.back = back;
        this.receivers = receivers;
        this.flows = flows;
        this.congestionControl = congestionControl;
        this.measureSeconds = measureSeconds;
        this.aims = aims;
        this.delayBasedAims = delayBasedAims;
        this.variesSize = variesSize;
    }

    /** What strategies that are driven by losses are to have beside this TCP; beside BBR what Reno has there. */
    static List<Aim> lossBased(String congestionControl) {
        Aim aim = ratio(congestionControl.equals("cubic") ? 0.7 : 0.8, 1.25);
        return List.of(congestionControl.equals("bbr") ? aim.relative(RunSettings.TCP) : aim);
    }

    /** What the others are to have at least: half of Reno's share. */
    static List<Aim> delayBased(String congestionControl) {
        Aim aim = ratio(0.5, Double.NaN);
        return List.of(congestionControl.equals(RunSettings.TCP) ? aim : aim.relative(RunSettings.TCP));
    }

    static Aim ratio(double least, double most) {
        return Aim.share(RATIO, least, most);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public Topology topology() {
        return Topology.dumbbell(1 + flows, receivers + flows, lateMillis, forward, back);
    }

    @Override
    public List<Aim> aims(String contender) {
        return Rows.isDelayBased(contender) ? delayBasedAims : Rows.forContender(aims, contender);
    }

    @Override
    public boolean variesSize() {
        return variesSize;
    }

    @Override
    public int maxSeconds() {
        return (int) (Math.abs(tcpAfterSeconds) + SETTLE_SECONDS + measureSeconds) + Rows.START_SECONDS;
    }

    @Override
    public RowFigures measure(Run run) throws IOException, InterruptedException {
        List<TcpFlow> beside = tcpAfterSeconds < 0 ? tcp(run) : List.of();
        sleep(-tcpAfterSeconds);
        Contender contender = run.contender("s1", Topology.names("r", receivers));
        sleep(tcpAfterSeconds);
        long start = tcpAfterSeconds > 0 ? System.nanoTime() : contender.startedNanos();
        List<TcpFlow> all = beside.isEmpty() ? tcp(run) : beside;
        long settled = start + run.seconds(SETTLE_SECONDS);
        long end = settled + run.seconds(measureSeconds);
        run.await(end);
        Rates.Rate rate = run.rate("forward", contender.fromSource());
        Rates.Rate others = (from, to) -> all.stream()
                .mapToDouble(flow -> run.rate("forward", flow.fromSource()).apply(from, to)).average().orElseThrow();
        double had = rate.apply(settled, end);
        double theirs = others.apply(settled, end);
        RowFigures figures = new RowFigures().figure(RATIO, had / theirs).figure(USED, (had + flows * theirs) / megabits);
        losses(figures, "", run, contender.fromSource(), settled, end);
        losses(figures, ", TCP", run, all.get(0).fromSource(), settled, end);
        return figures
                .series(run.settings().contender(), Rates.series(rate, start, end))
                .series(congestionControl + (flows > 1 ? ", mean of " + flows : ""), Rates.series(others, start, end));
    }

    private List<TcpFlow> tcp(Run run) throws IOException, InterruptedException {
        List<TcpFlow> started = new ArrayList<>();
        for (int i = 1; i <= flows; i++) {
            started.add(run.tcp("s" + (1 + i), "r" + (receivers + i), congestionControl));
        }
        return started;
    }

    private static void sleep(double seconds) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep((long) (1000 * Math.max(0, seconds)));
    }

    /** Shares go by how often each has a loss event: spells of drops, and what was dropped in them. */
    private static void losses(RowFigures figures, String whose, Run run, Predicate<FlowKey> flow, long from, long to) {
        double[] losses = run.losses("forward", flow, from, to);
        figures.figure("spells of drops" + whose, losses[0]).figure("dropped" + whose, losses[1])
                .figure("packets" + whose, losses[2]);
    }
}
