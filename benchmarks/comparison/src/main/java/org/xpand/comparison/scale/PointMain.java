package org.xpand.comparison.scale;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.xpand.comparison.worker.Vitals;
import org.xpand.core.Group;

/** Measures one point and prints its cost. */
public final class PointMain {
    private static final long STABLE_SECONDS = 10;
    private static final long FULL_NANOS = 200_000;

    private PointMain() {
    }

    /** @param arguments sites, groups, senders; bytes of a message; seconds to warm up and to measure; whether nodes have their defaults */
    public static void main(String[] arguments) {
        int code = 1;
        try {
            measure(arguments);
            code = 0;
        } catch (Exception e) {
            System.out.println(e);
        } finally {
            System.out.flush();
            // The nodes go with the process, and at once: that they leave in order is not what is measured.
            Runtime.getRuntime().halt(code);
        }
    }

    private static void measure(String[] arguments) throws Exception {
        Point point = Point.of(List.of(arguments).subList(0, 3));
        int size = Integer.parseInt(arguments[3]);
        double warmUp = Double.parseDouble(arguments[4]);
        double seconds = Double.parseDouble(arguments[5]);
        Population population = new Population(point, Boolean.parseBoolean(arguments[6]));
        population.start();
        List<Thread> senders = new ArrayList<>();
        for (List<Group> groups : population.sending()) {
            Thread sender = new Thread(() -> send(groups, new byte[size]), "sender");
            sender.setDaemon(true);
            sender.start();
            senders.add(sender);
        }
        sleep(warmUp);
        Vitals vitals = new Vitals();
        long cpu = vitals.cpuNanos();
        long[][] before = population.received();
        long nanos = System.nanoTime();
        sleep(seconds);
        long[][] after = population.received();
        double passed = System.nanoTime() - nanos;
        double cpuNanos = vitals.cpuNanos() - cpu;
        senders.forEach(Thread::interrupt);
        for (Thread sender : senders) {
            sender.join();
        }
        population.awaitStable(STABLE_SECONDS);
        System.gc();
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        double[] bySite = new double[point.sites()];
        double[] byGroup = new double[point.groups()];
        Arrays.fill(byGroup, Double.POSITIVE_INFINITY);
        for (int site = 0; site < point.sites(); site++) {
            for (int group = 0; group < point.groups(); group++) {
                double rate = (after[site][group] - before[site][group]) / passed * 1e9;
                bySite[site] += rate;
                if (site > 0) {
                    byGroup[group] = Math.min(byGroup[group], rate);
                }
            }
        }
        double total = Arrays.stream(bySite).sum();
        System.out.println(new Cost(population.startSeconds(), population.joinSeconds(), Arrays.stream(bySite).skip(1).min().orElse(0),
                total, cpuNanos / (total * passed / 1e9), heap, vitals.residentBytes(), ManagementFactory.getThreadMXBean().getThreadCount(),
                Arrays.stream(byGroup).min().orElse(0), Arrays.stream(byGroup).max().orElse(0), Cost.jain(byGroup)).line());
    }

    private static void send(List<Group> groups, byte[] message) {
        if (groups.size() == 1) {
            sendToOne(groups.get(0), message);
        } else {
            sendToWhichTakes(groups, message);
        }
    }

    private static void sendToOne(Group group, byte[] message) {
        try {
            while (true) {
                group.send(message);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends to one group after the other, whichever takes a message. */
    private static void sendToWhichTakes(List<Group> groups, byte[] message) {
        while (!Thread.currentThread().isInterrupted()) {
            boolean taken = false;
            for (Group group : groups) {
                taken |= group.trySend(message);
            }
            if (!taken) {
                LockSupport.parkNanos(FULL_NANOS);
            }
        }
    }

    private static void sleep(double seconds) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep((long) (seconds * 1e9));
    }
}
