package org.xpand.protocols.tfrc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.strategy.RateSourceStats;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** Whatever happens in whatever order, the promises of the two roles hold. */
class TfrcRandomEventsTest {
    private static final long MS = 1_000_000;

    private final byte[] buffer = new byte[256];
    private final WireWriter writer = new WireWriter(buffer);

    @Property(tries = 300)
    void sourceKeepsItsPromises(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TfrcConfig config = random.nextBoolean() ? TfrcConfig.recommended() : TfrcConfig.paper();
        TfrcSource source = new TfrcSource(config);
        long now = random.nextLong();
        long number = 0;
        for (int i = 0; i < 600; i++) {
            now += random.nextLong(random.nextInt(10) == 0 ? 5000 * MS : 20 * MS);
            switch (random.nextInt(8)) {
                case 0 -> source.receiverJoined(random.nextInt(4), random.nextLong(2) * 50 * MS, now);
                case 1 -> source.receiverLeft(random.nextInt(4), now);
                case 2 -> source.dataLimited(now);
                case 3 -> source.repairSent(random.nextInt(1, 1400), now);
                case 4, 5 -> send(source, number++, random.nextInt(64, 1400), now);
                case 6 -> report(source, random, number, now);
                default -> {
                    if (source.nextDeadlineNanos() != Long.MAX_VALUE && now - source.nextDeadlineNanos() >= 0) {
                        source.deadlineReached(now);
                        assertThat(source.nextDeadlineNanos() == Long.MAX_VALUE || source.nextDeadlineNanos() - now > 0)
                                .as("the deadline has moved on").isTrue();
                    }
                }
            }
            assertThat(source.allowedRate(now)).as("seed %d event %d", seed, i).isPositive().isFinite();
            assertThat(source.rttNanos()).isPositive();
            RateSourceStats stats = source.stats(now);
            stats.limitingReceiver().ifPresent(key -> assertThat(stats.receivers()).extracting("key").contains(key));
        }
    }

    private void send(RateSource source, long number, int size, long now) {
        writer.reset(0, buffer.length);
        int announced = source.headerLength(now);
        assertThat(announced).isBetween(0, RateSource.MAX_HEADER_LENGTH);
        source.packetSent(number, size, writer, now);
        assertThat(writer.position()).isEqualTo(announced);
    }

    private void report(RateSource source, SplittableRandom random, long number, long now) {
        double p = random.nextInt(3) == 0 ? 0 : random.nextDouble();
        TfrcReport report = new TfrcReport();
        report.set(number - random.nextLong(1, 20), random.nextLong(10 * MS), 1e3 * random.nextDouble() / (p + 1e-6), p,
                1e6 * random.nextDouble(), random.nextInt(5));
        writer.reset(0, buffer.length);
        report.write(writer);
        if (random.nextInt(4) == 0) {
            buffer[random.nextInt(TfrcReport.LENGTH)] ^= (byte) (1 << random.nextInt(8));
        }
        long receiver = random.nextInt(5);
        RateSourceStats before = source.stats(now);
        try {
            source.reportReceived(receiver, new WireReader().reset(buffer, 0, writer.position()), now);
        } catch (MalformedPacketException refused) {
            assertThat(source.stats(now)).as("refused: " + refused.getMessage()).isEqualTo(before);
        }
        if (before.receivers().stream().noneMatch(known -> known.key() == receiver)) {
            assertThat(source.stats(now)).as("unknown receiver").isEqualTo(before);
        }
    }

    @Property(tries = 300)
    void receiverKeepsItsPromises(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TfrcReceiver receiver = new TfrcReceiver(
                random.nextBoolean() ? TfrcConfig.recommended() : TfrcConfig.paper());
        receiver.identity(1);
        long now = random.nextLong();
        long newest = random.nextLong(1000);
        for (int i = 0; i < 600; i++) {
            now += random.nextLong(random.nextInt(20) == 0 ? 3000 * MS : 10 * MS);
            newest += random.nextInt(50) == 0 ? random.nextLong(100_000) : 1 + random.nextInt(2);
            long number = random.nextInt(10) == 0 ? newest - random.nextLong(10) : newest;
            receiver.packetReceived(number, random.nextInt(64, 1400), 0, header(random), now);
            if (random.nextInt(100) == 0) {
                receiver.numbersRestarted(now);
                newest = 0;
            }
            boolean due = receiver.reportDue(now);
            assertThat(due).as("seed %d packet %d: due when the deadline has come", seed, i).isEqualTo(
                    receiver.nextDeadlineNanos() != Long.MAX_VALUE && now - receiver.nextDeadlineNanos() >= 0);
            if (due) {
                writer.reset(0, buffer.length);
                receiver.writeReport(writer, now);
                new TfrcReport().read(new WireReader().reset(buffer, 0, writer.position()));
                assertThat(receiver.reportDue(now)).isFalse();
            }
            assertThat(receiver.rttNanos()).isPositive();
            assertThat(receiver.stats(now).lossEventRate()).isBetween(0.0, 1.0);
            assertThat(receiver.stats(now).lossEvents()).isNotNegative();
        }
    }

    private WireReader header(SplittableRandom random) {
        writer.reset(0, buffer.length);
        if (random.nextInt(5) == 0) {
            TfrcDataHeader.write(writer, random.nextInt(3), random.nextLong(1, 2000 * MS));
        }
        return new WireReader().reset(buffer, 0, writer.position());
    }
}
