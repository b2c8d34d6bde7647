package org.xpand.simulator.scenario;

import java.util.Arrays;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Prints how groups and TCP flows share one link in virtual time: {@code RATES RTTS QUEUES TCPS GROUPS SEEDS [SETTINGS
 * [LATER]]}. Rates in Mbit/s,
 * RTT and queue in milliseconds, numbers of Reno flows as the kernel's, and groups as strategies joined by {@code +}; lists
 * with commas. For each combination it prints each group's share over the mean of the TCP flows, or over the first group's where there is no
 * TCP flow, the median of the seeds and all of them; the last figure is what all of them use of the link. Strategies run alone, with packets of 1438
 * bytes, for 100 s or 600 RTTs if that is longer, after a tenth of that time. TCP begins LATER seconds after the groups, before them if
 * negative, a group written {@code tfrc@20} 20 s after the others, and the time counts from whoever begins last. Not for {@code tuf}, whose
 * redundancy needs whole sites.
 */
final class NeighboursMain {
    private NeighboursMain() {
    }

    /** Runs them. */
    public static void main(String[] args) {
        String settings = args.length > 6 && !args[6].isEmpty() ? Arrays.stream(args[6].split(",")).map(each -> "'" + each.replace("=", "': '") + "'")
                .collect(Collectors.joining(",")) : "";
        int later = args.length > 7 ? Integer.parseInt(args[7]) : 0;
        for (String rate : args[0].split(",")) {
            for (String rtt : args[1].split(",")) {
                for (String queue : args[2].split(",")) {
                    for (String tcp : args[3].split(",")) {
                        for (String groups : args[4].split(",")) {
                            print(new Cell(Double.parseDouble(rate), Double.parseDouble(rtt), Double.parseDouble(queue),
                                    Integer.parseInt(tcp), groups.split("\\+"), settings, later), Integer.parseInt(args[5]));
                        }
                    }
                }
            }
        }
    }

    private static void print(Cell cell, int seeds) {
        double[][] runs = LongStream.rangeClosed(1, seeds).parallel().mapToObj(cell::run).toArray(double[][]::new);
        String figures = IntStream.range(0, runs[0].length).mapToObj(i -> {
            double[] sorted = Arrays.stream(runs).mapToDouble(run -> run[i]).sorted().toArray();
            return String.format(Locale.ROOT, "%.2f (%s)", sorted[seeds / 2], Arrays.stream(runs)
                    .map(run -> String.format(Locale.ROOT, "%.2f", run[i])).collect(Collectors.joining(" ")));
        }).collect(Collectors.joining("; "));
        System.out.printf(Locale.ROOT, "%s Mbit/s, RTT %s ms, queue %s ms, %s TCP, %s: %s%n", cell.megabits, cell.rttMillis,
                cell.queueMillis, cell.tcp, String.join("+", cell.groups), figures);
    }

    private record Cell(double megabits, double rttMillis, double queueMillis, int tcp, String[] groups, String settings, int later) {
        double[] run(long seed) {
            int seconds = (int) Math.max(100, 0.6 * rttMillis);
            int[] starts = Arrays.stream(groups).mapToInt(group -> Math.max(0, -later)
                    + (group.contains("@") ? Integer.parseInt(group.substring(group.indexOf('@') + 1)) : 0)).toArray();
            int begin = Math.max(later, Arrays.stream(starts).max().orElse(0));
            // Hosts are late by up to more than a packet's time at the bottleneck; TCP's by a twelfth of one.
            double late = Math.max(2, 20 / megabits);
            String both = String.format(Locale.ROOT, "'rateMbps': %s, 'delayMs': %s, 'queueBytes': %d", megabits, rttMillis / 2,
                    Math.max(3000, Math.round(megabits * queueMillis * 125)));
            StringJoiner links = new StringJoiner(",").add("{'from': 'left', 'to': 'right', " + both + "}")
                    .add("{'from': 'right', 'to': 'left', " + both + "}");
            StringJoiner flows = new StringJoiner(",");
            for (int i = 1; i <= tcp; i++) {
                links.add(String.format(Locale.ROOT, "{'from': 'b%d', 'to': 'left', 'both': true, 'jitterMs': %s}", i, 1 / megabits));
                links.add("{'from': 'right', 'to': 'd" + i + "', 'both': true}");
                flows.add("{'name': 'ftp" + i + "', 'from': 'b" + i + "', 'to': 'd" + i + "', 'preset': 'kernel', 'startSeconds': "
                        + Math.max(0, later) + "}");
            }
            StringJoiner sessions = new StringJoiner(",");
            for (int i = 1; i <= groups.length; i++) {
                links.add(String.format(Locale.ROOT, "{'from': 'a%d', 'to': 'left', 'both': true, 'jitterMs': %s}", i, late));
                links.add("{'from': 'right', 'to': 'c" + i + "', 'both': true}");
                sessions.add(String.format(Locale.ROOT, "{'name': 'group%d', 'source': 'a%d', 'packetBytes': 1438, 'strategy': '%s',"
                        + " 'pathRttKnown': true, 'settings': {%s}, 'receivers': [{'node': 'c%d', 'joinSeconds': %d}]}",
                        i, i, groups[i - 1].replaceAll("@.*", ""), settings, i, starts[i - 1]));
            }
            RunResult result = Scenario.parse("neighbours", String.format(Locale.ROOT, "{'seconds': %d,"
                    + " 'window': {'fromSeconds': %d, 'toSeconds': %d},"
                    + " 'nodes': ['a*%d', 'b*%d', 'left', 'right', 'c*%d', 'd*%d'], 'linkDefault': {'rateMbps': 10000}, 'links': [%s],"
                    + " 'tcp': [%s], 'sessions': [%s]}", begin + seconds, begin + seconds / 10, begin + seconds,
                    groups.length + 1, tcp + 1, groups.length + 1, tcp + 1, links, flows, sessions).replace('\'', '"')).run(seed);
            double theirs = result.flows().stream().filter(each -> each.kind() == FlowResult.Kind.TCP).mapToDouble(FlowResult::mean)
                    .average().orElse(Double.NaN);
            double[] ours = IntStream.rangeClosed(1, groups.length).mapToDouble(i -> result.flows().stream()
                    .filter(each -> each.name().startsWith("group" + i + "/")).mapToDouble(FlowResult::mean).sum()).toArray();
            double reference = tcp > 0 ? theirs : ours[0];
            double used = (Arrays.stream(ours).sum() + (tcp > 0 ? tcp * theirs : 0)) * 8e-6 / megabits;
            return Stream.of(Arrays.stream(ours).map(each -> each / reference), DoubleStream.of(used))
                    .flatMapToDouble(each -> each).toArray();
        }
    }
}
