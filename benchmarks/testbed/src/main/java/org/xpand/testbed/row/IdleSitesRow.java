package org.xpand.testbed.row;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.xpand.testbed.bed.Counters;
import org.xpand.testbed.bed.Topology;

/** Six sites of a group in which nobody sends: what they say to each other all the same. */
final class IdleSitesRow implements Row {
    private static final double SETTLE_SECONDS = 20;
    private static final double MEASURE_SECONDS = 30;
    private static final Predicate<String> ANY = protocol -> true;
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
        Counters counters = run.counters();
        String most = names.stream().max(Comparator.comparingDouble(name -> kilobits(counters, name, ANY, from, to))).orElseThrow();
        return new RowFigures()
                .figure(MOST, kilobits(counters, most, ANY, from, to))
                .figure("its control connections", kilobits(counters, most, "tcp"::equals, from, to))
                .figure("its datagrams", kilobits(counters, most, "udp"::equals, from, to));
    }

    private static double kilobits(Counters counters, String site, Predicate<String> protocol, long from, long to) {
        return counters.megabits(flow -> flow.source().equals(site) && protocol.test(flow.protocol()), from, to) * 1000;
    }
}
