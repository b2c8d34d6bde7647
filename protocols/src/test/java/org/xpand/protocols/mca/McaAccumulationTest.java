package org.xpand.protocols.mca;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Accumulation and its hysteresis on hand-made delays: a packet of 1000 bytes per millisecond, 1 MB/s. */
class McaAccumulationTest {
    private static final long MS = 1_000_000;
    private static final int SIZE = 1000;
    private static final double RATE = 1e6;
    private static final long SRTT = 3 * MS;

    private long now = 1_000 * MS;

    private McaAccumulation accumulation(String... settings) {
        Map<String, String> map = new HashMap<>(Map.of("noise", "0ms", "leastTime", "0ms", "leastRtts", "0"));
        for (int i = 0; i < settings.length; i += 2) {
            map.put(settings[i], settings[i + 1]);
        }
        McaAccumulation made = new McaAccumulation(McaConfig.fromSettings(map));
        packets(made, 0, 0, 0, 0);
        return made;
    }

    /** Packets with these delays arrive, a millisecond apart, and the last one is a control packet. */
    private boolean packets(McaAccumulation of, double... delaysMillis) {
        return packetsAt(of, RATE, delaysMillis);
    }

    private boolean packetsAt(McaAccumulation of, double sendRate, double... delaysMillis) {
        for (double delay : delaysMillis) {
            now += MS;
            of.received(SIZE, Math.round(delay * MS), now);
        }
        return of.controlReceived(SIZE, RATE, sendRate, SRTT, now);
    }

    @Test
    void congestionBeginsAboveTwoPacketsAndEndsBelowOne() {
        McaAccumulation of = accumulation();
        packets(of, 1.9);
        assertThat(of.congested()).isFalse();
        packets(of, 2.1);
        assertThat(of.congested()).isTrue();
        assertThat(packets(of, 1.1)).isFalse();
        assertThat(of.congested()).as("between the thresholds nothing changes").isTrue();
        assertThat(packets(of, 0.9)).as("the epoch ends").isTrue();
        assertThat(of.congested()).isFalse();
        packets(of, 1.9);
        assertThat(of.congested()).as("between the thresholds nothing changes").isFalse();
    }

    @Test
    void theResidualOfAnEpochIsCarriedOver() {
        McaAccumulation of = accumulation();
        packets(of, 2.5);
        packets(of, 0.9);
        assertThat(of.congested()).isFalse();
        packets(of, 2.05);
        assertThat(of.congested()).as("0.9 packets left and 1.15 more").isTrue();
    }

    @Test
    void theEndOfAnEpochIsTheNewReference() {
        McaAccumulation of = accumulation();
        packets(of, 2.5);
        packets(of, 0.9);
        packets(of, 0.6);
        packets(of, 2.5);
        assertThat(of.congested()).as("1.9 ms later than the earliest since the epoch ended").isFalse();
        packets(of, 2.7);
        assertThat(of.congested()).isTrue();
    }

    @Test
    void aPacketBeforeItsTimeSetsTheReferenceAnew() {
        McaAccumulation of = accumulation();
        packets(of, -5);
        packets(of, -3.1);
        assertThat(of.congested()).isFalse();
        packets(of, -2.9);
        assertThat(of.congested()).as("2.1 ms later than the earliest").isTrue();
    }

    @Test
    void theClocksOffsetCancels() {
        for (long offset : new long[] {0, -1L << 61, 1L << 61, Long.MAX_VALUE}) {
            McaAccumulation of = new McaAccumulation(McaConfig.paper());
            long base = 30 * MS + offset;
            for (int i = 0; i < 10; i++) {
                of.received(SIZE, base + (i < 8 ? 0 : 3 * MS), i * MS);
                of.controlReceived(SIZE, RATE, RATE, SRTT, now);
                assertThat(of.congested()).as("offset %d packet %d", offset, i).isEqualTo(i >= 8);
            }
        }
    }

    @Test
    void onlyWhatAllPacketsOfTheIntervalSawIsAQueue() {
        McaAccumulation of = accumulation();
        packets(of, 5, 4, 3, 0, 3, 4, 5);
        assertThat(of.congested()).as("one of them was in time").isFalse();
        packets(of, 5, 4, 3, 3, 4, 5);
        assertThat(of.congested()).isTrue();
        McaAccumulation plain = accumulation("leastOfInterval", "false");
        packets(plain, 0, 0, 5);
        assertThat(plain.congested()).as("the control packet's own").isTrue();
    }

    @Test
    void packetsThatWereReadTogetherAreNoQueue() {
        McaAccumulation of = accumulation("leastTime", "5ms");
        now += 30 * MS;
        for (int late = 30; late > 0; late--) {
            now += 10_000;
            of.received(SIZE, late * MS, now);
            of.controlReceived(SIZE, RATE, RATE, SRTT, now);
            assertThat(of.congested()).as("a packet was %d ms late", late).isFalse();
        }
        packets(of, 0, 0, 0, 0, 0);
        assertThat(of.congested()).as("the last one was nearly in time").isFalse();
        packets(of, 3, 3, 3, 3, 3, 3);
        assertThat(of.congested()).as("all were late for 5 ms").isTrue();
    }

    @Test
    void aHostThatStoodStillForAPartOfTheRoundTripTimeIsNoQueue() {
        McaAccumulation of = accumulation("leastRtts", "2");
        packets(of, 0, 0, 0);
        packets(of, 3, 3, 3, 3, 3, 3);
        assertThat(of.congested()).as("5 of 6 ms").isFalse();
        packets(of, 0, 0);
        assertThat(of.congested()).as("then one in time").isFalse();
        packets(of, 3, 3, 3, 3, 3, 3, 3);
        assertThat(of.congested()).as("all for two round-trip times").isTrue();
    }

    @Test
    void aDelayWithinTheNoiseIsNoQueue() {
        McaAccumulation of = accumulation("noise", "5ms");
        packets(of, 4.9);
        assertThat(of.congested()).isFalse();
        packets(of, 5.1);
        assertThat(of.congested()).isTrue();
        packets(of, 2.6);
        assertThat(of.congested()).isTrue();
        packets(of, 2.4);
        assertThat(of.congested()).isFalse();
    }

    @Test
    void aPacketThatWasOvertakenCountsAsBytes() {
        for (boolean came : new boolean[] {true, false}) {
            McaAccumulation of = accumulation();
            now += 10 * MS;
            for (int i = 0; i < 3; i++) {
                now += MS / 4;
                if (came) {
                    of.late(SIZE, now);
                }
            }
            packets(of, 2.5);
            assertThat(of.congested()).as("three came in the 2.5 ms: %s", came).isEqualTo(came);
        }
    }

    @Test
    void lostPacketsAreNoAccumulation() {
        McaAccumulation of = accumulation();
        now += 50 * MS;
        packets(of, 0.5);
        assertThat(of.congested()).as("fifty packets never came").isFalse();
    }

    @Test
    void whatTheReceiverDoesNotGetSlowlyIsNotItsAccumulation() {
        McaAccumulation of = accumulation();
        for (int i = 0; i < 5; i++) {
            now += 100 * MS;
            of.received(SIZE, 20 * MS, now);
            of.controlReceived(SIZE, SIZE / 0.1, SIZE / 0.1, SRTT, now);
        }
        assertThat(of.congested()).as("a queue of others, in which a slow flow has a fifth of a packet").isFalse();
    }

    @Test
    void aDelayThatDoesNotFollowTheRateIsALongerRoute() {
        McaAccumulation of = accumulation();
        packetsAt(of, RATE, 23);
        for (int i = 0; i < 10; i++) {
            assertThat(packetsAt(of, 0.61 * RATE, 20)).isFalse();
        }
        packetsAt(of, 0.59 * RATE, 20);
        packetsAt(of, 0.59 * RATE, 20);
        assertThat(packetsAt(of, 0.59 * RATE, 20)).as("not yet a round-trip time").isFalse();
        assertThat(packetsAt(of, 0.59 * RATE, 20)).as("a round-trip time at less than 0.6 of the rate").isTrue();
        assertThat(of.resyncs()).isEqualTo(1);
        packetsAt(of, 0.59 * RATE, 21.9);
        assertThat(of.congested()).as("the new route is the reference").isFalse();
        packetsAt(of, 0.59 * RATE, 22.1);
        assertThat(of.congested()).isTrue();
    }

    @Test
    void aDelayThatFollowsTheRateIsAQueue() {
        McaAccumulation of = accumulation();
        packetsAt(of, RATE, 20);
        for (double delay = 20; delay > 2; delay *= 0.74) {
            packetsAt(of, 0.5 * RATE, delay, delay, delay);
            assertThat(of.congested()).as("less than 0.75 of the delay is left").isTrue();
        }
        assertThat(of.resyncs()).isZero();
    }

    @Test
    void theReferenceFollowsTheAnnouncedDrift() {
        for (int drift : new int[] {100_000, -100_000}) {
            McaAccumulation of = accumulation();
            of.drift(drift);
            for (int i = 1; i <= 100_000; i++) {
                now += MS;
                of.received(SIZE, Math.round(i * MS * (drift / 1e9)), now);
                of.controlReceived(SIZE, RATE, RATE, SRTT, now);
                assertThat(of.congested()).as("after %d ms", i).isFalse();
            }
            packets(of, 100_000 * (drift / 1e9) + 2.1);
            assertThat(of.congested()).as("after 100 s two packets are still seen").isTrue();
        }
    }

    @Test
    void anotherClockBeginsAnew() {
        McaAccumulation of = accumulation();
        packets(of, 5);
        assertThat(of.congested()).isTrue();
        of.restart();
        packets(of, 70_000);
        assertThat(of.congested()).isFalse();
        packets(of, 70_003);
        assertThat(of.congested()).isTrue();
    }
}
