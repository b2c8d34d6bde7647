package org.xpand.protocols.tfmcc;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.xpand.protocols.strategy.RandomEvents;
import org.xpand.protocols.strategy.RateReceiver;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** Whatever happens in whatever order, the promises of the two roles hold. */
class TfmccRandomEventsTest extends RandomEvents {
    private int round;

    @Property(tries = 120)
    void sourceKeepsItsPromises(@ForAll long seed) {
        playSource(seed, 600);
    }

    @Property(tries = 120)
    void receiverKeepsItsPromises(@ForAll long seed) {
        playReceiver(seed, 600);
    }

    private static TfmccConfig config(SplittableRandom random) {
        return random.nextBoolean() ? TfmccConfig.recommended() : TfmccConfig.paper();
    }

    @Override
    protected RateSource source(SplittableRandom random) {
        round = 0;
        return new TfmccSource(config(random));
    }

    @Override
    protected RateReceiver receiver(SplittableRandom random) {
        round = 0;
        return new TfmccReceiver(config(random), random.split());
    }

    @Override
    protected void readHeader(WireReader in) {
        TfmccDataHeader header = new TfmccDataHeader();
        header.read(in);
        round = header.round();
    }

    @Override
    protected void writeReport(SplittableRandom random, WireWriter out, long lastNumber, long now) {
        double p = random.nextInt(3) == 0 ? 0 : random.nextDouble();
        TfmccReport report = new TfmccReport();
        report.setSender(random.nextBoolean(), random.nextBoolean(), round - random.nextInt(3), now, random.nextLong(500 * MS));
        report.setPath(lastNumber - random.nextLong(1, 20), random.nextLong(10 * MS),
                1e3 * random.nextDouble() / (p + 1e-6), 1e6 * random.nextDouble(), p, random.nextInt());
        report.write(out);
    }

    @Override
    protected void readReport(WireReader in) {
        new TfmccReport().read(in);
    }

    @Override
    protected void writeHeader(SplittableRandom random, WireWriter out, long now) {
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
        header.write(out);
    }
}
