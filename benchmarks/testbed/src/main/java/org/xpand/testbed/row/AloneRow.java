package org.xpand.testbed.row;

import java.io.IOException;
import java.util.List;
import org.xpand.testbed.bed.Link;
import org.xpand.testbed.bed.Topology;

/** A sender and a receiver have a link for themselves: how much of it is used, and how soon. */
final class AloneRow implements Row {
    private static final String USED = "used";
    private static final String DELIVERED = "delivered";
    /** Bytes per nanosecond to Mbit/s. */
    private static final double BITS_MICROS = 8e3;
    private static final String UNTIL = "90 % after (s)";
    private static final String KEPT = "90 % kept after (s)";
    private static final double NEARLY_ALL = 0.9;

    private final String name;
    private final String title;
    private final double megabits;
    private final Link forward;
    private final Link back;
    private final double settleSeconds;
    private final double measureSeconds;
    private final List<Aim> aims;
    private final List<Aim> delayBasedAims;

    /** A row of the table: the same link both ways. */
    AloneRow(String name, double megabits, double rttMillis, double queueMillis, double settleSeconds,
             double measureSeconds, List<Aim> aims, List<Aim> delayBasedAims) {
        this(name, "alone on " + Rows.text(megabits) + " Mbit/s, RTT " + Rows.text(rttMillis) + " ms", megabits,
                link(megabits, rttMillis, queueMillis), link(megabits, rttMillis, queueMillis), settleSeconds, measureSeconds, aims,
                delayBasedAims);
    }

    /**
     * Any link.
     *
     * @param megabits       the rate of {@code forward}
     * @param settleSeconds  before the use of the link is measured
     * @param measureSeconds while it is
     * @param aims           of the strategies that are driven by losses
     * @param delayBasedAims of the others
     */
    AloneRow(String name, String title, double megabits, Link forward, Link back, double settleSeconds, double measureSeconds,
             List<Aim> aims, List<Aim> delayBasedAims) {
        this.name = name;
        this.title = title;
        this.megabits = megabits;
        this.forward = forward;
        this.back = back;
        this.settleSeconds = settleSeconds;
        this.measureSeconds = measureSeconds;
        this.aims = aims;
        this.delayBasedAims = delayBasedAims;
    }

    private static Link link(double megabits, double rttMillis, double queueMillis) {
        return Link.perfect().rate(megabits).delayMillis(rttMillis / 2).queueMillis(queueMillis);
    }

    static Aim used(double least) {
        return Aim.shareFrom(USED, least);
    }

    /** The same as a part of what TCP uses of this link. */
    static Aim usedOfTcp(double least) {
        return used(least).relative(RunSettings.TCP);
    }

    static Aim until(double most) {
        return Aim.atMost(UNTIL, most);
    }

    static Aim kept(double most) {
        return Aim.atMost(KEPT, most);
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
        return Topology.dumbbell(1, 1, forward, back);
    }

    @Override
    public List<Aim> aims(String contender) {
        return Rows.isDelayBased(contender) ? delayBasedAims : Rows.forContender(aims, contender);
    }

    @Override
    public int maxSeconds() {
        return (int) (settleSeconds + measureSeconds) + Rows.START_SECONDS;
    }

    @Override
    public RowFigures measure(Run run) throws IOException, InterruptedException {
        Contender contender = run.contender("s1", List.of("r1"));
        long start = contender.startedNanos();
        long settled = start + run.seconds(settleSeconds);
        long end = settled + run.seconds(measureSeconds);
        run.await(settled);
        List<Long> before = contender.delivered();
        long from = System.nanoTime();
        run.await(end);
        List<Long> after = contender.delivered();
        long to = System.nanoTime();
        RowFigures figures = new RowFigures();
        if (!after.isEmpty()) {
            // Repairs that were not needed use the link too.
            figures.figure(DELIVERED, (after.get(0) - before.get(0)) * BITS_MICROS / (to - from) / megabits);
        }
        Rates.Rate rate = run.rate("forward", contender.fromSource());
        return figures.figure(USED, rate.apply(settled, end) / megabits)
                .figure(UNTIL, Rates.until(rate, start, end, NEARLY_ALL * megabits))
                .figure(KEPT, Rates.untilKept(rate, start, end, NEARLY_ALL * megabits))
                .series(run.settings().contender(), Rates.series(rate, start, end));
    }
}
