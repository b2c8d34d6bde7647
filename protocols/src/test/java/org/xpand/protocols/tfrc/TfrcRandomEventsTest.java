package org.xpand.protocols.tfrc;

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
class TfrcRandomEventsTest extends RandomEvents {
    @Property(tries = 300)
    void sourceKeepsItsPromises(@ForAll long seed) {
        playSource(seed, 600);
    }

    @Property(tries = 300)
    void receiverKeepsItsPromises(@ForAll long seed) {
        playReceiver(seed, 600);
    }

    private static TfrcConfig config(SplittableRandom random) {
        return random.nextBoolean() ? TfrcConfig.recommended() : TfrcConfig.paper();
    }

    @Override
    protected RateSource source(SplittableRandom random) {
        return new TfrcSource(config(random));
    }

    @Override
    protected RateReceiver receiver(SplittableRandom random) {
        return new TfrcReceiver(config(random));
    }

    @Override
    protected void readHeader(WireReader in) {
        // What it says is about one receiver; the length was checked.
    }

    @Override
    protected void writeReport(SplittableRandom random, WireWriter out, long lastNumber, long now) {
        double p = random.nextInt(3) == 0 ? 0 : random.nextDouble();
        TfrcReport report = new TfrcReport();
        report.set(lastNumber - random.nextLong(1, 20), random.nextLong(10 * MS), 1e3 * random.nextDouble() / (p + 1e-6), p,
                1e6 * random.nextDouble(), random.nextInt(5));
        report.write(out);
    }

    @Override
    protected void readReport(WireReader in) {
        new TfrcReport().read(in);
    }

    @Override
    protected void writeHeader(SplittableRandom random, WireWriter out, long now) {
        if (random.nextInt(5) == 0) {
            TfrcDataHeader.write(out, random.nextInt(3), random.nextLong(1, 2000 * MS));
        }
    }

    @Override
    protected void checkDue(boolean due, boolean deadlineHasCome) {
        assertThat(due).as("due when the deadline has come").isEqualTo(deadlineHasCome);
    }
}
