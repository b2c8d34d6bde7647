package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.reliability.ReliabilityLayer;
import org.xpand.protocols.segment.Segment;

/** A member that is behind its site is brought what it lacks as fast as it takes it, and not more at once than that. */
class LaggingMembersTest {
    private static final long MS = 1_000_000;
    private static final int BEHIND = 4000;

    private final SenderId sender = new SenderId(new SiteId(1), 5);
    private final RelayConfig config = RelayConfig.defaults();
    private final LocalMember member = new LocalMember(new MemberId(7), new ProcessId(8), "late");
    private final MemberPosition position = new MemberPosition(0, 8192);
    private long sentBytes;
    private boolean room = true;
    private int places = Integer.MAX_VALUE;
    private final LanOut lan = new LanOut() {
        @Override
        public boolean hasRoom() {
            return room && places > 0;
        }

        @Override
        public void multicast(byte[] message) {
            throw new AssertionError("the others have it");
        }

        @Override
        public void send(ProcessId process, byte[] message) {
            assertThat(process).isEqualTo(new ProcessId(8));
            assertThat(places--).as("places in the queue").isPositive();
            sentBytes += message.length;
        }
    };
    private final ReliabilityLayer stack = new ReliabilityLayer(ReliabilityConfig.defaults(),
            new GroupRelay(sender.site(), new GroupId(1), new Epoch(1), config, lan, new NobodyListens()));
    private final LaggingMembers laggingMembers = new LaggingMembers(config, lan, new GroupId(1));

    @BeforeEach
    void thousandsOfSegments() {
        stack.open(sender, 0, 0);
        for (int i = 0; i < BEHIND; i++) {
            stack.offer(sender, i, new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[1000]));
        }
    }

    private void look(long end, long nowNanos) {
        position.look(end, 1024, nowNanos);
        laggingMembers.look(member, sender, position, end, stack, nowNanos);
    }

    @Test
    void aMemberIsBroughtMoreAsSoonAsItHasWhatItWasBrought() {
        look(BEHIND, 0);
        look(BEHIND, 250 * MS);
        long now = 250 * MS;
        long mostAtOnce = 0;
        while (position.next() < BEHIND && now < 20_000 * MS) {
            long most = Math.min(BEHIND - position.next(), config.muchProgress());
            mostAtOnce = Math.max(mostAtOnce, sentBytes);
            long segments = Math.min(most, sentBytes / 1000);
            sentBytes = 0;
            now += 2 * MS;
            position.announced(position.next() + segments, 20_000);
            look(BEHIND, now);
        }
        assertThat(now).as("four thousand segments, 2 ms a round").isLessThan(600 * MS);
        assertThat(mostAtOnce).isLessThanOrEqualTo(config.muchProgress() * 1100L);
    }

    /** For example because its network loses everything that is long; the LAN sends again what it has not delivered. */
    @Test
    void aMemberThatAcknowledgesNothingIsBroughtLittle() {
        look(BEHIND, 0);
        look(BEHIND, 250 * MS);
        long once = sentBytes;
        for (long now = 300 * MS; now < 20_000 * MS; now += 20 * MS) {
            look(BEHIND, now);
        }
        assertThat(sentBytes).isBetween(once + 10_000, once + 30 * 8 * 1100);
        sentBytes = 0;
        position.announced(1000, 20_000);
        look(BEHIND, 20_000 * MS);
        look(BEHIND, 20_250 * MS);
        assertThat(sentBytes).as("it goes on as fast as before").isCloseTo(once, Percentage.withPercentage(1));
    }

    @Test
    void whatTheLanHasNoRoomForWaits() {
        look(BEHIND, 0);
        room = false;
        look(BEHIND, 250 * MS);
        assertThat(sentBytes).isZero();
        room = true;
        look(BEHIND, 300 * MS);
        assertThat(sentBytes).isPositive();
    }

    @Test
    void noMoreIsSentThanThereIsRoomFor() {
        look(BEHIND, 0);
        places = 2;
        look(BEHIND, 250 * MS);
        assertThat(places).isZero();
        position.announced(sentBytes / 1000 - 1, 20_000);
        places = Integer.MAX_VALUE;
        sentBytes = 0;
        look(BEHIND, 260 * MS);
        look(BEHIND, 600 * MS);
        assertThat(sentBytes).as("it goes on").isPositive();
    }

    @Test
    void whatIsNewIsLeftToTheLan() {
        position.announced(BEHIND - 100, 20_000);
        look(BEHIND - 20, 0);
        look(BEHIND - 20, 250 * MS);
        assertThat(sentBytes).as("it has not come by itself").isPositive();
        sentBytes = 0;
        position.announced(BEHIND - 20, 20_000);
        look(BEHIND, 251 * MS);
        assertThat(sentBytes).as("it may be on its way").isZero();
    }

    @Test
    void nothingIsBroughtTwiceWhileItIsOnItsWay() {
        look(BEHIND, 0);
        look(BEHIND, 250 * MS);
        sentBytes = 0;
        look(BEHIND, 300 * MS);
        position.announced(10, 20_000);
        look(BEHIND, 301 * MS);
        assertThat(sentBytes).isZero();
    }
}
