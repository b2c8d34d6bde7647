package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.xpand.protocols.reliability.Liar.KEPT;
import static org.xpand.protocols.reliability.Liar.OVER;
import static org.xpand.protocols.reliability.Liar.time;
import static org.xpand.protocols.reliability.TestSite.MS;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/** What a site tells of its starts, exclusions and progress is believed as far as it can be, each number by itself. */
class ImplausibleStartsTest {
    private static final long FAR = Plausible.MAX_STARTS;

    private final Liar liar = new Liar();

    private void receivedFour() {
        liar.starts(1, 0, 0);
        liar.sends(0, 4, 0);
        assertThat(liar.receiver.received).hasSize(4);
        assertThat(liar.acknowledged(0)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"0,0,1", "-1,0,1", "1,1,1", "1,2,1", "1,0,0"})
    void aStartThatIsNoneIsRefused(long id, int part, int parts) {
        assertThatThrownBy(() -> liar.startsPart(id, part, parts, 0)).isInstanceOf(MalformedPacketException.class)
                .hasMessageContaining("start " + id + ", part " + part + " of " + parts);
    }

    @Test
    void aStartWithHalfASenderIsRefusedAsAWhole() {
        assertThatThrownBy(() -> liar.sends(PacketKind.REPAIR, FrameType.START, out -> out.putLong(1).putByte(0).putByte(1)
                .putLong(1), 0)).isInstanceOf(MalformedPacketException.class).hasMessageContaining("start 1, part 0 of 1");
        assertThat(liar.acknowledged(OVER)).isEqualTo(-1);
    }

    @Test
    void aStartFarBeyondTheLastIsDropped() {
        receivedFour();
        liar.starts(2 + FAR, MS);
        assertThat(liar.acknowledged(MS)).isEqualTo(-1);
        assertThat(liar.implausible()).isEqualTo(1);
        liar.starts(1 + FAR, MS);
        assertThat(liar.acknowledged(MS)).as("as many as one may have missed").isEqualTo(1 + FAR);
        assertThat(liar.implausible()).isEqualTo(1);
    }

    @Test
    void anOlderStartIsDroppedAndIsNoLie() {
        liar.starts(5, 0);
        assertThat(liar.acknowledged(0)).isEqualTo(5);
        liar.starts(4, MS);
        assertThat(liar.acknowledged(MS)).isEqualTo(-1);
        assertThat(liar.implausible()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 1L << 40})
    void whoInsistsOnAnotherStartIsBelieved(long id) {
        liar.starts(5, 0);
        liar.acknowledged(0);
        liar.starts(id, time(1));
        liar.starts(id, time(2));
        assertThat(liar.acknowledged(time(2))).as("twice").isEqualTo(-1);
        liar.starts(id, time(3));
        assertThat(liar.acknowledged(time(3))).isEqualTo(id);
    }

    @Test
    void whoInsistsWithoutTimeOrWithLaterPartsOnlyIsNot() {
        liar.starts(5, 0);
        liar.acknowledged(0);
        for (int i = 0; i < 10; i++) {
            liar.starts(1L << 40, time(1) + i);
        }
        assertThat(liar.acknowledged(time(2))).as("all at once").isEqualTo(-1);
        for (int i = 1; i < 10; i++) {
            liar.startsPart(1L << 41, 1, 2, time(i));
        }
        liar.startsPart(1L << 41, 0, 2, time(10));
        assertThat(liar.acknowledged(time(10))).isEqualTo(-1);
    }

    @Test
    void anotherStartThatIsBelievedEndsTheInsistence() {
        liar.starts(5, 0);
        liar.starts(1L << 40, time(1));
        liar.starts(1L << 40, time(2));
        liar.starts(6, time(2));
        liar.starts(1L << 40, time(3));
        assertThat(liar.acknowledged(time(3))).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, WireReader.MAX_NUMBER + 1, Long.MAX_VALUE})
    void aSenderDoesNotBeginWhereNoneCanBe(long first) {
        liar.starts(1, first, 0);
        assertThat(liar.implausible()).isEqualTo(1);
        assertThat(liar.acknowledged(0)).as("the rest of it is believed").isEqualTo(1);
        liar.sends(0, 1, 0);
        assertThat(liar.receiver.received).containsExactly("10#0");
    }

    @Test
    void aReceivedSenderDoesNotBeginFarFromThere() {
        receivedFour();
        liar.starts(2, 4 + 2 * KEPT + 1, 0);
        assertThat(liar.implausible()).isEqualTo(1);
        assertThat(liar.receiver.received).hasSize(4);
        liar.starts(3, 4 + 2 * KEPT, 0);
        assertThat(liar.implausible()).isEqualTo(1);
        assertThat(liar.receiver.received).endsWith("gap 10#4-36");
    }

    @Test
    void aSenderThatWasSilentForLongMayBeginFartherAway() {
        receivedFour();
        liar.starts(2, 4 + 2 * KEPT + 2001, MS);
        assertThat(liar.receiver.received).hasSize(4);
        liar.starts(3, 4 + 2 * KEPT + 2000, MS);
        assertThat(liar.receiver.received).endsWith("gap 10#4-2036");
    }

    /** An announcement that comes once more says again what was kept then; the next one has no such part if nothing older is kept. */
    @Test
    void whatARepeatedStartSaysOfKeptSegmentsIsNotSaidOfTheNext() {
        receivedFour();
        liar.sends(PacketKind.REPAIR, FrameType.KEPT, out -> out.putSender(liar.sender).putLong(2), MS);
        liar.starts(1, 0, MS);
        liar.starts(2, 20, 2 * MS);
        assertThat(liar.receiver.received).endsWith("gap 10#4-20");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 2 + FAR, Long.MAX_VALUE})
    void anExclusionWithAnImpossibleNumberIsDroppedHoweverOften(long id) {
        receivedFour();
        for (int i = 1; i < 10; i++) {
            liar.excludes(id, time(i));
        }
        assertThat(liar.receiver.received).hasSize(4);
        assertThat(liar.implausible()).isEqualTo(9);
    }

    @Test
    void whoIsExcludedOnceIsNot() {
        receivedFour();
        liar.excludes(2, time(1));
        liar.excludes(2, time(2));
        assertThat(liar.receiver.received).hasSize(4);
        liar.excludes(2, time(3));
        assertThat(liar.receiver.received).endsWith("excluded by 1");
        assertThat(liar.acknowledged(time(3))).isEqualTo(2);
    }

    @Test
    void aStartBetweenExclusionsTakesThemBack() {
        receivedFour();
        liar.excludes(2, time(1));
        liar.excludes(2, time(2));
        liar.starts(1, time(2));
        liar.excludes(2, time(3));
        assertThat(liar.receiver.received).hasSize(4);
    }

    @Test
    void whoIsExcludedIsTakenInByANewStartOnly() {
        receivedFour();
        for (int i = 1; i <= 3; i++) {
            liar.excludes(2, time(i));
        }
        assertThat(liar.acknowledged(time(3))).isEqualTo(2);
        liar.starts(2, 4, time(4));
        assertThat(liar.implausible()).isEqualTo(1);
        liar.sends(4, 1, time(4));
        assertThat(liar.receiver.received).endsWith("excluded by 1");
        liar.starts(3, 4, time(5));
        liar.sends(4, 1, time(5));
        assertThat(liar.receiver.received).endsWith("10#4");
    }

    @ParameterizedTest
    @CsvSource({"8,-1", "8,9", "-2,-3", "37,0", "9223372036854775807,0"})
    void aDigestThatCannotBeChangesNothingHoweverOften(long end, long stable) {
        receivedFour();
        for (int i = 0; i < 10; i++) {
            liar.digests(end, stable, 0);
        }
        assertThat(liar.implausible()).isEqualTo(10);
        assertThat(liar.receiver.layer.stats().missing()).isZero();
        assertThat(liar.receiver.received).hasSize(4);
    }

    @Test
    void aDigestIsHeededAsFarAsTheWindow() {
        receivedFour();
        liar.digests(36, 0, 0);
        assertThat(liar.receiver.layer.stats().missing()).as("from 4 to 16").isEqualTo(12);
        assertThat(liar.implausible()).isZero();
    }

    @Test
    void aSourceThatDoesNotKeepWhatIsMissingIsBelievedIfItInsists() {
        receivedFour();
        liar.digests(10, 10, time(1));
        liar.digests(10, 10, time(2));
        assertThat(liar.receiver.received).hasSize(4);
        liar.digests(10, 10, time(3));
        assertThat(liar.receiver.received).endsWith("gap 10#4-10");
    }

    @Test
    void aStreamThatWasLedAstrayIsRequestedAnewOnceTheSourceInsists() {
        liar.starts(1, 1000, 0);
        liar.sends(1000, 1, 0);
        liar.acknowledged(0);
        liar.digests(4, 0, time(1));
        liar.digests(4, 0, time(2));
        assertThat(liar.acknowledged(time(2))).as("twice").isEqualTo(-1);
        liar.digests(4, 0, time(3));
        assertThat(liar.acknowledged(time(3))).as("asks where it begins").isZero();
        liar.starts(1, 0, time(3));
        liar.sends(0, 1, time(3));
        assertThat(liar.receiver.received).endsWith("10#0");
    }

    @Test
    void ofMoreSendersThanThereMayBeNothingIsTaken() {
        liar.starts(1, 0);
        for (int process = 1; process <= 4; process++) {
            liar.sends(new SenderId(liar.site.id, process), 0, 1, 0);
        }
        assertThat(liar.receiver.received).containsExactly("1#0", "2#0");
        assertThat(liar.receiver.layer.stats().refusedArrivals()).isEqualTo(2);
    }

    @Test
    void ofMoreSendersThanThereMayBeNothingIsKeptThatMembersHadReceived() {
        liar.starts(1, 0);
        for (int process = 1; process <= 4; process++) {
            liar.receiver.layer.receivedBefore(new SenderId(liar.site.id, process), 2, 0);
        }
        liar.receiver.layer.siteUnreachable(liar.site.id, 0);
        liar.receiver.layer.maintain(Liar.CONFIG.partitionRetentionNanos());
        assertThat(liar.receiver.received).containsExactly("forgotten 1", "forgotten 2", "dropped 1");
    }

    @Test
    void ofMoreSendersThanThereMayBeNothingIsKeptThatMembersHadReceivedFromWhoIsGone() {
        liar.starts(1, 0);
        liar.receiver.layer.siteUnreachable(liar.site.id, 0);
        for (int process = 1; process <= 4; process++) {
            liar.receiver.layer.receivedBefore(new SenderId(liar.site.id, process), 2, 0);
        }
        liar.receiver.layer.maintain(Liar.CONFIG.partitionRetentionNanos());
        assertThat(liar.receiver.received).containsExactly("forgotten 1", "forgotten 2", "dropped 1");
    }
}
