package org.xpand.comparison.flood;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.xpand.core.Group;
import org.xpand.core.KeyFile;
import org.xpand.core.NodeBuilder;
import org.xpand.core.XpandNode;
import org.xpand.membership.api.LanTransport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What does a flood of strangers' datagrams take from a group that runs, and is anything of it left when it has ended? */
@Command(name = "flood", mixinStandardHelpOptions = true, description = "Two sites with a key on this machine, one of which sends to "
        + "the other, before, during and after a flood of datagrams that are none of theirs.")
public final class FloodCommand implements Runnable {
    private static final int MESSAGE = 1000;
    private static final int BATCH = 20;
    private static final long MILLI = 1_000_000L;

    @Option(names = "--rate", defaultValue = "200000", description = "Hostile datagrams per second (default: 200000).")
    private int rate;

    @Option(names = "--messages", defaultValue = "1000", description = "Messages of a kilobyte per second that the group sends; "
            + "0 for as many as it may (default: 1000).")
    private int messages;

    @Option(names = "--open", description = "Without a key, to compare.")
    private boolean open;

    @Option(names = "--seconds", defaultValue = "8", description = "Seconds of each of the three parts (default: 8).")
    private int seconds;

    private final AtomicLong delivered = new AtomicLong();
    private final long[] delays = new long[1 << 20];
    private final AtomicInteger measured = new AtomicInteger();
    private final AtomicLong floodersNanos = new AtomicLong();
    private double floodNanos;
    private long datagrams;

    @Override
    public void run() {
        try {
            measure();
        } catch (IOException e) {
            throw new IllegalStateException("the flood cannot be sent", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void measure() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("flood");
        Path key = folder.resolve("key");
        KeyFile.create(key);
        int port = freePort();
        int other = freePort();
        try (XpandNode first = node("first", port, port, key); XpandNode second = node("second", other, port, key)) {
            Group sender = first.join("flood", message -> { });
            second.join("flood", message -> {
                delays[measured.getAndIncrement() & delays.length - 1] = System.nanoTime() - ByteBuffer.wrap(message.payload()).getLong();
                delivered.incrementAndGet();
            });
            while (sender.view().size() < 2) {
                LockSupport.parkNanos(MILLI);
            }
            part("warm", sender, other, 0);
            part("before", sender, other, 0);
            part("flood", sender, other, rate);
            part("after", sender, other, 0);
            System.out.println("second's socket: " + second.stats().link().orElseThrow());
        } finally {
            Files.delete(key);
            Files.delete(folder);
        }
    }

    private XpandNode node(String site, int port, int seed, Path key) {
        NodeBuilder builder = XpandNode.builder().site(site).wanBind("127.0.0.1:" + port).seeds("127.0.0.1:" + seed)
                .lan(new LanTransport.Local());
        return (open ? builder : builder.key(key)).start();
    }

    private static int freePort() throws IOException {
        try (DatagramChannel channel = DatagramChannel.open().bind(new InetSocketAddress("127.0.0.1", 0))) {
            return ((InetSocketAddress) channel.getLocalAddress()).getPort();
        }
    }

    private void part(String name, Group sender, int target, int hostile) throws IOException, InterruptedException {
        measured.set(0);
        delivered.set(0);
        long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        AtomicLong flooded = new AtomicLong();
        Thread flood = new Thread(() -> flood(target, hostile, end, flooded), "flood");
        if (hostile > 0) {
            flood.start();
        }
        long sent = 0;
        long begin = System.nanoTime();
        long busy = processNanos();
        floodersNanos.set(0);
        for (long now = begin; now < end; now = System.nanoTime()) {
            if (messages == 0 || sent * 1e9 / messages <= now - begin) {
                sender.send(ByteBuffer.allocate(MESSAGE).putLong(System.nanoTime()).array());
                sent++;
            } else {
                LockSupport.parkNanos(MILLI / 10);
            }
        }
        flood.join();
        long nanos = processNanos() - busy - floodersNanos.get();
        int count = Math.min(measured.get(), delays.length);
        long[] sorted = Arrays.copyOf(delays, count);
        Arrays.sort(sorted);
        System.out.printf("%-7s hostile %7d/s  sent %6d/s  delivered %6d/s  delay p50 %6d us  p99 %7d us  processor %.3f s/s%n", name,
                flooded.get() / seconds, sent / seconds, delivered.get() / seconds, count == 0 ? -1 : sorted[count / 2] / 1000,
                count == 0 ? -1 : sorted[count * 99 / 100] / 1000, nanos / 1e9 / seconds);
        if (hostile > 0) {
            floodNanos = nanos;
            datagrams = flooded.get();
        } else if (datagrams > 0) {
            // What came before it is no measure: Java still compiles then.
            System.out.printf("each hostile datagram took %.3f us of the processor time of the two nodes%n",
                    (floodNanos - nanos) / datagrams / 1000);
        }
    }

    /** Processor time of this process so far. */
    private static long processNanos() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
    }

    private void flood(int target, int hostile, long end, AtomicLong flooded) {
        Random random = new Random(1);
        byte[] noise = new byte[100];
        try (DatagramChannel channel = DatagramChannel.open()) {
            channel.connect(new InetSocketAddress("127.0.0.1", target));
            long begin = System.nanoTime();
            for (long now = begin; now < end; now = System.nanoTime()) {
                if (flooded.get() * 1e9 / hostile > now - begin) {
                    Thread.onSpinWait();
                    continue;
                }
                random.nextBytes(noise);
                for (int i = 0; i < BATCH; i++) {
                    channel.write(ByteBuffer.wrap(noise));
                }
                flooded.addAndGet(BATCH);
            }
            floodersNanos.set(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
        } catch (IOException e) {
            throw new IllegalStateException("the flood cannot be sent", e);
        }
    }
}
