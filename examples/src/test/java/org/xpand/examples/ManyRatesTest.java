package org.xpand.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.xpand.core.Dropped;
import org.xpand.core.JoinOptions;
import org.xpand.core.LayeredGroup;
import org.xpand.core.LayeredListener;
import org.xpand.core.LayeredMessage;
import org.xpand.core.XpandNode;
import org.xpand.examples.wan.EmulatedWan;
import org.xpand.membership.api.LanTransport;
import org.xpand.simulator.WanProfile;

/**
 * Three sites with paths of rates like 1, 4 and 16, real UDP through the emulated network, tuf: each gets what its own path allows.
 * Most of the time is waiting.
 */
@Execution(ExecutionMode.CONCURRENT)
class ManyRatesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Duration WINDOW = Duration.ofSeconds(3);
    private static final int SITES = 4;
    /** The ways between receivers are so long that the tree stays a star even while queues are full. */
    private static final String STAR = """
            {"sites": ["source", "slow", "middle", "fast"],
             "default": {"delayMs": 60, "rateMbps": 100, "queuePackets": 100},
             "links": [{"from": "source", "to": "slow", "both": true, "delayMs": 10, "rateMbps": %d, "queuePackets": 30},
                       {"from": "source", "to": "middle", "both": true, "delayMs": 10, "rateMbps": %d, "queuePackets": 50},
                       {"from": "source", "to": "fast", "both": true, "delayMs": 10, "rateMbps": %d}]}
            """;

    @TempDir
    private Path folder;

    /** @param times so many times 1, 4 and 16 Mbit/s */
    private Path star(int times) throws IOException {
        return Files.writeString(folder.resolve("star.json"), STAR.formatted(times, 4 * times, 16 * times));
    }

    /** Counts what comes. */
    private static final class Meter implements LayeredListener {
        private final AtomicLong bytes = new AtomicLong();

        @Override
        public void onMessage(LayeredMessage message) {
            bytes.addAndGet(message.payload().length);
        }

        @Override
        public void onDropped(Dropped dropped) {
            // Expected: a site gets what its path allows.
        }
    }

    @Test
    void ratesAreInTheProportionOfThePaths() throws Exception {
        WanProfile profile = WanProfile.load(star(1).toString());
        List<InetSocketAddress> real = new ArrayList<>();
        for (int site = 0; site < SITES; site++) {
            real.add(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 10, (byte) (site + 1), 1}), 7800));
        }
        List<XpandNode> nodes = new ArrayList<>();
        List<Meter> meters = new ArrayList<>();
        try (EmulatedWan wan = new EmulatedWan(profile, real, 20030707)) {
            wan.start();
            LayeredGroup source = null;
            try {
                for (int site = 0; site < SITES; site++) {
                    XpandNode node = XpandNode.builder().site(profile.sites().get(site)).name("m" + site).strategy("tuf")
                            .wanBind(text(real.get(site))).advertise(text(wan.endpoint(site)))
                            .seeds(text(wan.endpoint(0))).lan(new LanTransport.Local()).start();
                    nodes.add(node);
                    meters.add(new Meter());
                    LayeredGroup group = node.join("film", JoinOptions.layered(), meters.get(site));
                    source = source == null ? group : source;
                }
                LayeredGroup from = source;
                await().atMost(PATIENCE).until(() -> from.view().size() == SITES);
                Thread sender = new Thread(() -> sendUntilInterrupted(from), "greedy");
                sender.start();
                try {
                    await().atMost(PATIENCE).pollDelay(WINDOW).pollInterval(Duration.ofMillis(1))
                            .untilAsserted(() -> assertProportion(meters));
                } finally {
                    sender.interrupt();
                    sender.join();
                }
            } finally {
                nodes.forEach(node -> node.close(Duration.ofSeconds(1)));
            }
        }
    }

    private static void sendUntilInterrupted(LayeredGroup group) {
        try {
            while (true) {
                group.send(0, new byte[1200]);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void assertProportion(List<Meter> meters) throws InterruptedException {
        long[] before = meters.stream().mapToLong(meter -> meter.bytes.get()).toArray();
        long beginNanos = System.nanoTime();
        await().pollDelay(WINDOW).atMost(WINDOW.multipliedBy(10)).until(() -> true);
        double seconds = (System.nanoTime() - beginNanos) / 1e9;
        double[] mbps = LongStream.range(1, SITES).mapToDouble(site ->
                (meters.get((int) site).bytes.get() - before[(int) site]) * 8e-6 / seconds).toArray();
        assertThat(mbps[0]).as("slow, Mbit/s").isBetween(0.75, 1.0);
        assertThat(mbps[1] / mbps[0]).as("middle over slow").isCloseTo(4, within(0.8));
        assertThat(mbps[2] / mbps[0]).as("fast over slow").isCloseTo(16, within(3.2));
    }

    @Test
    @ResourceLock(Resources.SYSTEM_OUT)
    void aFileIsCompleteEverywhereAndFirstWhereThePathIsFastest() throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setOut(new PrintStream(captured, true, StandardCharsets.UTF_8));
        int exit;
        try {
            exit = Xpand.run("demo", "--strategy", "tuf", "--wan", star(2).toString(), "--members", "1", "--size", "3000000",
                    "--seconds", "120");
        } finally {
            System.setOut(before);
        }
        String said = captured.toString(StandardCharsets.UTF_8);
        assertThat(exit).as(said).isZero();
        assertThat(said).contains("3 of 3 copies verified");
        assumeThat(processesPerProcessor()).as("whoever waits for a processor is not slowed down by its path").isLessThan(3);
        // Two seconds lie between the fast and the middle path, and as much between processes that start on two processors: the slow path is
        // far enough from both. In what proportion paths are used, the other test says.
        assertThat(done(said, "fast")).as(said).isLessThan(done(said, "slow"));
        assertThat(done(said, "middle")).as(said).isLessThan(done(said, "slow"));
    }

    private static double processesPerProcessor() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        return system.getSystemLoadAverage() / system.getAvailableProcessors();
    }

    private static double done(String said, String site) {
        Matcher matcher = Pattern.compile(site + "/m1 +done after +([0-9.]+) s").matcher(said);
        assertThat(matcher.find()).as(said).isTrue();
        return Double.parseDouble(matcher.group(1));
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }
}
