package org.xpand.protocols.mca;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.xpand.protocols.strategy.RandomEvents;
import org.xpand.protocols.strategy.RateReceiver;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** Whatever happens in whatever order, the promises of the two roles hold. */
class McaRandomEventsTest extends RandomEvents {
    private McaConfig config;
    /** Between the clocks of source and receiver. */
    private long offset;

    @Property(tries = 100)
    void sourceKeepsItsPromises(@ForAll long seed) {
        playSource(seed, 300);
    }

    @Property(tries = 100)
    void receiverKeepsItsPromises(@ForAll long seed) {
        playReceiver(seed, 300);
    }

    private void draw(SplittableRandom random) {
        config = random.nextBoolean() ? McaConfig.recommended() : McaConfig.paper();
        offset = random.nextLong();
    }

    @Override
    protected RateSource source(SplittableRandom random) {
        draw(random);
        return new McaSource(config);
    }

    @Override
    protected RateReceiver receiver(SplittableRandom random) {
        draw(random);
        return new McaReceiver(config);
    }

    @Override
    protected void readHeader(WireReader in) {
        new McaDataHeader().read(in);
    }

    @Override
    protected void writeReport(SplittableRandom random, WireWriter out, long lastNumber, long now) {
        McaGtrac gtrac = new McaGtrac(0.875);
        for (int i = random.nextInt(3); i > 0; i--) {
            gtrac.indicated(1e6 * random.nextDouble(), random.nextInt(20));
        }
        McaReport report = new McaReport();
        report.set(random.nextBoolean(), random.nextInt(4) == 0, lastNumber - random.nextLong(1, 20),
                random.nextLong(10 * MS), random.nextLong(), 1e6 * random.nextDouble(), gtrac, random.nextDouble());
        report.write(out);
    }

    @Override
    protected void readReport(WireReader in) {
        new McaReport().read(in);
    }

    @Override
    protected void writeHeader(SplittableRandom random, WireWriter out, long now) {
        if (random.nextInt(3) == 0) {
            return;
        }
        boolean chosen = random.nextBoolean();
        boolean personal = random.nextBoolean();
        out.putByte((chosen ? 1 : 0) | (personal ? 2 : 0)).putInt(random.nextInt(1, 500_000));
        out.putLong(chosen ? random.nextInt(3) : 0).putDouble(chosen ? random.nextDouble() * 1e6 : 0)
                .putDouble(chosen ? random.nextDouble() * 1e5 : 0);
        if (personal) {
            out.putLong(random.nextInt(3)).putInt(random.nextInt(1, 500_000))
                    .putInt(random.nextInt(-10_000_000, 10_000_000));
        }
    }

    @Override
    protected long sentNanos(SplittableRandom random, long now) {
        return random.nextInt(50) == 0 ? random.nextLong() : now + offset - random.nextLong(30 * MS);
    }

    @Override
    protected void checkSource(RateSource source, long now) {
        assertThat(source.allowedRate(now)).isBetween(config.minimumRate(), McaLimits.MAX_RATE);
    }

    @Override
    protected void checkDue(boolean due, boolean deadlineHasCome) {
        assertThat(due).as("due when the deadline has come").isEqualTo(deadlineHasCome);
    }
}
