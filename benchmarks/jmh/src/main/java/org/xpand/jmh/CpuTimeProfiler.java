package org.xpand.jmh;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Nanoseconds of processor time per operation, all threads of the program together, those of compiler and collector not
 * counted. Unlike the time on the wall it is not longer where other work has the processors for most of the time.
 */
public final class CpuTimeProfiler implements InternalProfiler {
    /** Name of the result. */
    static final String LABEL = "cpu.time.norm";

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private Map<Long, Long> begun = Map.of();

    /** Made by the harness. */
    public CpuTimeProfiler() {
    }

    @Override
    public String getDescription() {
        return "processor time per operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        begun = byThread();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(BenchmarkParams benchmark, IterationParams iteration,
                                                          IterationResult result) {
        long nanos = 0;
        for (Map.Entry<Long, Long> thread : byThread().entrySet()) {
            nanos += thread.getValue() - begun.getOrDefault(thread.getKey(), 0L);
        }
        double perOperation = (double) nanos / Math.max(1, result.getMetadata().getAllOps());
        return List.of(new ScalarResult(LABEL, perOperation, "ns/op", AggregationPolicy.AVG));
    }

    /** What the system reports of a process as a whole comes in steps of ten milliseconds. */
    private Map<Long, Long> byThread() {
        Map<Long, Long> nanos = new HashMap<>();
        for (long thread : threads.getAllThreadIds()) {
            nanos.put(thread, Math.max(0, threads.getThreadCpuTime(thread)));
        }
        return nanos;
    }
}
