package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.strategy.RateHopStats;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** One hop per strategy and neighbour filters outgoing packets, counts incoming ones, and exchanges messages with its counterpart. */
class HopFiltersTest {
    private static final long MS = 1_000_000;
    private static final SiteId A = new SiteId(1);
    private static final SiteId B = new SiteId(2);
    private static final SiteId C = new SiteId(3);
    private static final RateStrategy TUF = RateStrategies.create("tuf", Map.of());
    private static final RateStrategy TFRC = RateStrategies.create("tfrc", Map.of());

    private final List<byte[]> sent = new ArrayList<>();
    private final List<Integer> classes = new ArrayList<>();
    private final List<SiteId> destinations = new ArrayList<>();
    private final DatagramOut out = new DatagramOut() {
        @Override
        public void send(SiteId to, byte[] buffer, int offset, int length) {
            destinations.add(to);
            sent.add(Arrays.copyOfRange(buffer, offset, offset + length));
        }

        @Override
        public void send(SiteId to, byte[] buffer, int offset, int length, int trafficClass) {
            classes.add(trafficClass);
            send(to, buffer, offset, length);
        }

        @Override
        public boolean isWritable() {
            return true;
        }
    };
    private final HopFilters atA = new HopFilters(out, new SplittableRandom(1), site -> "s" + site.value());
    private final HopFilters atB = new HopFilters(out, new SplittableRandom(2), site -> "s" + site.value());

    private static byte[] packet(int tag) {
        byte[] datagram = new byte[WireFormat.DATA_HEADER_LENGTH + 105];
        new WireWriter(datagram).reset(WireFormat.DATA_HEADER_LENGTH, datagram.length).putByte(4).putInt(tag);
        return datagram;
    }

    private boolean admit(HopFilters filters, SiteId to, int tag) {
        byte[] datagram = packet(tag);
        return filters.admit(TUF, to, datagram, 0, datagram.length, 0, 0);
    }

    /** Passes the last datagram sent to the other end. */
    private boolean inbox(SiteId from, HopFilters to, long now) {
        byte[] datagram = sent.remove(sent.size() - 1);
        WireReader in = new WireReader(datagram);
        in.skip(2);
        assertThat(in.getByte()).isEqualTo(PacketKind.HOP.code());
        in.skip(1);
        return to.messageReceived(from, in, name -> name.equals("tuf") ? TUF : null, now);
    }

    @Test
    void theRuleOfALinkIsChosenByTheNameOfItsNeighbour() {
        RateStrategy mixed = RateStrategies.create("tuf", Map.of("preset", "paper", "threshold", "additive",
                "threshold@s3", "proportional"));
        for (SiteId neighbour : List.of(B, C)) {
            atA.admit(mixed, neighbour, packet(0), 0, packet(0).length, 0, 0);
        }
        for (long now = 0; now < 3000 * MS; now += 100 * MS) {
            long at = now;
            atA.run(at);
            while (!sent.isEmpty()) {
                // Everything sent arrives: the answer reports as many packets as there were.
                SiteId to = destinations.remove(0);
                WireReader in = new WireReader(sent.remove(0));
                in.skip(4 + 1 + 3);
                in.getByte();
                byte[] answer = new byte[64];
                WireWriter out = new WireWriter(answer).putByte(3).putBytes(new byte[] {'t', 'u', 'f'}, 0, 3).putByte(2)
                        .putLong(in.getLong()).putInt(in.getInt()).putInt(-1).putByte(0).putLong(9).putLong(1).putInt(0);
                atA.messageReceived(to, new WireReader().reset(answer, 0, out.position()), name -> mixed, at + MS);
            }
        }
        double additive = rates(mixed, B).get(0);
        assertThat(additive).as("C B0 = 5 per second and interval").isBetween(50.0, 70.0);
        assertThat(rates(mixed, C).get(0)).as("7 % per interval").isBetween(42.0, 60.0).isNotEqualTo(additive);
    }

    @Test
    void packetsAreFilteredOnEachLinkByItself() {
        assertThat(admit(atA, B, 0)).isTrue();
        assertThat(admit(atA, B, -2)).as("a tag far above the threshold").isFalse();
        assertThat(admit(atA, C, 0)).isTrue();
        RateHopStats toB = atA.stats(0).get(B).get("tuf");
        assertThat(toB.admitted()).isEqualTo(1);
        assertThat(toB.refused()).isEqualTo(1);
        assertThat(atA.stats(0).get(C).get("tuf").refused()).isZero();
    }

    /** Each traffic class has a socket, and they send one after the other: a probe would overtake the packets that it counts. */
    @Test
    void aProbeLeavesAsThePacketsThatItCounts() {
        byte[] datagram = packet(0);
        atA.admit(TUF, B, datagram, 0, datagram.length, 2, 0);
        byte[] refused = packet(-2);
        atA.admit(TUF, B, refused, 0, refused.length, 4, 0);
        atA.run(0);
        assertThat(classes).isNotEmpty().containsOnly(2);
    }

    private List<Double> rates(SiteId... neighbours) {
        return rates(TUF, neighbours);
    }

    private List<Double> rates(RateStrategy strategy, SiteId... neighbours) {
        List<Double> announced = new ArrayList<>();
        atA.announceRates(strategy, List.of(neighbours), (best, least, now) -> announced.addAll(List.of(best, least)), 0);
        return announced;
    }

    @Test
    void aStrategyWithoutHopsIsNotFiltered() {
        byte[] datagram = packet(-2);
        assertThat(atA.admit(TFRC, B, datagram, 0, datagram.length, 0, 0)).isTrue();
        assertThat(rates(TFRC, B)).isEmpty();
        assertThat(atA.stats(0)).isEmpty();
        assertThat(atA.run(0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void theBestAndTheWorstLinkAreReported() {
        assertThat(rates(B)).containsExactly(40.0, 40.0);
        atA.run(0);
        sent.clear();
        for (long now = 0; now < 1100 * MS; now += 10 * MS) {
            atA.run(now);
            sent.clear();
        }
        assertThat(rates(B)).as("no answers").containsExactly(20.0, 20.0);
        assertThat(rates(B, C)).containsExactly(40.0, 20.0);
        assertThat(rates()).isEmpty();
    }

    @Test
    void aProbeIsAnsweredByTheCounterpartAndMeasuresTheLink() {
        rates(B);
        assertThat(atA.run(0)).isEqualTo(250 * MS);
        assertThat(destinations).containsExactly(B);
        assertThat(inbox(A, atB, 40 * MS)).isTrue();
        atB.run(40 * MS);
        assertThat(destinations.get(1)).isEqualTo(A);
        byte[] probeOfB = sent.size() == 2 ? sent.remove(1) : null;
        assertThat(probeOfB).as("B probes too").isNotNull();
        assertThat(inbox(B, atA, 80 * MS)).isTrue();
        assertThat(atA.stats(0).get(B).get("tuf").rttNanos()).isEqualTo(80 * MS);
    }

    @Test
    void packetsThatArriveAreCounted() {
        atB.packetReceived(TUF, A, 1000, 0);
        assertThat(atB.stats(0).get(A).get("tuf").received()).isEqualTo(1);
    }

    @Test
    void messagesForAStrategyThatNobodyUsesAreRefused() {
        WireReader in = new WireReader(new byte[] {3, 'm', 'c', 'a', 1, 2, 3});
        assertThat(atB.messageReceived(A, in, name -> null, 0)).isFalse();
        assertThat(atB.stats(0)).isEmpty();
    }

    @Test
    void malformedMessagesAndHeadersAreRefused() {
        assertThatThrownBy(() -> atB.messageReceived(A, new WireReader(new byte[] {9, 't'}), name -> TUF, 0))
                .isInstanceOf(MalformedPacketException.class);
        assertThatThrownBy(() -> atB.messageReceived(A, new WireReader(new byte[] {3, 't', 'u', 'f', 1}),
                name -> TUF, 0)).isInstanceOf(MalformedPacketException.class);
        byte[] truncated = Arrays.copyOf(packet(0), WireFormat.DATA_HEADER_LENGTH + 3);
        assertThatThrownBy(() -> atA.admit(TUF, B, truncated, 0, truncated.length, 0, 0))
                .isInstanceOf(MalformedPacketException.class);
    }

    @Test
    void aLinkThatNobodyUsesIsForgotten() {
        rates(B);
        atA.run(HopFilters.KEEP_NANOS - 1);
        assertThat(atA.stats(0)).containsKey(B);
        assertThat(atA.run(HopFilters.KEEP_NANOS)).isEqualTo(Long.MAX_VALUE);
        assertThat(atA.stats(0)).isEmpty();
    }
}
