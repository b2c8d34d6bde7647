package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.state.StatePositions;

/** What a member's state covers, and which messages have to be reported as lost. */
class CoverageTest {
    private static final SenderId ANN = new SenderId(new SiteId(1), 1);
    private static final SenderId ANN_BEFORE = new SenderId(new SiteId(2), 1);
    private static final SenderId BOB = new SenderId(new SiteId(3), 2);

    private final Coverage coverage = new Coverage(true);

    private void state(SenderId sender, long last) {
        coverage.state(new StatePositions(Map.of(sender, last)));
    }

    @Test
    void whatTheStateDoesNotCoverIsDeliveredAndMessagesBetweenAreLost() {
        state(ANN, 10);
        assertThat(coverage.covers(ANN, 10)).isTrue();
        assertThat(coverage.covers(ANN, 11)).isFalse();
        assertThat(coverage.missingBefore(ANN, 15)).hasValue(10);
        coverage.reached(ANN, 15);
        assertThat(coverage.missingBefore(ANN, 20)).as("only before the first one").isEmpty();
    }

    @Test
    void ofASenderThatTheStateDoesNotCoverItIsNotKnownWhatWasBefore() {
        state(ANN, 10);
        assertThat(coverage.missingBefore(BOB, 15)).isEmpty();
    }

    /** Nobody had a state: what this member has not received is in no state. */
    @Test
    void theFirstMemberLacksWhatItHasNotReceived() {
        coverage.first();
        assertThat(coverage.missingBefore(BOB, 1)).isEmpty();
        assertThat(coverage.missingBefore(ANN, 6)).hasValue(0);
    }

    /** Messages keep their numbers under a sender's new identity. */
    @Test
    void whatWasReceivedUnderAFormerIdentityIsNotMissing() {
        coverage.first();
        coverage.reached(ANN_BEFORE, 231);
        coverage.continues(ANN, ANN_BEFORE);
        assertThat(coverage.firstOutside(ANN, 1, 235)).isEqualTo(232);
        assertThat(coverage.missingBefore(ANN, 232)).isEmpty();
        assertThat(coverage.covers(ANN, 231)).as("sent again, since it is not known to be received").isFalse();
    }

    @Test
    void whatTheProviderLostIsNotReportedTwice() {
        state(ANN, 10);
        coverage.lost(BOB, 7);
        assertThat(coverage.missingBefore(BOB, 8)).isEmpty();
        coverage.lost(ANN, 14);
        assertThat(coverage.missingBefore(ANN, 17)).hasValue(14);
    }

    @Test
    void theStateCoversASenderUnderItsOtherIdentities() {
        state(ANN_BEFORE, 10);
        coverage.continues(ANN, ANN_BEFORE);
        assertThat(coverage.covers(ANN, 10)).isTrue();
        assertThat(coverage.missingBefore(ANN, 11)).isEmpty();
        state(ANN, 20);
        assertThat(coverage.covers(ANN_BEFORE, 20)).as("sent under the former identity").isTrue();
        assertThat(coverage.covers(ANN_BEFORE, 21)).isFalse();
    }

    @Test
    void aNoticeAboutMissedMessagesConcernsThoseOutsideTheState() {
        state(ANN, 10);
        assertThat(coverage.firstOutside(ANN, 1, 8)).isGreaterThan(8);
        assertThat(coverage.firstOutside(ANN, 1, 14)).isEqualTo(11);
        assertThat(coverage.firstOutside(BOB, 1, 8)).isEqualTo(1);
        assertThat(coverage.missingBefore(ANN, 15)).hasValue(10);
        coverage.lost(ANN, 14);
        assertThat(coverage.firstOutside(ANN, 1, 14)).as("reported already").isGreaterThan(14);
    }

    @Test
    void whoJoinsWithoutAStateIsToldNothing() {
        Coverage none = new Coverage(false);
        assertThat(none.covers(ANN, 1)).isFalse();
        assertThat(none.missingBefore(ANN, 6)).isEmpty();
    }
}
