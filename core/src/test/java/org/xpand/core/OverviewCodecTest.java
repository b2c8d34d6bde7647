package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.RateReason;

/** A delegate's overview is decoded as it was encoded and is bounded; malformed bytes are refused. */
class OverviewCodecTest {
    private static Overview overview(int groups) {
        List<Overview.GroupState> states = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < groups; i++) {
            boolean limited = i % 50 == 49;
            states.add(new Overview.GroupState("group" + random.nextLong(), "tfrc", List.of(new Overview.Place("a", List.of("m1", "m2"))),
                    List.of(new Overview.Edge("a", "b")), i % 2 == 0,
                    Optional.of(new Overview.Source(random.nextDouble(), true, Optional.of(RateReason.PATH),
                            limited ? Optional.of("b") : Optional.empty(),
                            Duration.ofNanos(7), i, 1, 2, 3, 4, 5, 6,
                            Optional.of(7L))),
                    List.of(new Overview.Receiver("b", Duration.ofNanos(random.nextInt(1000000)), Optional.of(3.5), random.nextDouble())),
                    List.of(new Overview.Arrival("b", random.nextDouble(), 2, 3, Optional.of(8L))),
                    List.of(new Overview.Sender("m1", Double.POSITIVE_INFINITY, 2, List.of("b"))),
                    List.of(new Overview.LocalReceiver("m2", 1, 2, Duration.ZERO, true))));
        }
        return new Overview("a", "m1", true, Optional.of("m1"), List.of("m1", "m2"),
                List.of(new Overview.Site("a", Optional.of("192.0.2.1:1"), 1, 2), new Overview.Site("b", Optional.empty(), 1, 2)),
                List.of(new Overview.Link("a", "b", Duration.ofNanos(5)), new Overview.Link("b", "a", Duration.ofNanos(6))), states,
                List.of(new Overview.Held("g", Limit.Kind.UNREACHABLE, "b", "", "site b is not reached")));
    }

    @Test
    void withinTheSiteEverythingIsReported() {
        assertThat(OverviewCodec.decode("a", OverviewCodec.encode(overview(3), true, 1 << 16))).contains(overview(3));
    }

    /** A picture as the versions wrote it that did not know the additions: one site, one group and nothing behind the limits. */
    @Test
    void aPictureOfAnOlderVersionIsRead() throws Exception {
        java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
        out.write(1);
        try (var data = new java.io.DataOutputStream(new java.util.zip.DeflaterOutputStream(out))) {
            data.writeUTF("m1");
            data.writeBoolean(false);
            for (int empty = 0; empty < 3; empty++) {
                data.writeShort(0);
            }
            data.writeShort(1);
            data.writeUTF("g");
            data.writeUTF("tfrc");
            data.writeShort(0);
            data.writeShort(0);
            data.writeBoolean(false);
            data.writeBoolean(true);
            data.writeDouble(100);
            data.writeBoolean(true);
            data.writeBoolean(false);
            data.writeLong(7);
            data.writeDouble(5);
            for (long figure = 0; figure < 6; figure++) {
                data.writeLong(figure);
            }
            for (int empty = 0; empty < 4; empty++) {
                data.writeShort(0);
            }
            data.writeShort(0);
        }
        Overview read = OverviewCodec.decode("a", out.toByteArray()).orElseThrow();
        assertThat(read.groups().get(0).source()).contains(new Overview.Source(800, true, Optional.empty(), Optional.empty(),
                Duration.ofNanos(7), 40, 0, 1, 2, 3, 4, 5, Optional.empty()));
    }

    @Test
    void toOtherSitesWhatTheyKnowIsLeftOut() {
        byte[] bytes = OverviewCodec.encode(overview(1), false, 1 << 14);
        assertThat(bytes).hasSizeLessThan(500);
        Overview reported = OverviewCodec.decode("a", bytes).orElseThrow();
        assertThat(reported.sites()).isEmpty();
        assertThat(reported.links()).containsExactly(new Overview.Link("a", "b", Duration.ofNanos(5)));
        assertThat(reported.groups()).isEqualTo(overview(1).groups());
    }

    @Test
    void whatIsTooLongIsReportedWithoutTheGroupsThatNothingLimits() {
        byte[] bytes = OverviewCodec.encode(overview(400), false, 8000);
        assertThat(bytes.length).isBetween(4000, 8000);
        List<Overview.GroupState> reported = OverviewCodec.decode("a", bytes).orElseThrow().groups();
        assertThat(reported.stream().filter(group -> group.source().orElseThrow().limitingSite().isPresent())).hasSize(8);
        assertThat(reported).hasSizeGreaterThan(30).allMatch(group -> group.members().isEmpty());
        assertThat(OverviewCodec.encode(overview(1), false, 10)).isEmpty();
    }

    @Test
    void aSiteCannotSpeakForAnother() {
        assertThat(OverviewCodec.decode("z", OverviewCodec.encode(overview(1), true, 1 << 14)).orElseThrow().site()).isEqualTo("z");
    }

    @Test
    void wrongBytesAreRefusedAndNothingElse() {
        byte[] good = OverviewCodec.encode(overview(5), true, 1 << 16);
        SplittableRandom random = new SplittableRandom(2);
        int refused = 0;
        for (int i = 0; i < 2000; i++) {
            byte[] bad = Arrays.copyOf(good, 1 + random.nextInt(good.length));
            for (int wrong = random.nextInt(4); wrong >= 0; wrong--) {
                bad[random.nextInt(1, Math.max(2, bad.length)) % bad.length] = (byte) random.nextInt();
            }
            bad[0] = 1;
            try {
                OverviewCodec.decode("a", bad);
            } catch (IllegalArgumentException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(1500);
        assertThat(OverviewCodec.decode("a", new byte[] {2, 1})).as("of another form").isEmpty();
        assertThat(OverviewCodec.decode("a", new byte[0])).isEmpty();
    }

    @Test
    void nobodyInflatesWithoutEnd() throws Exception {
        java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
        out.write(1);
        try (var deflater = new java.util.zip.DeflaterOutputStream(out)) {
            deflater.write(new byte[50 << 20]);
        }
        assertThatThrownBy(() -> OverviewCodec.decode("a", out.toByteArray())).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("more than");
    }
}
