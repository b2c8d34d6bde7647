package org.xpand.comparison;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.xpand.comparison.peer.SenderLimits;
import org.xpand.comparison.scale.Cost;

/** What the turns of several systems carried in each second, and when they reached parts of their steady rate. */
final class SecondsResults {
    private static final double MEGABIT = 8e-6;
    private static final double MEGA = 1e6;
    private static final double KILO = 1e3;
    private static final double HALF = 0.5;
    private static final double MOST = 0.9;

    private final int steadySeconds;
    private final Map<String, List<List<Second>>> turns = new LinkedHashMap<>();

    /**
     * One second of a turn.
     *
     * @param bytes      that the slower site was handed
     * @param processors that all processes together took
     * @param limits     of the sender, at its end
     */
    record Second(double bytes, double processors, SenderLimits limits) {
    }

    /** @param steadySeconds the last seconds of a turn, whose median is its steady rate */
    SecondsResults(int steadySeconds) {
        this.steadySeconds = steadySeconds;
    }

    /** Adds a system, which has a place in the tables from then on. */
    void system(String name) {
        turns.put(name, new ArrayList<>());
    }

    /** Adds a turn of a system, all seconds in their order. */
    void add(String name, List<Second> turn) {
        turns.get(name).add(List.copyOf(turn));
    }

    /** The goodput of each second in Mbit/s. */
    static String text(List<Second> turn) {
        StringBuilder text = new StringBuilder();
        turn.forEach(second -> text.append(String.format(Locale.ROOT, "%.0f ", second.bytes * MEGABIT)));
        return text.toString();
    }

    /** Medians over the turns, second by second. */
    Table seconds() {
        Table table = new Table(2, "system", "second", "Mbit/s", "of the steady rate", "processors", "allowed Mbit/s", "share Mbit/s",
                "window kB", "segments waiting for the rate");
        turns.forEach((name, of) -> {
            double steady = of.isEmpty() ? 0 : median(of, this::steady);
            for (int second = 0; !of.isEmpty() && second < of.get(0).size(); second++) {
                int at = second;
                double carried = median(of, turn -> turn.get(at).bytes);
                List<String> row = new ArrayList<>(List.of(name, String.valueOf(second + 1)));
                for (double figure : new double[] {carried * MEGABIT, carried / steady, median(of, turn -> turn.get(at).processors),
                    median(of, turn -> turn.get(at).limits.allowed() / MEGA), median(of, turn -> turn.get(at).limits.share() / MEGA),
                    median(of, turn -> turn.get(at).limits.window() / KILO), median(of, turn -> turn.get(at).limits.waiting())}) {
                    row.add(Table.figure(figure));
                }
                table.add(row);
            }
        });
        return table;
    }

    /** When each turn reached half and nine tenths of its own steady rate: the medians, and all turns. */
    Table reached() {
        Table table = new Table(2, "system", "run", "steady Mbit/s", "half after s", "0.9 after s");
        turns.forEach((name, of) -> {
            if (!of.isEmpty()) {
                table.add(List.of(name, "median", Table.figure(median(of, this::steady) * MEGABIT),
                        Table.figure(median(of, turn -> after(turn, HALF))), Table.figure(median(of, turn -> after(turn, MOST)))));
            }
            for (int run = 0; run < of.size() && of.size() > 1; run++) {
                List<Second> turn = of.get(run);
                table.add(List.of(name, String.valueOf(run + 1), Table.figure(steady(turn) * MEGABIT), Table.figure(after(turn, HALF)),
                        Table.figure(after(turn, MOST))));
            }
        });
        return table;
    }

    private double steady(List<Second> turn) {
        return Cost.median(turn.subList(Math.max(0, turn.size() - steadySeconds), turn.size()).stream().mapToDouble(Second::bytes).toArray());
    }

    /** After how many whole seconds a turn had a second with this part of its steady rate; NaN if that is 0. */
    private double after(List<Second> turn, double part) {
        double wanted = steady(turn) * part;
        if (wanted == 0) {
            return Double.NaN;
        }
        int second = 0;
        // The steady rate is a median of these seconds, so one of them has that much.
        while (turn.get(second).bytes < wanted) {
            second++;
        }
        return second + 1;
    }

    private static double median(List<List<Second>> of, ToDoubleFunction<List<Second>> figure) {
        double[] figures = of.stream().mapToDouble(figure).toArray();
        return Arrays.stream(figures).anyMatch(Double::isNaN) ? Double.NaN : Cost.median(figures);
    }
}
