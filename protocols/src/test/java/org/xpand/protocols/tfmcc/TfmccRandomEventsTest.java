package org.xpand.protocols.tfmcc;

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
class TfmccRandomEventsTest {
    private static final long MS = 1_000_000;

    private final byte[] buffer = new byte[256];
    private final WireWriter writer = new WireWriter(buffer);
    private int round;

    private static TfmccConfig config(SplittableRandom random) {
        return random.nextBoolean() ? TfmccConfig.recommended() : TfmccConfig.paper();
    }

    @Property(tries = 120)
    void sourceKeepsItsPromises(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TfmccSource source = new TfmccSource(config(random));
        round = 0;
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
                        long before = source.nextDeadlineNanos();
                        source.deadlineReached(now);
                        assertThat(source.nextDeadlineNanos()).as("the deadline has moved on").isNotEqualTo(before);
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
        TfmccDataHeader header = new TfmccDataHeader();
        header.read(new WireReader().reset(buffer, 0, announced));
        round = header.round();
    }

    private void report(RateSource source, SplittableRandom random, long number, long now) {
        double p = random.nextInt(3) == 0 ? 0 : random.nextDouble();
        TfmccReport report = new TfmccReport();
        report.setSender(random.nextBoolean(), random.nextBoolean(), round - random.nextInt(3), now, random.nextLong(500 * MS));
        report.setPath(number - random.nextLong(1, 20), random.nextLong(10 * MS), 1e3 * random.nextDouble() / (p + 1e-6),
                1e6 * random.nextDouble(), p);
        writer.reset(0, buffer.length);
        report.write(writer);
        if (random.nextInt(4) == 0) {
            buffer[random.nextInt(TfmccReport.LENGTH)] ^= (byte) (1 << random.nextInt(8));
        }
        long receiver = random.nextInt(5);
        RateSourceStats before = source.stats(now);
        try {
            source.reportReceived(receiver, new WireReader().reset(buffer, 0, writer.position()), now);
        } catch (MalformedPacketException refused) {
            assertThat(source.stats(now)).as("refused: " + refused.getMessage()).isEqualTo(before);
        }
        if (receiver == 4) {
            assertThat(source.stats(now)).as("unknown receiver").isEqualTo(before);
        }
    }

    @Property(tries = 120)
    void receiverKeepsItsPromises(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TfmccReceiver receiver = new TfmccReceiver(config(random), random.split());
        receiver.identity(1);
        round = 0;
        long now = random.nextLong();
        long newest = random.nextLong(1000);
        for (int i = 0; i < 600; i++) {
            now += random.nextLong(random.nextInt(20) == 0 ? 3000 * MS : 10 * MS);
            newest += random.nextInt(50) == 0 ? random.nextLong(100_000) : 1 + random.nextInt(2);
            long number = random.nextInt(10) == 0 ? newest - random.nextLong(10) : newest;
            WireReader header = header(random, now);
            try {
                receiver.packetReceived(number, random.nextInt(64, 1400), now - random.nextLong(-MS, 500 * MS), header, now);
            } catch (MalformedPacketException refused) {
                assertThat(refused).hasMessageContaining("tfmcc data header");
            }
            if (random.nextInt(100) == 0) {
                receiver.numbersRestarted(now);
                newest = 0;
                continue;
            }
            long deadline = receiver.nextDeadlineNanos();
            if (deadline != Long.MAX_VALUE && now - deadline >= 0) {
                receiver.deadlineReached(now);
            }
            if (receiver.reportDue(now)) {
                writer.reset(0, buffer.length);
                receiver.writeReport(writer, now);
                new TfmccReport().read(new WireReader().reset(buffer, 0, writer.position()));
                assertThat(receiver.reportDue(now)).isFalse();
            }
            deadline = receiver.nextDeadlineNanos();
            assertThat(deadline == Long.MAX_VALUE || deadline - now > 0).as("seed %d packet %d: nothing is due", seed, i)
                    .isTrue();
            assertThat(receiver.rttNanos()).isPositive();
            assertThat(receiver.stats(now).lossEventRate()).isBetween(0.0, 1.0);
            assertThat(receiver.stats(now).lossEvents()).isNotNegative();
        }
    }

    private WireReader header(SplittableRandom random, long now) {
        TfmccDataHeader header = new TfmccDataHeader();
        round += random.nextInt(30) == 0 ? 1 : 0;
        double rate = 1e6 * random.nextDouble();
        header.set(random.nextBoolean(), round, random.nextInt(1, 20_000), rate,
                random.nextInt(3) == 0 ? rate * random.nextDouble() : Double.POSITIVE_INFINITY, random.nextBoolean(),
                random.nextLong(1000, 3000 * MS));
        if (random.nextBoolean()) {
            header.setClr(random.nextInt(3));
        }
        if (random.nextBoolean()) {
            header.setEcho(random.nextInt(3), now - random.nextLong(-MS, 2000 * MS));
        }
        writer.reset(0, buffer.length);
        header.write(writer);
        if (random.nextInt(20) == 0) {
            buffer[random.nextInt(writer.position())] ^= (byte) (1 << random.nextInt(8));
        }
        return new WireReader().reset(buffer, 0, writer.position());
    }
}
