package org.xpand.protocols.mca;

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
class McaRandomEventsTest {
    private static final long MS = 1_000_000;

    private final byte[] buffer = new byte[256];
    private final WireWriter writer = new WireWriter(buffer);

    @Property(tries = 100)
    void sourceKeepsItsPromises(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        McaConfig config = random.nextBoolean() ? McaConfig.recommended() : McaConfig.paper();
        McaSource source = new McaSource(config);
        long now = random.nextLong();
        long number = 0;
        for (int i = 0; i < 300; i++) {
            now += random.nextLong(random.nextInt(10) == 0 ? 5000 * MS : 20 * MS);
            switch (random.nextInt(8)) {
                case 0 -> source.receiverJoined(random.nextInt(4), random.nextLong(2) * 50 * MS, now);
                case 1 -> source.receiverLeft(random.nextInt(4), now);
                case 2 -> source.dataLimited(now);
                case 3 -> source.repairSent(random.nextInt(1, 1400), now);
                case 4, 5 -> send(source, number++, random.nextInt(64, 1400), now);
                default -> report(source, random, number, now);
            }
            assertThat(source.allowedRate(now)).as("seed %d event %d", seed, i)
                    .isBetween(config.minimumRate(), McaLimits.MAX_RATE);
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
        new McaDataHeader().read(new WireReader().reset(buffer, 0, announced));
    }

    private void report(RateSource source, SplittableRandom random, long number, long now) {
        McaGtrac gtrac = new McaGtrac(0.875);
        for (int i = random.nextInt(3); i > 0; i--) {
            gtrac.indicated(1e6 * random.nextDouble(), random.nextInt(20));
        }
        McaReport report = new McaReport();
        report.set(random.nextBoolean(), random.nextInt(4) == 0, number - random.nextLong(1, 20),
                random.nextLong(10 * MS), random.nextLong(), 1e6 * random.nextDouble(), gtrac, random.nextDouble());
        writer.reset(0, buffer.length);
        report.write(writer);
        if (random.nextInt(4) == 0) {
            buffer[random.nextInt(McaReport.LENGTH)] ^= (byte) (1 << random.nextInt(8));
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

    @Property(tries = 100)
    void receiverKeepsItsPromises(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        McaReceiver receiver = new McaReceiver(
                random.nextBoolean() ? McaConfig.recommended() : McaConfig.paper());
        receiver.identity(1);
        long now = random.nextLong();
        long offset = random.nextLong();
        long newest = random.nextLong(1000);
        for (int i = 0; i < 300; i++) {
            now += random.nextLong(random.nextInt(20) == 0 ? 3000 * MS : 10 * MS);
            newest += random.nextInt(50) == 0 ? random.nextLong(100_000) : 1 + random.nextInt(2);
            long number = random.nextInt(10) == 0 ? newest - random.nextLong(10) : newest;
            if (random.nextInt(100) == 0) {
                receiver.numbersRestarted(now);
                newest = random.nextLong(10);
                number = newest;
            }
            long sent = random.nextInt(50) == 0 ? random.nextLong() : now + offset - random.nextLong(30 * MS);
            receiver.packetReceived(number, random.nextInt(64, 1400), sent, header(random), now);
            boolean due = receiver.reportDue(now);
            assertThat(due).as("seed %d packet %d: due when the deadline has come", seed, i).isEqualTo(
                    receiver.nextDeadlineNanos() != Long.MAX_VALUE && now - receiver.nextDeadlineNanos() >= 0);
            if (due) {
                writer.reset(0, buffer.length);
                receiver.writeReport(writer, now);
                new McaReport().read(new WireReader().reset(buffer, 0, writer.position()));
                assertThat(receiver.reportDue(now)).isFalse();
            }
            assertThat(receiver.rttNanos()).isPositive();
            assertThat(receiver.stats(now).lossEventRate()).isBetween(0.0, 1.0);
        }
    }

    private WireReader header(SplittableRandom random) {
        writer.reset(0, buffer.length);
        if (random.nextInt(3) > 0) {
            boolean chosen = random.nextBoolean();
            boolean personal = random.nextBoolean();
            writer.putByte((chosen ? 1 : 0) | (personal ? 2 : 0)).putInt(random.nextInt(1, 500_000));
            writer.putLong(chosen ? random.nextInt(3) : 0).putDouble(chosen ? random.nextDouble() * 1e6 : 0)
                    .putDouble(chosen ? random.nextDouble() * 1e5 : 0);
            if (personal) {
                writer.putLong(random.nextInt(3)).putInt(random.nextInt(1, 500_000))
                        .putInt(random.nextInt(-10_000_000, 10_000_000));
            }
        }
        return new WireReader().reset(buffer, 0, writer.position());
    }
}
