package org.xpand.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/** A link under any settings and any sequence of packets and changes, beside a plain list of what it must hold. */
class LinkModelPropertyTest {
    private static final long ALWAYS = Long.MAX_VALUE;

    /** One packet, after a pause and possibly under new settings. */
    record Step(long pauseNanos, int sizeBytes, LinkModelSettings settings, boolean blocked) {
    }

    @Property(tries = 500)
    void everyPacketOfferedIsCountedOnceAndTheQueueIsWhatIsNotYetSent(
            @ForAll @Size(min = 1, max = 150) List<@From("steps") Step> steps, @ForAll long seed) {
        LinkModel link = new LinkModel(LinkModelSettings.PERFECT, new SplittableRandom(seed));
        List<long[]> accepted = new ArrayList<>();
        long[] verdicts = new long[LinkVerdict.values().length];
        long now = 0;
        double sent = 0;
        long bytes = 0;
        for (Step step : steps) {
            now += step.pauseNanos;
            bytes += step.sizeBytes;
            link.setSettings(step.settings);
            link.setBlocked(step.blocked);
            long present = now;
            List<long[]> queued = accepted.stream().filter(packet -> packet[0] > present).toList();
            long queuedBytes = queued.stream().mapToLong(packet -> packet[1]).sum();
            boolean full = queued.size() >= step.settings.queuePackets()
                    || queuedBytes + step.sizeBytes > step.settings.queueBytes();

            boolean tooLong = step.sizeBytes > step.settings.mtuBytes();

            LinkVerdict verdict = link.offer(step.sizeBytes, now);

            verdicts[verdict.ordinal()]++;
            assertThat(verdict == LinkVerdict.BLOCKED).isEqualTo(step.blocked);
            assertThat(verdict == LinkVerdict.QUEUE_FULL).isEqualTo(full && !step.blocked && !tooLong);
            assertThat(verdict == LinkVerdict.TOO_LONG).isEqualTo(tooLong && !step.blocked);
            if (verdict == LinkVerdict.CARRIED || verdict == LinkVerdict.LOST) {
                sent = Math.max(sent, now) + step.sizeBytes * 1e9 / step.settings.bytesPerSecond();
                accepted.add(new long[] {(long) sent, step.sizeBytes});
            }
            if (verdict == LinkVerdict.CARRIED) {
                assertThat(link.arrivalNanos()).isGreaterThanOrEqualTo((long) sent + step.settings.delayNanos());
            }
        }
        LinkModelStats stats = link.stats(now);
        assertThat(stats.offered()).isEqualTo(steps.size()).isEqualTo(stats.carried() + stats.dropped());
        assertThat(stats.offeredBytes()).isEqualTo(bytes);
        assertThat(new long[] {stats.carried(), stats.lost(), stats.queueFull(), stats.early(), stats.blocked(),
                stats.tooLong()})
                .isEqualTo(verdicts);
        assertThat(link.stats(ALWAYS).queuedPackets()).isZero();
        assertThat(link.stats(ALWAYS).queuedBytes()).isZero();
    }

    @Property(tries = 200)
    void withoutReorderingPacketsArriveInOrderWhateverChanges(
            @ForAll @Size(min = 1, max = 150) List<@From("steps") Step> steps, @ForAll long seed) {
        LinkModel link = new LinkModel(LinkModelSettings.PERFECT, new SplittableRandom(seed));
        long now = 0;
        long last = 0;
        for (Step step : steps) {
            now += step.pauseNanos;
            link.setSettings(step.settings.withReordering(0, 0));
            if (link.offer(step.sizeBytes, now) == LinkVerdict.CARRIED) {
                assertThat(link.arrivalNanos()).isGreaterThanOrEqualTo(last);
                last = link.arrivalNanos();
            }
        }
    }

    @Provide
    Arbitrary<Step> steps() {
        // Rates whose packets take whole nanoseconds, so that the list and the link agree to the nanosecond.
        Arbitrary<Double> rates = Arbitraries.of(1e5, 1e6, 1e7, Double.POSITIVE_INFINITY);
        Arbitrary<Double> shares = Arbitraries.of(0.0, 0.0, 0.1, 0.5, 1.0);
        Arbitrary<LinkModelSettings> settings = Combinators.combine(Arbitraries.longs().between(0, 1_000_000), rates,
                Arbitraries.integers().between(1, 8), Arbitraries.longs().between(1, 10_000), shares, shares, shares)
                .as((delay, rate, packets, bytes, loss, reorder, duplicate) -> new LinkModelSettings(delay, delay / 2, rate,
                        packets, bytes, loss, reorder, 100_000, duplicate,
                        Optional.empty(), Optional.empty()));
        return Combinators.combine(Arbitraries.longs().between(0, 2_000_000), Arbitraries.integers().between(0, 1500),
                Combinators.combine(settings, Arbitraries.of(Integer.MAX_VALUE, Integer.MAX_VALUE, 1000))
                        .as(LinkModelSettings::withMtuBytes),
                Arbitraries.of(false, false, false, true)).as(Step::new);
    }
}
