package org.xpand.simulator.scenario;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.xpand.simulator.LinkModelStats;
import org.xpand.simulator.measure.Summary;
import org.xpand.simulator.session.SessionSample;

/**
 * The tables of runs as comma-separated values with a line of headings; {@code docs/scenarios.md} describes them. Rates
 * are in bit/s; a missing figure is an empty column.
 */
public enum ResultCsv {
    /** Mean and variation of each flow in the window, one line per seed and flow. */
    FLOWS("seed,flow,kind,meanBitPerSecond,variation,bytes,packets,retransmitted,timeouts,completedSeconds") {
        @Override
        void lines(RunResult run, Sink out) throws IOException {
            for (FlowResult flow : run.flows()) {
                out.line(run.seed(), flow.name(), flow.kind().text(), Numbers.text(Numbers.bits(flow.mean())),
                        Numbers.text(Numbers.of(flow.variation())), flow.bytes(), flow.packets(),
                        flow.tcp().map(tcp -> String.valueOf(tcp.retransmitted())).orElse(""),
                        flow.tcp().map(tcp -> String.valueOf(tcp.timeouts())).orElse(""),
                        flow.completedNanos().isEmpty() ? ""
                                : Numbers.text(Numbers.seconds(flow.completedNanos().getAsLong())));
            }
        }
    },
    /** Throughput over time, one line per seed, flow and bin of the run; the time is the bin's beginning. */
    THROUGHPUT("seed,flow,seconds,bitPerSecond") {
        @Override
        void lines(RunResult run, Sink out) throws IOException {
            for (FlowResult flow : run.flows()) {
                for (int bin = 0; bin < flow.series().size(); bin++) {
                    out.line(run.seed(), flow.name(), Numbers.text(Numbers.seconds(bin * out.binNanos())),
                            Numbers.text(Numbers.bits(flow.series().get(bin))));
                }
            }
        }
    },
    /** Each link in the window, one line per seed and link. */
    LINKS("seed,from,to,utilisation,offeredPackets,carriedPackets,carriedBytes,queueFull,early,lost,cut,dropRate,"
            + "meanQueuePackets,maxQueuePackets") {
        @Override
        void lines(RunResult run, Sink out) throws IOException {
            for (LinkResult link : run.links()) {
                LinkModelStats stats = link.stats();
                out.line(run.seed(), link.from(), link.to(), Numbers.text(Numbers.of(link.utilisation())),
                        stats.offered(), stats.carried(), stats.carriedBytes(), stats.queueFull(), stats.early(),
                        stats.lost(), stats.blocked(), Numbers.text(Numbers.of(stats.dropRate())),
                        Numbers.text(Numbers.of(link.meanQueuedPackets())), stats.maxQueuedPackets());
            }
        }
    },
    /** The sources over time, one line per seed, session and sample. */
    SESSIONS("seed,session,seconds,allowedBitPerSecond,slowStart,rttMs,lossEventRate,limiting,reports,suppressed") {
        @Override
        void lines(RunResult run, Sink out) throws IOException {
            for (SessionResult session : run.sessions()) {
                for (SessionSample sample : session.samples()) {
                    out.line(run.seed(), session.name(), Numbers.text(Numbers.seconds(sample.nanos())),
                            Numbers.text(Numbers.bits(sample.allowedRate())), sample.slowStart(),
                            Numbers.text(Numbers.millis(sample.rttNanos())),
                            Numbers.text(Numbers.of(sample.lossEventRate())), sample.limitingReceiver().isEmpty() ? ""
                                    : session.receiverName(sample.limitingReceiver().getAsLong()), sample.reports(),
                            sample.suppressed());
                }
            }
        }
    },
    /** Each flow over all seeds: mean throughput of the window, its deviation and half of its 95 % confidence interval. */
    SUMMARY("flow,kind,seeds,meanBitPerSecond,deviation,halfWidth95,meanVariation") {
        @Override
        void all(List<RunResult> runs, Sink out) throws IOException {
            for (ScenarioSummary.Flow flow : ScenarioSummary.of(runs).flows()) {
                Summary throughput = flow.throughput();
                out.line(flow.name(), flow.kind().text(), throughput.count(),
                        Numbers.text(Numbers.bits(throughput.mean())), Numbers.text(Numbers.bits(throughput.deviation())),
                        Numbers.text(Numbers.bits(throughput.halfWidth())),
                        Numbers.text(Numbers.of(flow.variation().mean())));
            }
        }
    };

    private final String headings;

    ResultCsv(String headings) {
        this.headings = headings;
    }

    /** The file's usual name. */
    public String fileName() {
        return name().toLowerCase(Locale.ROOT) + ".csv";
    }

    /**
     * Writes this table of all runs; the writer stays open.
     *
     * @throws IOException if the writer fails
     */
    public void write(Scenario scenario, List<RunResult> runs, Writer out) throws IOException {
        out.write(headings + "\n");
        all(runs, new Sink(out, scenario.binNanos()));
        out.flush();
    }

    void all(List<RunResult> runs, Sink out) throws IOException {
        for (RunResult run : runs) {
            lines(run, out);
        }
    }

    void lines(RunResult run, Sink out) throws IOException {
        // A table over all seeds has no lines for a single one.
    }

    /** Writes lines. Names need no quotes, since they contain no commas. */
    private record Sink(Writer out, long binNanos) {
        void line(Object... columns) throws IOException {
            StringJoiner line = new StringJoiner(",", "", "\n");
            for (Object column : columns) {
                line.add(String.valueOf(column));
            }
            out.write(line.toString());
        }
    }
}
