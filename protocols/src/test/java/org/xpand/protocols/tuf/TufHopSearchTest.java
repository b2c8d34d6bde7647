package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** Where the search for K ends, and what K does until the next loss. */
class TufHopSearchTest {
    private static final long MS = 1_000_000;
    private static final TufConfig CONFIG = TufConfig.recommended();

    private final byte[] buffer = new byte[64];
    private final WireWriter writer = new WireWriter(buffer);

    /** So many packets with the highest tag that passes leave, and so many have arrived when the probe after them has. */
    private void interval(TufHop to, int packets, long start, long received, long longer) {
        for (int i = 0; i < packets; i++) {
            to.admit(HopScene.header((long) (to.rate() / CONFIG.b0()) - 1), 1000, 0);
        }
        assertThat(to.pullMessage(writer.reset(0, 64), start)).isTrue();
        TufHopMessage probe = new TufHopMessage();
        probe.read(new WireReader().reset(buffer, 0, writer.position()));
        writer.reset(0, 64);
        TufHopMessage.writeAnswer(writer, probe.proberIncarnation(), probe.number(), FoundThreshold.UNKNOWN, 5, received, 0);
        to.messageReceived(new WireReader().reset(buffer, 0, writer.position()), start + (100 + longer) * MS);
    }

    /** K of 1000, as it is when the search has ended in a queue that overflows. */
    private TufHop found(Map<String, String> more, long longer) {
        Map<String, String> settings = new HashMap<>(Map.of("initialRate", "1000"));
        settings.putAll(more);
        TufHop searched = new TufHop(TufConfig.fromSettings(settings), 7);
        interval(searched, 0, 0, 0, 0);
        interval(searched, 100, 200 * MS, 80, longer);
        return searched;
    }

    @Test
    void aSearchThatEndsWithALossFindsWhatArrivedInItsTime() {
        // 100 packets in 200 ms are 500 per second, of which four fifths came, in 300 ms.
        assertThat(found(Map.of(), 0).rate()).isCloseTo(0.85 * 400, within(1.0));
        assertThat(found(Map.of(), 100).rate()).isCloseTo(0.85 * 400 * 2 / 3, within(1.0));
        assertThat(found(Map.of(), 900).rate()).as("half of it came in time before").isCloseTo(0.85 * 200, within(1.0));
    }

    @Test
    void whatTheSearchHasOvershotIsOneLossEvent() {
        TufHop once = found(Map.of("overtaken", "0", "climbing", "false"), 0);
        interval(once, 100, 300 * MS, 180, 0);
        interval(once, 100, 400 * MS, 270, 0);
        assertThat(once.rate()).as("the queue that it has filled overflows still").isCloseTo(400, within(1.0));
        interval(once, 100, 500 * MS, 360, 0);
        assertThat(once.rate()).as("a loss of its own").isLessThan(390);
        TufHop flooded = found(Map.of("overtaken", "0"), 0);
        interval(flooded, 100, 300 * MS, 180, 0);
        interval(flooded, 100, 400 * MS, 200, 0);
        assertThat(flooded.rate()).as("much more than the link carries").isLessThan(200);
    }

    @Test
    void fromTheEndOfTheSearchToTheNextLossItRisesAsTcpDoes() {
        TufHop climbing = found(Map.of(), 0);
        long received = 180;
        interval(climbing, 100, 300 * MS, received, 0);
        for (int i = 0; i < 5; i++) {
            interval(climbing, 100, (400 + 100 * i) * MS, received += 100, 0);
            assertThat(climbing.rate()).as("a packet per 100 ms in 100 ms").isCloseTo(400 + 10 * (i + 1), within(0.5));
        }
        interval(climbing, 100, 900 * MS, received += 90, 0);
        double fallen = climbing.rate();
        assertThat(fallen).isLessThan(450);
        interval(climbing, 100, 1000 * MS, received += 100, 0);
        interval(climbing, 100, 1100 * MS, received += 100, 0);
        assertThat(climbing.rate()).as("the loss has told how much it carries").isEqualTo(fallen);
    }

    @Test
    void whatIsNotUsedDoesNotRise() {
        TufHop idle = found(Map.of(), 0);
        long received = 180;
        interval(idle, 100, 300 * MS, received, 0);
        for (int i = 0; i < 3; i++) {
            interval(idle, 20, (400 + 100 * i) * MS, received += 20, 0);
        }
        assertThat(idle.rate()).isCloseTo(400, within(1.0));
    }
}
