package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.reliability.Delivery;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.segment.Segment;

/** A sender and its delegate while a site is away: the delegate lets go of the oldest before the sender would have to stop. */
class RetentionTest {
    private static final int KEPT = 64 << 10;
    private static final SiteId AWAY = new SiteId(2);
    private static final RelayConfig RELAY = RelayConfig.defaults().withRetention(1 << 10, KEPT).withMaxMessage(10_000);

    @Property(tries = 60)
    void aSiteThatIsAwayStopsNobody(@ForAll @Size(min = 1, max = 12) List<@IntRange(min = 0, max = 4_000) Integer> lengths) {
        LocalSender local = new LocalSender(new SenderId(new SiteId(1), 2), 0, RELAY, new SenderBudget(RELAY), 0);
        ReliabilityLayer layer = new ReliabilityLayer(ReliabilityConfig.defaults().withRetention(60_000_000_000L, KEPT),
                new Notices(local));
        layer.open(local.id(), 0, 0);
        layer.siteJoined(AWAY, 1, 0);
        layer.siteUnreachable(AWAY, 0);
        local.notice(0, 64);
        local.allotted(1e9, 1, true, 0);
        int sent = 0;
        for (long bytes = 0; bytes < 3 * KEPT; sent++) {
            int length = lengths.get(sent % lengths.size());
            bytes += length + Segment.LEAST_COST;
            long now = (sent + 1) * 100_000_000L;
            local.allotted(1e9, 1, true, now);
            local.accept(new byte[length], now);
            local.take(now);
            for (long number = local.nextNumber(); number >= 0; number = local.nextNumber()) {
                assertThat(layer.offer(local.id(), number, local.segment(number))).isTrue();
                local.sent();
                layer.localProgress(local.id(), number + 1, number + 8192);
            }
            assertThat(local.unconsumedBytes()).as("what waits after %s messages", sent).isZero();
            assertThat(local.keptBytes()).isLessThanOrEqualTo(RELAY.mostRetentionBytes() + RELAY.maxMessage());
        }
        assertThat(local.stable()).as("let go").isPositive();
        assertThat(local.keptBytes()).as("the newest are kept").isGreaterThan(KEPT * 3 / 4);
    }

    @Property(tries = 60)
    void aStateForAMemberElsewhereCostsASiteThatIsAwayNoMessage(@ForAll @Size(min = 1, max = 12) List<@IntRange(min = 0, max = 400) Integer> lengths,
                                                                 @ForAll @IntRange(min = 1, max = 3) int pieces) {
        LocalSender local = new LocalSender(new SenderId(new SiteId(1), 2), 0, RELAY, new SenderBudget(RELAY), 0);
        ReliabilityLayer layer = new ReliabilityLayer(ReliabilityConfig.defaults().withRetention(60_000_000_000L, KEPT),
                new Notices(local));
        layer.open(local.id(), 0, 0);
        layer.siteJoined(AWAY, 1, 0);
        layer.siteUnreachable(AWAY, 0);
        local.notice(0, 64);
        Map<Long, Segment> sent = new TreeMap<>();
        for (int i = 0; i < 48; i++) {
            long now = (i + 1) * 1_000_000_000L;
            local.allotted(1e9, 1, true, now);
            boolean isPiece = i % (pieces + 1) > 0;
            byte[] header = isPiece ? MessageHeader.of(MessageHeader.STATE_PIECE, 0, new SenderId(new SiteId(1), 3), 7)
                    : MessageHeader.of(MessageHeader.APPLICATION, 0, null);
            List<Segment> message = LocalSender.cut(header, new byte[isPiece ? 8000 : lengths.get(i % lengths.size())],
                    Segment.USUAL_PAYLOAD, RELAY);
            local.accept(message, now);
            local.take(now);
            for (long number = local.nextNumber(); number >= 0; number = local.nextNumber()) {
                if (!isPiece) {
                    sent.put(number, local.segment(number));
                }
                assertThat(layer.offer(local.id(), number, local.segment(number))).isTrue();
                local.sent();
                layer.localProgress(local.id(), number + 1, number + 8192);
            }
            assertThat(local.unconsumedBytes()).as("what waits after %s messages", i).isZero();
        }
        assertThat(local.stable()).as("let go").isZero();
        assertThat(sent).isNotEmpty().allSatisfy((number, segment) -> {
            assertThat(layer.segment(local.id(), number)).isSameAs(segment);
            assertThat(local.segment(number)).isSameAs(segment);
        });
        assertThat(layer.segment(local.id(), layer.end(local.id()) - 1)).as("the newest is whole").isSameAs(local.segment(local.end() - 1));
    }

    /** Tells the sender. */
    private record Notices(LocalSender sender) implements Delivery {
        @Override
        public boolean deliver(SenderId from, long number, Segment segment, long nowNanos) {
            return true;
        }

        @Override
        public void progress(SenderId from, long stable, long limit) {
            sender.notice(stable, limit);
        }

        @Override
        public void done(SenderId from) {
            // It goes on.
        }

        @Override
        public void returned(SenderId from, long number, Segment segment, long nowNanos) {
            // Nothing is asked for.
        }

        @Override
        public void gap(SenderId from, long first, long end) {
            // There are no remote senders.
        }

        @Override
        public void forgotten(SenderId from) {
            // The same.
        }

        @Override
        public void excluded(SiteId source) {
            // The same.
        }

        @Override
        public void dropped(SiteId site, String reason) {
            // It stays away for less than that takes.
        }
    }
}
