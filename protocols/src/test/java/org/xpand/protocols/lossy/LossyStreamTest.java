package org.xpand.protocols.lossy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

/** Messages come in order; every one that does not is reported, exactly once and in its place. */
class LossyStreamTest {
    private static final long MS = 1_000_000;
    private static final SenderId SENDER = new SenderId(new SiteId(1), 2);

    /** Writes down what comes, and refuses it on request. */
    private static final class Log implements LossyStream.Out {
        private final List<String> lines = new ArrayList<>();
        private boolean refuses;
        private long next;
        private long delivered;

        @Override
        public boolean message(SenderId sender, int precedence, long number, byte[] payload) {
            if (refuses) {
                return false;
            }
            assertThat(number).isEqualTo(next);
            next++;
            delivered++;
            lines.add(number + ":" + payload.length);
            return true;
        }

        @Override
        public boolean dropped(SenderId sender, int precedence, long first, long end) {
            if (refuses) {
                return false;
            }
            assertThat(first).isEqualTo(next);
            assertThat(end).isGreaterThan(first);
            next = end;
            lines.add(first + "-" + (end - 1) + " dropped");
            return true;
        }
    }

    private final Log log = new Log();
    private final LossyStream stream = new LossyStream(SENDER, 0, 0, 50 * MS, log);

    private void whole(long number, long now) {
        stream.part(number, 0, true, new byte[1], now);
    }

    @Test
    void whatWasOvertakenIsWaitedForAndThenMissing() {
        whole(0, 0);
        whole(2, 10 * MS);
        whole(3, 11 * MS);
        stream.expire(59 * MS);
        assertThat(log.lines).containsExactly("0:1");
        assertThat(stream.deadlineNanos()).isEqualTo(60 * MS);
        stream.expire(60 * MS);
        assertThat(log.lines).containsExactly("0:1", "1-1 dropped", "2:1", "3:1");
        assertThat(stream.deadlineNanos()).isEqualTo(Long.MAX_VALUE);
        whole(1, 61 * MS);
        assertThat(log.lines).as("too late").hasSize(4);
    }

    @Test
    void whatComesInTimeAfterAllIsPutInItsPlace() {
        whole(1, 0);
        whole(0, 49 * MS);
        assertThat(log.lines).containsExactly("0:1", "1:1");
        assertThat(stream.pendingBytes()).isZero();
    }

    @Test
    void aDigestShowsThatTheEndOfAStreamIsMissing() {
        whole(0, 0);
        stream.sentBelow(3, 10 * MS);
        stream.expire(59 * MS);
        assertThat(log.lines).hasSize(1);
        stream.expire(60 * MS);
        assertThat(log.lines).containsExactly("0:1", "1-2 dropped");
    }

    @Test
    void aMessageWithoutAllItsPartsIsMissingAndOneThatIsInFlightIsNot() {
        stream.part(0, 0, false, new byte[10], 0);
        stream.expire(1000 * MS);
        assertThat(log.lines).as("nothing says that the rest has been sent").isEmpty();
        stream.part(0, 2, true, new byte[5], 1000 * MS);
        stream.expire(1050 * MS);
        assertThat(log.lines).containsExactly("0-0 dropped");
        assertThat(stream.pendingBytes()).isZero();
        stream.part(1, 1, true, new byte[5], 1060 * MS);
        stream.part(1, 0, false, new byte[10], 1061 * MS);
        assertThat(log.lines).containsExactly("0-0 dropped", "1:15");
    }

    @Test
    void whatCannotBeTakenIsLostAndReportedLaterInOneRange() {
        whole(0, 0);
        log.refuses = true;
        whole(1, 0);
        whole(2, 0);
        log.refuses = false;
        whole(3, 0);
        assertThat(log.lines).containsExactly("0:1", "1-2 dropped", "3:1");
        log.refuses = true;
        whole(4, 0);
        log.refuses = false;
        stream.expire(0);
        assertThat(log.lines).endsWith("4-4 dropped");
    }

    @Test
    void atTheEndEverythingThatIsNotCompleteIsMissing() {
        stream.part(0, 0, false, new byte[10], 0);
        whole(2, 0);
        stream.sentBelow(5, 0);
        stream.finish(0);
        assertThat(log.lines).containsExactly("0-1 dropped", "2:1", "3-4 dropped");
    }

    @Test
    void partsThatContradictEachOtherAreNotTaken() {
        stream.part(0, 3, false, new byte[1], 0);
        stream.part(0, 1, true, new byte[1], 0);
        stream.part(0, 4, true, new byte[1], 0);
        stream.part(0, 5, false, new byte[1], 0);
        stream.part(0, 3, false, new byte[7], 0);
        for (int i = 0; i < 3; i++) {
            stream.part(0, i, false, new byte[1], 0);
        }
        assertThat(log.lines).containsExactly("0:5");
    }

    /** Whatever is lost, late or doubled: each number is delivered or reported, once and in order. */
    @Property(tries = 300)
    void everyNumberIsDeliveredOrReported(@ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int messages,
                                      @ForAll @DoubleRange(min = 0, max = 0.9) double loss) {
        SplittableRandom random = new SplittableRandom(seed);
        Log out = new Log();
        LossyStream under = new LossyStream(SENDER, 0, 0, 50 * MS, out);
        record Sent(long at, long number, int index, boolean last) {
        }
        List<Sent> arrivals = new ArrayList<>();
        boolean[] complete = new boolean[messages];
        for (int number = 0; number < messages; number++) {
            int parts = random.nextInt(1, 4);
            complete[number] = true;
            for (int index = 0; index < parts; index++) {
                if (random.nextDouble() < loss) {
                    complete[number] = false;
                    continue;
                }
                Sent sent = new Sent(number * 10 * MS + random.nextLong(40 * MS), number, index, index == parts - 1);
                arrivals.add(sent);
                if (random.nextInt(10) == 0) {
                    arrivals.add(sent);
                }
            }
        }
        arrivals.sort((a, b) -> Long.compare(a.at, b.at));
        for (Sent sent : arrivals) {
            under.expire(sent.at);
            under.part(sent.number, sent.index, sent.last, new byte[sent.index], sent.at);
        }
        long end = messages * 10L * MS + 40 * MS;
        under.sentBelow(messages, end);
        under.expire(end + 50 * MS);
        assertThat(out.next).isEqualTo(messages);
        assertThat(under.pendingBytes()).isZero();
        int whole = 0;
        for (boolean each : complete) {
            whole += each ? 1 : 0;
        }
        assertThat(out.delivered).as("reordering within the time to wait loses nothing").isEqualTo(whole);
    }
}
