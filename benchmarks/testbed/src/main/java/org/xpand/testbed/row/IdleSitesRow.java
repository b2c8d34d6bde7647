package org.xpand.testbed.row;

import java.io.IOException;
import java.util.List;
import org.xpand.testbed.bed.Topology;

/** Six sites of a group in which nobody sends: what they say to each other all the same. */
final class IdleSitesRow implements Row {
    private static final double SETTLE_SECONDS = 20;
    private static final double MEASURE_SECONDS = 30;
    private static final String MOST = "most of a site (kbit/s)";

    @Override
    public String name() {
        return "six-sites-idle";
    }

    @Override
    public String title() {
        return "the paper's six sites, nobody sends";
    }

    @Override
    public Topology topology() {
        return PaperSites.topology();
    }

    @Override
    public List<Aim> aims(String contender) {
        return contender.equals(RunSettings.TCP) ? List.of() : List.of(Aim.atMost(MOST, 20));
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
        run.listeners(names.get(0), names.subList(1, names.size()));
        long from = System.nanoTime() + run.seconds(SETTLE_SECONDS);
        long to = from + run.seconds(MEASURE_SECONDS);
        run.await(to);
        return new RowFigures().figure(MOST, names.stream().mapToDouble(name -> run.counters()
                .megabits(flow -> flow.source().equals(name), from, to) * 1000).max().orElseThrow());
    }
}
