package org.xpand.protocols.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * Random calls of a strategy's two roles, and the promises that every strategy makes: whatever happens in whatever order,
 * rates are positive and finite, headers have the announced length, what is refused or comes from a stranger changes
 * nothing, and nothing stays due. A strategy's test says what its packets and reports look like.
 */
public abstract class RandomEvents {
    protected static final long MS = 1_000_000;
    private static final int BITS = 8;
    /** Keys from here on are nobody's. */
    private static final int MEMBERS = 4;

    private final byte[] buffer = new byte[256];
    private final WireWriter writer = new WireWriter(buffer);

    /** A source with one preset or another. */
    protected abstract RateSource source(SplittableRandom random);

    /** A receiver with one preset or another. */
    protected abstract RateReceiver receiver(SplittableRandom random);

    /** Reads what a source wrote. */
    protected abstract void readHeader(WireReader in);

    /** Writes a report that a receiver might have written. */
    protected abstract void writeReport(SplittableRandom random, WireWriter out, long lastNumber, long now);

    /** Reads what a receiver wrote. */
    protected abstract void readReport(WireReader in);

    /** Writes a header that a source might have written. */
    protected abstract void writeHeader(SplittableRandom random, WireWriter out, long now);

    /** When a packet that arrives now left, by the source's clock. */
    protected long sentNanos(SplittableRandom random, long now) {
        return now - random.nextLong(-MS, 500 * MS);
    }

    /** More that the strategy promises of its source. */
    protected void checkSource(RateSource source, long now) {
    }

    /** More that the strategy promises of a report being due. */
    protected void checkDue(boolean due, boolean deadlineHasCome) {
    }

    /** Plays so many events at a source. */
    protected final void playSource(long seed, int events) {
        SplittableRandom random = new SplittableRandom(seed);
        RateSource source = source(random);
        long now = random.nextLong();
        long number = 0;
        for (int i = 0; i < events; i++) {
            now += random.nextLong(random.nextInt(10) == 0 ? 5000 * MS : 20 * MS);
            switch (random.nextInt(8)) {
                case 0 -> source.receiverJoined(random.nextInt(MEMBERS), random.nextLong(2) * 50 * MS, now);
                case 1 -> source.receiverLeft(random.nextInt(MEMBERS), now);
                case 2 -> source.dataLimited(now);
                case 3 -> source.repairSent(random.nextInt(1, 1400), now);
                case 4, 5 -> send(source, number++, random.nextInt(64, 1400), now);
                case 6 -> report(source, random, number, now);
                default -> reachDeadline(source, now);
            }
            assertThat(source.allowedRate(now)).as("seed %d event %d", seed, i).isPositive().isFinite();
            assertThat(source.rttNanos()).isPositive();
            RateSourceStats stats = source.stats(now);
            stats.limitingReceiver().ifPresent(key -> assertThat(stats.receivers()).extracting("key").contains(key));
            checkSource(source, now);
        }
    }

    private static void reachDeadline(RateSource source, long now) {
        if (isReached(source.nextDeadlineNanos(), now)) {
            long before = source.nextDeadlineNanos();
            source.deadlineReached(now);
            assertThat(source.nextDeadlineNanos()).as("the deadline has moved on").isNotEqualTo(before);
        }
    }

    private void send(RateSource source, long number, int size, long now) {
        writer.reset(0, buffer.length);
        int announced = source.headerLength(now);
        assertThat(announced).isBetween(0, source.maxHeaderLength());
        assertThat(source.maxHeaderLength()).isBetween(0, RateSource.MAX_HEADER_LENGTH);
        source.packetSent(number, size, writer, now);
        assertThat(writer.position()).isEqualTo(announced);
        readHeader(new WireReader().reset(buffer, 0, announced));
    }

    private void report(RateSource source, SplittableRandom random, long number, long now) {
        writer.reset(0, buffer.length);
        writeReport(random, writer, number, now);
        flipABit(random, 4);
        long receiver = random.nextInt(MEMBERS + 1);
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

    /** Plays so many packets at a receiver. */
    protected final void playReceiver(long seed, int packets) {
        SplittableRandom random = new SplittableRandom(seed);
        RateReceiver receiver = receiver(random);
        receiver.identity(1);
        long now = random.nextLong();
        long newest = random.nextLong(1000);
        for (int i = 0; i < packets; i++) {
            now += random.nextLong(random.nextInt(20) == 0 ? 3000 * MS : 10 * MS);
            newest += random.nextInt(50) == 0 ? random.nextLong(100_000) : 1 + random.nextInt(2);
            if (random.nextInt(100) == 0) {
                receiver.numbersRestarted(now);
                newest = random.nextLong(10);
            }
            long number = random.nextInt(10) == 0 ? Math.max(0, newest - random.nextLong(10)) : newest;
            receive(receiver, random, number, now);
            report(receiver, now);
            assertThat(isReached(receiver.nextDeadlineNanos(), now)).as("seed %d packet %d: nothing is due", seed, i)
                    .isFalse();
            assertThat(receiver.rttNanos()).isPositive();
            RateReceiverStats stats = receiver.stats(now);
            assertThat(stats.lossEventRate()).isBetween(0.0, 1.0);
            assertThat(stats.lossEvents()).isNotNegative();
        }
    }

    private void receive(RateReceiver receiver, SplittableRandom random, long number, long now) {
        writer.reset(0, buffer.length);
        writeHeader(random, writer, now);
        flipABit(random, 20);
        RateReceiverStats before = receiver.stats(now);
        try {
            receiver.packetReceived(number, random.nextInt(64, 1400), sentNanos(random, now),
                    new WireReader().reset(buffer, 0, writer.position()), now);
        } catch (MalformedPacketException refused) {
            assertThat(receiver.stats(now)).as("refused: " + refused.getMessage()).isEqualTo(before);
        }
    }

    private void report(RateReceiver receiver, long now) {
        boolean reached = isReached(receiver.nextDeadlineNanos(), now);
        checkDue(receiver.reportDue(now), reached);
        if (reached) {
            receiver.deadlineReached(now);
        }
        if (receiver.reportDue(now)) {
            writer.reset(0, buffer.length);
            receiver.writeReport(writer, now);
            readReport(new WireReader().reset(buffer, 0, writer.position()));
            assertThat(receiver.reportDue(now)).isFalse();
        }
    }

    private void flipABit(SplittableRandom random, int oneOf) {
        if (writer.position() > 0 && random.nextInt(oneOf) == 0) {
            buffer[random.nextInt(writer.position())] ^= (byte) (1 << random.nextInt(BITS));
        }
    }

    private static boolean isReached(long deadline, long now) {
        return deadline != Long.MAX_VALUE && now - deadline >= 0;
    }
}
