package org.xpand.comparison;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.xpand.comparison.peer.FreePorts;
import org.xpand.comparison.peer.Peer;
import org.xpand.comparison.peer.Place;

/** The processes of one LAN, several of which send. */
final class LanFleet implements AutoCloseable {
    private static final int CONNECT_SECONDS = 120;
    private static final long POLL_MILLIS = 20;
    /** After so long without a message more a phase has ended. */
    private static final long DRAIN_NANOS = 5_000_000_000L;

    private final String name;
    private final int senders;
    private final List<WorkerProcess> processes = new ArrayList<>();
    private double startSeconds;
    private int phase;

    /** What one process says of itself at some moment. */
    private record Mark(long nanos, long bytes, long cpuNanos, long switches, long[] senders) {
        private static Mark of(Map<String, String> fields) {
            return new Mark(number(fields, "nanos"), number(fields, "bytes"), number(fields, "cpu"), number(fields, "switches"),
                    Arrays.stream(fields.get("senders").split(",")).mapToLong(Long::parseLong).toArray());
        }
    }

    /**
     * Starts the processes and waits until all see each other.
     *
     * @param name    what it is called
     * @param atOnce  whether the others do not wait for the first
     * @param options of the virtual machine, for each process
     */
    LanFleet(String name, Peer peer, int members, int senders, boolean atOnce, List<String> options) throws IOException, InterruptedException {
        this.name = name;
        this.senders = senders;
        List<Integer> ports = FreePorts.some(members);
        long begun = System.nanoTime();
        try {
            for (int i = 0; i < members; i++) {
                processes.add(new WorkerProcess(peer, new Place(i, ports), options));
                if (i == 0 && !atOnce) {
                    // Whoever is there first is not searched for by all at once.
                    awaitAnswer();
                }
            }
            awaitConnected();
            startSeconds = (System.nanoTime() - begun) / 1e9;
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void awaitAnswer() throws InterruptedException {
        processes.get(0).ask("connected");
    }

    private void awaitConnected() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(CONNECT_SECONDS);
        for (WorkerProcess process : processes) {
            while (!Boolean.parseBoolean(process.ask("connected").get("connected"))) {
                if (System.nanoTime() - deadline > 0) {
                    throw new IllegalStateException(name + ": not connected after " + CONNECT_SECONDS + " s");
                }
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
        }
    }

    String name() {
        return name;
    }

    /** From the start of the first process until every one saw all others. */
    double startSeconds() {
        return startSeconds;
    }

    /** The senders send as much as they may, for so long before it counts and for so long that counts. */
    LanSample measure(int size, double settleSeconds, double seconds) throws InterruptedException {
        phase++;
        askAll(processes, "expect " + phase + " false 0");
        List<WorkerProcess> sending = processes.subList(0, senders);
        askAll(sending, "send " + phase + " " + size + " 0");
        sleep(settleSeconds);
        List<Mark> before = askAll(processes, "mark").stream().map(Mark::of).toList();
        sleep(seconds);
        List<Mark> after = askAll(processes, "mark").stream().map(Mark::of).toList();
        return sample(size, before, after, lost(askAll(sending, "stop").stream().map(each -> number(each, "sent")).toList()));
    }

    private LanSample sample(int size, List<Mark> before, List<Mark> after, long lost) {
        double least = Double.POSITIVE_INFINITY;
        double all = 0;
        double cpuNanos = 0;
        double switches = 0;
        double[] bySender = new double[senders];
        for (int i = 0; i < before.size(); i++) {
            Mark from = before.get(i);
            Mark to = after.get(i);
            double passed = (to.nanos - from.nanos) / 1e9;
            double bytes = to.bytes - from.bytes;
            // What a sender is handed is of one sender less.
            double others = i < senders ? senders - 1 : senders;
            if (others > 0) {
                least = Math.min(least, bytes / passed * senders / others);
            }
            all += bytes;
            cpuNanos += to.cpuNanos - from.cpuNanos;
            switches += to.switches - from.switches;
            for (int sender = 0; sender < senders; sender++) {
                if (sender != i) {
                    bySender[sender] += (to.senders[sender] - from.senders[sender]) * size / passed / (before.size() - 1);
                }
            }
        }
        return new LanSample(least, cpuNanos / all, switches / (all / size), bySender, lost);
    }

    /** What was not handed over once nothing comes any more. */
    private long lost(List<Long> sent) throws InterruptedException {
        long total = sent.stream().mapToLong(Long::longValue).sum();
        long lost = 0;
        for (int i = 0; i < processes.size(); i++) {
            long due = total - (i < senders ? sent.get(i) : 0);
            long before = -1;
            long messages = 0;
            for (long since = System.nanoTime(); messages < due && System.nanoTime() - since < DRAIN_NANOS;) {
                Map<String, String> count = processes.get(i).ask("count");
                messages = number(count, "messages");
                if (messages != before) {
                    before = messages;
                    since = System.nanoTime();
                }
                if (messages < due) {
                    TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                }
            }
            lost += Math.max(0, due - messages) + number(processes.get(i).ask("count"), "disordered");
        }
        return lost;
    }

    private static List<Map<String, String>> askAll(List<WorkerProcess> asked, String line) throws InterruptedException {
        asked.forEach(process -> process.send(line));
        List<Map<String, String>> answers = new ArrayList<>();
        for (WorkerProcess process : asked) {
            answers.add(process.answer());
        }
        return answers;
    }

    private static long number(Map<String, String> fields, String name) {
        return Long.parseLong(fields.get(name));
    }

    private static void sleep(double seconds) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep((long) (seconds * 1e9));
    }

    @Override
    public void close() {
        processes.forEach(WorkerProcess::leave);
        processes.forEach(WorkerProcess::close);
    }
}
