package org.xpand.examples.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Heap, threads and descriptors of a process over time: each is flat if its minimum in the last third is hardly more than in the
 * second one. The first third is ignored, in which caches fill and the compiler is busy. For one thread.
 */
final class Vitals {
    /** Allowed growth, a factor and a constant: a garbage collector does not always collect as much. */
    private static final double MORE = 1.25;
    private static final long HEAP_MEGABYTES = 8;
    private static final long THREADS = 4;
    private static final long DESCRIPTORS = 8;
    private static final int PARTS = 3;

    private final List<Long> heap = new ArrayList<>();
    private final List<Long> threads = new ArrayList<>();
    private final List<Long> descriptors = new ArrayList<>();

    /** Samples a process now; only its heap where there is no {@code /proc}. */
    void look(DrillProcess process) {
        look(process.heapMegabytes(), count(process.child().pid(), "task"), count(process.child().pid(), "fd"));
    }

    void look(long heapMegabytes, long threadCount, long descriptorCount) {
        heap.add(heapMegabytes);
        threads.add(threadCount);
        descriptors.add(descriptorCount);
    }

    private static long count(long pid, String what) {
        try (Stream<Path> entries = Files.list(Path.of("/proc", Long.toString(pid), what))) {
            return entries.count();
        } catch (IOException e) {
            return 0;
        }
    }

    boolean isFlat() {
        return isFlat(heap, MORE, HEAP_MEGABYTES) && isFlat(threads, 1, THREADS) && isFlat(descriptors, 1, DESCRIPTORS);
    }

    private static boolean isFlat(List<Long> values, double times, long spare) {
        return values.size() < PARTS || least(values, 2) <= times * least(values, 1) + spare;
    }

    private static long least(List<Long> values, int part) {
        return values.subList(values.size() * part / PARTS, values.size() * (part + 1) / PARTS).stream().mapToLong(Long::longValue)
                .min().orElse(0);
    }

    /** Returns the minimum of each third, for people. */
    String text() {
        return "heap " + text(heap) + " MB, threads " + text(threads) + ", descriptors " + text(descriptors);
    }

    private static String text(List<Long> values) {
        return values.size() < PARTS ? "-" : least(values, 0) + " " + least(values, 1) + " " + least(values, 2);
    }
}
