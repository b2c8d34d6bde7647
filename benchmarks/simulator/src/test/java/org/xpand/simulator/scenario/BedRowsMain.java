package org.xpand.simulator.scenario;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Prints figures of the test bed's rows in virtual time: {@code ROWS STRATEGIES SEEDS [SIZES [SETTINGS [HOST]]]}, lists with commas.
 * A negative size is the length of the packets of a strategy that runs alone.
 * HOST is how processes of whole sites wait for their processor: mean time between two waits, mean time of one, 1 at least, and
 * longest time of one, in milliseconds.
 */
final class BedRowsMain {
    private BedRowsMain() {
    }

    /** Runs them. */
    public static void main(String[] args) {
        String sizes = args.length > 3 ? args[3] : "0";
        String settings = args.length > 4 && !args[4].isEmpty() ? Arrays.stream(args[4].split(","))
                .map(each -> "'" + each.replace("=", "': '") + "'").reduce((a, b) -> a + "," + b).orElse("") : "";
        double[] host = Arrays.stream((args.length > 5 ? args[5] : "0,0,0").split(",")).mapToDouble(Double::parseDouble).toArray();
        for (String row : args[0].split(",")) {
            for (String strategy : args[1].split(",")) {
                for (String size : sizes.split(",")) {
                    print(BedRow.valueOf(row.toUpperCase(Locale.ROOT).replace('-', '_')), strategy, Integer.parseInt(size),
                            Integer.parseInt(args[2]), settings, new BedRow.Host(host[0], host[1], host[2]));
                }
            }
        }
    }

    private static void print(BedRow row, String strategy, int size, int seeds, String settings, BedRow.Host host) {
        List<Map<String, Double>> runs = LongStream.rangeClosed(1, seeds).parallel()
                .mapToObj(seed -> row.run(strategy, settings, size, host, seed)).toList();
        for (String figure : runs.get(0).keySet()) {
            double[] values = runs.stream().mapToDouble(run -> run.get(figure)).toArray();
            double[] sorted = Arrays.stream(values).sorted().toArray();
            System.out.printf(Locale.ROOT, "%s %s %d B, %s: %.3f of%s%n", row, strategy, size, figure, sorted[sorted.length / 2],
                    Arrays.stream(values).mapToObj(value -> String.format(Locale.ROOT, " %.2f", value)).reduce("", String::concat));
        }
    }
}
