package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.rate.Pacer;
import org.xpand.protocols.strategy.RateSourceStats;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** One paced source, a filtered link to each of three receivers: each gets what its own link allows (TUF §1, §5.1). */
class TufTreeTest {
    private static final int SIZE = 1000;
    private static final long MS = 1_000_000;

    private final Timeline time = new Timeline();
    private final TufConfig config = TufConfig.recommended();
    private final TufSource source = new TufSource(config, new TagLayers(), 123);
    private final Pacer pacer = new Pacer(Pacer.Limits.DEFAULT, 0);
    private final List<HopScene> links = new ArrayList<>();
    private final List<TufReceiver> receivers = new ArrayList<>();
    private long number;

    private void link(double capacity) {
        long key = links.size();
        HopScene link = new HopScene(config, capacity, (int) Math.max(20, capacity / 10), 30 * MS, time);
        TufReceiver receiver = new TufReceiver(config, config.reportInterval());
        receiver.identity(key);
        links.add(link);
        receivers.add(receiver);
        source.receiverJoined(key, 0, time.now());
    }

    /** A timer of 1 ms lets leave what is due, as on a real computer. */
    private void tick() {
        double best = links.stream().mapToDouble(link -> link.near.rate()).max().orElseThrow();
        source.linkRates(best, best, time.now());
        pacer.rateChanged(source.allowedRate(time.now()), source.rttNanos(), time.now());
        while (pacer.maySend(time.now())) {
            send();
        }
        time.at(time.now() + MS, this::tick);
    }

    private void send() {
        byte[] header = new byte[source.headerLength(time.now())];
        long sent = number++;
        source.packetSent(sent, SIZE, new WireWriter(header), time.now());
        for (int i = 0; i < links.size(); i++) {
            HopScene link = links.get(i);
            int receiver = i;
            if (link.near.admit(new WireReader(header), SIZE, time.now())) {
                link.enter(() -> arrive(link, receiver, sent, header), () -> { });
            }
        }
        pacer.sent(SIZE, source.allowedRate(time.now()), source.rttNanos(), time.now());
    }

    private void arrive(HopScene link, int index, long sent, byte[] header) {
        TufReceiver receiver = receivers.get(index);
        link.far.packetReceived(SIZE, time.now());
        receiver.packetReceived(sent, SIZE, 0, new WireReader(header), time.now());
        if (receiver.reportDue(time.now())) {
            byte[] report = new byte[TufReport.LENGTH];
            receiver.writeReport(new WireWriter(report), time.now());
            time.at(time.now() + 30 * MS, () -> source.reportReceived(index, new WireReader(report), time.now()));
        }
    }

    @Test
    void everyReceiverGetsWhatItsOwnLinkAllows() {
        link(125);
        link(500);
        link(2000);
        time.at(0, this::tick);
        time.run(30);
        long[] before = receivers.stream().mapToLong(receiver -> receiver.stats(time.now()).received()).toArray();
        time.run(30);
        double[] share = new double[3];
        for (int i = 0; i < 3; i++) {
            double capacity = new double[] {125, 500, 2000}[i];
            share[i] = (receivers.get(i).stats(time.now()).received() - before[i]) / 30.0 / capacity;
        }
        assertThat(share).as("use of each link").doesNotContain(Double.NaN);
        for (double one : share) {
            assertThat(one).isBetween(0.8, 1.0);
        }
        assertThat(source.allowedRate(time.now()) / SIZE).as("the best link's").isCloseTo(2000, within(600.0));
        List<RateSourceStats.Receiver> stats = source.stats(time.now()).receivers();
        for (RateSourceStats.Receiver one : stats) {
            assertThat(one.reports()).as("about one report a second").isBetween(55L, 70L);
            assertThat(one.rttNanos()).isBetween(60 * MS, 260 * MS);
            assertThat(receivers.get((int) one.key()).rttNanos()).isBetween(60 * MS, 260 * MS);
        }
        assertThat(stats.get(0).receiveRate()).isCloseTo(125_000, within(25_000.0));
        assertThat(source.stats(time.now()).limitingReceiver()).hasValue(0);
    }
}
