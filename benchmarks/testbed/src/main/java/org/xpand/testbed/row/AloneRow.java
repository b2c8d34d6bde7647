package org.xpand.testbed.row;

import java.io.IOException;
import java.util.List;
import org.xpand.testbed.bed.Link;
import org.xpand.testbed.bed.Topology;

/** A sender and a receiver have a link for themselves: how much of it is used, and how soon. */
final class AloneRow implements Row {
    private static final String USED = "used";
    private static final String UNTIL = "90 % after (s)";
    private static final String KEPT = "90 % kept after (s)";
    private static final double NEARLY_ALL = 0.9;

    private final String name;
    private final double megabits;
    private final double rttMillis;
    private final double queueMillis;
    private final double settleSeconds;
    private final double measureSeconds;
    private final List<Aim> aims;
    private final List<Aim> delayBasedAims;

    /**
     * @param settleSeconds  before the use of the link is measured
     * @param measureSeconds while it is
     * @param aims           of the strategies that are driven by losses
     * @param delayBasedAims of the others
     */
    AloneRow(String name, double megabits, double rttMillis, double queueMillis, double settleSeconds,
             double measureSeconds, List<Aim> aims, List<Aim> delayBasedAims) {
        this.name = name;
        this.megabits = megabits;
        this.rttMillis = rttMillis;
        this.queueMillis = queueMillis;
        this.settleSeconds = settleSeconds;
        this.measureSeconds = measureSeconds;
        this.aims = aims;
        this.delayBasedAims = delayBasedAims;
    }

    static Aim used(double least) {
        return Aim.shareFrom(USED, least);
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
        return "alone on " + Rows.text(megabits) + " Mbit/s, RTT " + Rows.text(rttMillis) + " ms";
    }

    @Override
    public Topology topology() {
        Link link = Link.perfect().rate(megabits).delayMillis(rttMillis / 2).queueMillis(queueMillis);
        return Topology.dumbbell(1, 1, link, link);
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
        run.await(end);
        Rates.Rate rate = run.rate("forward", contender.fromSource());
        return new RowFigures().figure(USED, rate.apply(settled, end) / megabits)
                .figure(UNTIL, Rates.until(rate, start, end, NEARLY_ALL * megabits))
                .figure(KEPT, Rates.untilKept(rate, start, end, NEARLY_ALL * megabits))
                .series(run.settings().contender(), Rates.series(rate, start, end));
    }
}
