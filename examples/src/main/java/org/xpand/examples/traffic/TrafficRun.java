package org.xpand.examples.traffic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.xpand.core.NodeBuilder;
import org.xpand.examples.Json;
import org.xpand.examples.NodeService;

/** The members of {@code load} and {@code sink}, from start to summary; prints one line per member and second. */
final class TrafficRun implements AutoCloseable {
    private static final long POLL_NANOS = 50_000_000;
    private static final Duration LEAVE_PATIENCE = Duration.ofSeconds(1);

    private final TrafficOptions options;
    private final Ending ending;
    private final Optional<TraceWriter> trace;
    private final List<TrafficMember> members = new ArrayList<>();
    private final List<Report> reports = new ArrayList<>();
    private final ScheduledExecutorService reporter = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "traffic-report");
        thread.setDaemon(true);
        return thread;
    });
    private final long startNanos = System.nanoTime();
    private Optional<NodeService> service = Optional.empty();
    private long second;

    /** @throws IllegalArgumentException if a file of the options cannot be written */
    TrafficRun(TrafficOptions options, Ending ending) {
        this.options = options;
        this.ending = ending;
        options.clearStats();
        this.trace = options.openTrace();
    }

    /**
     * Starts nodes of the site: the first according to the options, the others with names derived from it.
     *
     * @throws IllegalArgumentException if the options do not allow it
     * @throws IOException              if the page's address cannot be bound
     */
    void start(int nodes) throws IOException, InterruptedException {
        NodeBuilder first = options.node().builder();
        if (nodes > 1) {
            options.node().checkFurther();
        }
        add(new TrafficMember(options.node(), first, options.group(), trace));
        service = Optional.of(options.node().serve(members.get(0).node()));
        for (int i = 1; i < nodes; i++) {
            String name = members.get(0).node().name() + "-" + i;
            add(new TrafficMember(options.node(), options.node().furtherBuilder(name), options.group(), trace));
        }
        reporter.scheduleAtFixedRate(this::report, 1, 1, TimeUnit.SECONDS);
    }

    private void add(TrafficMember member) {
        members.add(member);
        Report report = new Report(member);
        reports.add(report);
        Json.print(report.begin("ready"));
    }

    private synchronized void report() {
        second++;
        for (Report report : reports) {
            try {
                Json.print(report.second(second));
            } catch (IllegalStateException e) {
                // The node did not answer in time, for example a stopped process; the next second may succeed.
                Json.print(report.begin("stalled").put("second", second).put("text", e.getMessage()));
            }
        }
        trace.ifPresent(TraceWriter::flush);
    }

    List<TrafficMember> members() {
        return members;
    }

    /** Prints an object of this type for every member. */
    synchronized void print(String type) {
        for (Report report : reports) {
            report.look();
            ObjectNode out = report.begin(type);
            StatsFields.write(out, members.get(reports.indexOf(report)).group().stats());
            Json.print(out);
        }
    }

    /**
     * Waits until every node sees that many members.
     *
     * @return false if the sending was stopped before
     * @throws IllegalStateException if they do not join in time
     */
    boolean awaitMembers(int wanted, int seconds) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        int reported = -1;
        while (!ending.isStopped()) {
            int there = members.stream().mapToInt(member -> member.group().view().size()).min().orElse(0);
            if (there >= wanted) {
                return true;
            }
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("only " + there + " of " + wanted + " members have joined group "
                        + options.group() + " in " + seconds + " s (--wait, --wait-seconds)");
            }
            if (there != reported) {
                reported = there;
                System.err.println("waiting for " + wanted + " members in group " + options.group() + ", there are "
                        + there);
            }
            ending.awaitStop(POLL_NANOS);
        }
        return false;
    }

    /** Waits until sent messages are stable and have returned to their sender, or so long. */
    void drain(int seconds) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!members.stream().allMatch(TrafficRun::isDrained) && System.nanoTime() - deadline < 0) {
            TimeUnit.NANOSECONDS.sleep(POLL_NANOS);
        }
    }

    private static boolean isDrained(TrafficMember member) {
        return member.group().stats().unstableMessages() == 0
                && member.ownDelivered() == member.group().stats().messagesSent();
    }

    /**
     * Leaves, prints the summaries and writes them to the file.
     *
     * @return whether everything sent was stable and everything delivered was complete, without duplicates and in order
     */
    boolean finish() throws IOException, InterruptedException {
        stopReports();
        service.ifPresent(NodeService::close);
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        List<ObjectNode> summaries = new ArrayList<>();
        boolean clean = true;
        for (int i = members.size() - 1; i >= 0; i--) {
            Report report = reports.get(i);
            report.look();
            int unstable = members.get(i).node().close(LEAVE_PATIENCE);
            summaries.add(0, report.summary(seconds, unstable));
            clean &= unstable == 0 && report.isClean();
        }
        members.clear();
        summaries.forEach(Json::print);
        options.writeStats(summaries);
        return clean;
    }

    private void stopReports() throws InterruptedException {
        reporter.shutdownNow();
        reporter.awaitTermination(LEAVE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Closes what was started and not finished. */
    @Override
    public void close() {
        reporter.shutdownNow();
        service.ifPresent(NodeService::close);
        members.forEach(member -> member.node().close(Duration.ZERO));
        trace.ifPresent(TraceWriter::close);
    }
}
