package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.WanProfile;

/** Senders of one site share its rate by max-min fairness, through the whole stack. */
@Tag("long")
@ParameterizedClass
@ValueSource(strings = {"tfrc", "tfmcc", "mca", "tuf"})
class SharingScenarioTest {
    @Parameter
    private String strategy;

    private static final long SECOND = 1_000_000_000L;
    private static final long MS = 1_000_000L;
    private static final int SIZE = 1000;

    private final Map<SenderId, Long> bytes = new TreeMap<>();
    private final double[] wanted = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
    private long longestDelay;
    private SimulatedSites sites;
    private EventQueue queue;

    private void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        if (at == sites.site(1).process(0)) {
            bytes.merge(sender, (long) payload.length, Long::sum);
            longestDelay = Math.max(longestDelay, nowNanos - ByteBuffer.wrap(payload).getLong());
        }
    }

    /** Every millisecond as much as is wanted, but no more than the send window takes. */
    private void send(SimulatedProcess process, int index, double[] due) {
        if (wanted[index] == Double.POSITIVE_INFINITY) {
            due[0] = SIZE;
        } else {
            due[0] = Math.min(due[0] + wanted[index] / 1000, 20 * SIZE);
        }
        while (due[0] >= SIZE && process.member().orElseThrow().sender().open()) {
            process.offer(ByteBuffer.allocate(SIZE).putLong(queue.now()).array());
            due[0] -= wanted[index] == Double.POSITIVE_INFINITY ? 0 : SIZE;
        }
        queue.schedule(queue.now() + MS, () -> send(process, index, due));
    }

    /** Bytes per second of each sender over some seconds. */
    private double[] measure(int settle, int seconds) {
        queue.runUntil(queue.now() + settle * SECOND);
        bytes.clear();
        longestDelay = 0;
        queue.runUntil(queue.now() + seconds * SECOND);
        double[] rates = new double[3];
        for (int i = 0; i < 3; i++) {
            rates[i] = bytes.getOrDefault(sites.site(0).process(i).sender(), 0L) / (double) seconds;
        }
        return rates;
    }

    @Test
    void threeSendersWithDemandsOfASixthAHalfAndEverythingGetTheirMaxMinShares() {
        sites = new SimulatedSites(WanProfile.load("default", 2), RateStrategies.create(strategy, Map.of()),
                SimulatedSites.Settings.defaults().withProcesses(3), 11, this::delivered);
        queue = sites.queue();
        LinkModel link = sites.link(0, 1);
        link.setSettings(link.settings().withLoss(0.004));
        for (int i = 0; i < 3; i++) {
            send(sites.site(0).process(i), i, new double[1]);
        }
        double[] greedy = measure(30, 60);
        double all = greedy[0] + greedy[1] + greedy[2];
        for (double each : greedy) {
            assertThat(each).as("one of three that want everything").isCloseTo(all / 3, withPercentage(10));
        }
        // Over seeds the longest of a minute is 0.7 to 1.4 s under tuf, and at most 0.65 s under the others.
        long most = strategy.equals("tuf") ? 3 * SECOND / 2 : SECOND;
        assertThat(longestDelay).as("from send to delivery, repairs included").isLessThan(most);

        wanted[0] = all / 6;
        wanted[1] = all / 2;
        double[] mixed = measure(20, 60);
        double sum = mixed[0] + mixed[1] + mixed[2];
        double second = Math.min(wanted[1], (sum - mixed[0]) / 2);
        assertThat(mixed[0]).as("wants a sixth").isCloseTo(wanted[0], withPercentage(10));
        // A share of a rate that swings is now above what it wants, now below: mca's swings most under random loss.
        int within = strategy.equals("mca") ? 15 : 10;
        assertThat(mixed[1]).as("wants a half").isCloseTo(second, withPercentage(within));
        assertThat(mixed[2]).as("wants everything").isCloseTo(sum - mixed[0] - second, withPercentage(within));
    }
}
