package org.xpand.jmh;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * One line per benchmark: median and best of the iterations' times, processor time, bytes allocated, and the ratio to each
 * peer. One thread is compared by its processor time; several, which may wait for each other, by the time on the wall.
 */
final class ResultTable {
    private static final String ALLOCATED = "gc.alloc.rate.norm";
    private static final String[] HEAD = {"benchmark", "parameters", "median ns", "best ns", "cpu ns", "B/op", "peer / this"};

    private final TreeMap<String, RunResult> byName = new TreeMap<>();

    private ResultTable(Collection<RunResult> results) {
        results.forEach(result -> byName.put(key(result.getParams(), result.getParams().getBenchmark()), result));
    }

    /** The table as Markdown, its columns aligned. */
    static String of(Collection<RunResult> results) {
        ResultTable table = new ResultTable(results);
        List<String[]> rows = new ArrayList<>();
        rows.add(HEAD);
        for (RunResult result : results) {
            rows.add(table.row(result));
        }
        return aligned(rows);
    }

    private String[] row(RunResult result) {
        BenchmarkParams params = result.getParams();
        Timing wall = Timing.of(result.getPrimaryResult().getStatistics());
        String name = params.getBenchmark();
        int method = name.lastIndexOf('.');
        return new String[] {
            name.substring(name.lastIndexOf('.', method - 1) + 1), parameters(params),
            number(wall.median()), number(wall.best()), number(cpu(result).best()), allocated(result),
            peers(params, compared(result))};
    }

    private String peers(BenchmarkParams params, Timing timing) {
        String name = params.getBenchmark();
        int dot = name.lastIndexOf('.');
        StringJoiner all = new StringJoiner(", ");
        for (String peer : peersOf(name.substring(0, dot), name.substring(dot + 1))) {
            RunResult result = byName.get(key(params, name.substring(0, dot + 1) + peer));
            all.add(peer + " " + (result == null ? "not measured" : timing.ratioTo(compared(result))));
        }
        return all.toString();
    }

    private static Timing compared(RunResult result) {
        return result.getParams().getThreads() == 1 ? cpu(result)
                : Timing.of(result.getPrimaryResult().getStatistics());
    }

    private static Timing cpu(RunResult result) {
        return Timing.of(result.getSecondaryResults().get(CpuTimeProfiler.LABEL).getStatistics());
    }

    private static String[] peersOf(String className, String methodName) {
        try {
            for (Method method : Class.forName(className).getMethods()) {
                Peers peers = method.getAnnotation(Peers.class);
                if (peers != null && method.getName().equals(methodName)) {
                    return peers.value();
                }
            }
            return new String[0];
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String key(BenchmarkParams params, String name) {
        return name + " " + parameters(params);
    }

    private static String parameters(BenchmarkParams params) {
        StringJoiner all = new StringJoiner(" ");
        params.getParamsKeys().forEach(key -> all.add(key + "=" + params.getParam(key)));
        return all.toString();
    }

    private static String allocated(RunResult result) {
        Result<?> bytes = result.getSecondaryResults().get(ALLOCATED);
        // What the harness itself allocates comes to parts of a byte.
        return bytes == null ? "" : String.format(Locale.ROOT, "%.0f", Math.max(0, bytes.getScore()));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
    }

    private static String aligned(List<String[]> rows) {
        int[] widths = new int[HEAD.length];
        for (String[] row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (int r = 0; r < rows.size(); r++) {
            text.append('|');
            for (int i = 0; i < widths.length; i++) {
                boolean figure = i > 1 && i < HEAD.length - 1;
                text.append(String.format(Locale.ROOT, figure ? " %" + widths[i] + "s |" : " %-" + widths[i] + "s |",
                        rows.get(r)[i]));
            }
            text.append('\n');
            if (r == 0) {
                for (int width : widths) {
                    text.append('|').append("-".repeat(width + 2));
                }
                text.append("|\n");
            }
        }
        return text.toString();
    }
}
