package org.xpand.comparison;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.xpand.comparison.peer.FreePorts;
import org.xpand.comparison.peer.Peer;
import org.xpand.comparison.peer.Place;
import org.xpand.comparison.peer.SenderLimits;
import org.xpand.comparison.stations.Usage;

/** The processes of one run: the first sends, the others receive. */
final class Fleet implements AutoCloseable {
    private static final int CONNECT_SECONDS = 120;
    private static final long POLL_MILLIS = 20;
    /** After so long without a message more a phase has ended. */
    private static final long DRAIN_NANOS = 10_000_000_000L;

    private final List<WorkerProcess> processes = new ArrayList<>();
    private int phase;

    /**
     * Starts the processes and waits until all see each other.
     *
     * @param options of the virtual machine, for each of them
     */
    Fleet(Peer peer, List<String> options) throws IOException, InterruptedException {
        List<Integer> ports = FreePorts.some(peer.processes());
        try {
            for (int i = 0; i < peer.processes(); i++) {
                processes.add(new WorkerProcess(peer, new Place(i, ports), options));
            }
            awaitConnected(peer);
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void awaitConnected(Peer peer) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(CONNECT_SECONDS);
        for (WorkerProcess process : processes) {
            while (!Boolean.parseBoolean(process.ask("connected").get("connected"))) {
                if (System.nanoTime() - deadline > 0) {
                    throw new IllegalStateException(peer.text() + ": not connected after " + CONNECT_SECONDS + " s");
                }
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
        }
    }

    /** What one process says of itself at some moment. */
    record Mark(long nanos, long messages, long bytes, long cpuNanos, long allocatedBytes, long residentBytes) {
        private static Mark of(Map<String, String> fields) {
            return new Mark(number(fields, "nanos"), number(fields, "messages"), number(fields, "bytes"),
                    number(fields, "cpu"), number(fields, "allocated"), number(fields, "resident"));
        }
    }

    /** How a phase ended, added up over those who receive. */
    record Ending(long lost, long disordered) {
    }

    private static long number(Map<String, String> fields, String name) {
        return Long.parseLong(fields.get(name));
    }

    /** Has the sending begin; latencies are kept if there is a rate, but not those of the first part. */
    void begin(int size, double rate, long warmUpNanos) throws InterruptedException {
        phase++;
        askAll("expect " + phase + " " + (rate > 0) + " " + warmUpNanos);
        processes.get(0).ask("send " + phase + " " + size + " " + rate);
    }

    /** All processes now. */
    List<Mark> mark() throws InterruptedException {
        return askAll("mark").stream().map(Mark::of).toList();
    }

    /** What the threads of each process have used so far. */
    List<Usage> usage() throws IOException, InterruptedException {
        List<Usage> all = new ArrayList<>();
        for (WorkerProcess process : processes) {
            all.add(Usage.of(process.pid(), process.ask("threads").get("threads")));
        }
        return all;
    }

    /** The processes' numbers in the system, that of the sender first. */
    List<Long> pids() {
        return processes.stream().map(WorkerProcess::pid).toList();
    }

    /** Ends the sending and waits until everything is there, or nothing comes any more. */
    Ending end() throws InterruptedException {
        long sent = number(processes.get(0).ask("stop"), "sent");
        long lost = 0;
        long disordered = 0;
        for (WorkerProcess receiver : processes.subList(1, processes.size())) {
            long before = -1;
            long messages = 0;
            for (long since = System.nanoTime(); messages < sent && System.nanoTime() - since < DRAIN_NANOS;) {
                messages = number(receiver.ask("count"), "messages");
                if (messages != before) {
                    before = messages;
                    since = System.nanoTime();
                }
                if (messages < sent) {
                    TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                }
            }
            lost += Math.max(0, sent - messages);
            disordered += number(receiver.ask("count"), "disordered");
        }
        return new Ending(lost, disordered);
    }

    /** What the sender says about how it is. */
    String state() throws InterruptedException {
        return processes.get(0).ask("state").getOrDefault("state", "").replace('_', ' ');
    }

    /** What bounds the sender now. */
    SenderLimits limits() throws InterruptedException {
        return SenderLimits.of(processes.get(0).ask("limits").get("limits"));
    }

    /** Ends the processes, and gives each so long to end by itself. */
    void close(int seconds) {
        processes.forEach(WorkerProcess::leave);
        processes.forEach(process -> process.close(seconds));
    }

    /** The latencies of the phase at all who receive, encoded. */
    List<String> latencies() throws InterruptedException {
        List<String> all = new ArrayList<>();
        for (WorkerProcess receiver : processes.subList(1, processes.size())) {
            all.add(receiver.ask("latencies").get("latencies"));
        }
        return all;
    }

    private List<Map<String, String>> askAll(String line) throws InterruptedException {
        processes.forEach(process -> process.send(line));
        List<Map<String, String>> answers = new ArrayList<>();
        for (WorkerProcess process : processes) {
            answers.add(process.answer());
        }
        return answers;
    }

    @Override
    public void close() {
        processes.forEach(WorkerProcess::leave);
        processes.forEach(WorkerProcess::close);
    }
}
