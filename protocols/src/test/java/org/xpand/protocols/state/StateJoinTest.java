package org.xpand.protocols.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

/** Whom a member asks that joins. */
class StateJoinTest implements StateJoin.Output {
    private static final StateJoin.Config CONFIG = new StateJoin.Config(10_000, 200, 2);
    private static final long SECOND = 1_000_000_000L;
    private static final StateJoin.Config PATIENT = new StateJoin.Config(10 * SECOND, SECOND / 5, 3);
    private static final SenderId SELF = new SenderId(new SiteId(2), 5);
    private static final SenderId NEAR = new SenderId(new SiteId(2), 7);
    private static final SenderId FAR = new SenderId(new SiteId(9), 1);
    private static final SenderId FARTHER = new SenderId(new SiteId(9), 2);

    private final List<String> said = new ArrayList<>();
    private long transfer = 100;
    private final StateJoin join = new StateJoin(SELF, CONFIG, () -> ++transfer, this, 0);

    @Override
    public void ask(SenderId member, long id) {
        said.add("ask " + name(member) + " " + id);
    }

    @Override
    public void cancel(SenderId member, long id) {
        said.add("cancel " + name(member) + " " + id);
    }

    private static String name(SenderId member) {
        return member.equals(NEAR) ? "near" : member.equals(FAR) ? "far" : "farther";
    }

    private void view(long now, SenderId... others) {
        join.view(true, Arrays.asList(others), now);
        join.run(now);
    }

    private void begins(SenderId from, long now) {
        assertThat(join.begins(from, transfer, now)).isTrue();
        join.granted(1000, now);
    }

    @Test
    void theNearestIsAskedOnceItIsKnownWhoIsThere() {
        join.view(false, List.of(FAR), 0);
        assertThat(join.run(0)).isEqualTo(10_000);
        assertThat(said).isEmpty();
        view(5, NEAR, FAR);
        assertThat(said).containsExactly("ask near 101");
        begins(NEAR, 6);
        assertThat(join.piece(NEAR, 101, 0, 600, 7)).isTrue();
        assertThat(join.ends(NEAR, 101, 600, 8)).isTrue();
        join.loaded();
        assertThat(join.phase()).isEqualTo(StateJoin.Phase.LOADED);
    }

    @Test
    void whoFindsNobodyIsTheFirst() {
        view(0);
        assertThat(join.phase()).isEqualTo(StateJoin.Phase.ALONE);
    }

    @Test
    void whoeverDoesNotKnowWhoIsThereDoesNotTakeItselfForTheFirst() {
        join.view(false, List.of(), 0);
        join.run(9_999);
        assertThat(join.phase()).isEqualTo(StateJoin.Phase.LOOKING);
        join.run(10_000);
        assertThat(join.phase()).isEqualTo(StateJoin.Phase.FAILED);
        assertThat(join.failure()).isEqualTo("who is in the group is not known yet");
    }

    @Test
    void anotherOneTakesOverWhenTheProviderLeavesOrIsSilent() {
        view(0, NEAR, FAR, FARTHER);
        begins(NEAR, 0);
        join.piece(NEAR, 101, 0, 600, 1);
        view(2, FAR, FARTHER);
        assertThat(said).as("its whole site is away, which may pass").containsExactly("ask near 101");
        assertThat(join.run(10_000)).isEqualTo(10_001);
        join.run(10_001);
        assertThat(said).containsExactly("ask near 101", "cancel near 101", "ask far 102");
        assertThat(join.piece(NEAR, 101, 600, 10, 10_002)).as("too late").isFalse();
        begins(FAR, 10_003);
        assertThat(join.received()).isZero();
        view(10_004, FARTHER);
        assertThat(said).endsWith("cancel far 102", "ask farther 103");
    }

    @Test
    void aProviderWhoseSiteIsAwayForLongerThanAChangeOfDelegatesIsReplaced() {
        StateJoin patient = new StateJoin(SELF, PATIENT, () -> ++transfer, this, 0);
        patient.view(true, List.of(NEAR, FAR), 0);
        patient.run(0);
        patient.view(true, List.of(FAR), 1 * SECOND);
        assertThat(patient.run(1 * SECOND)).isEqualTo(4 * SECOND);
        patient.view(true, List.of(NEAR, FAR), 2 * SECOND);
        patient.run(5 * SECOND);
        assertThat(said).as("it was away for a second").containsExactly("ask near 101");
        patient.view(true, List.of(FAR), 6 * SECOND);
        patient.run(9 * SECOND);
        assertThat(said).containsExactly("ask near 101", "cancel near 101", "ask far 102");
    }

    @Test
    void whoseProviderIsAwayIsNotTheFirstBeforeItsPatienceIsOver() {
        StateJoin patient = new StateJoin(SELF, PATIENT, () -> ++transfer, this, 0);
        patient.view(true, List.of(FAR, NEAR), 0);
        patient.run(0);
        patient.view(true, List.of(NEAR), 1 * SECOND);
        patient.run(4 * SECOND);
        assertThat(said).endsWith("cancel far 101", "ask near 102");
        patient.refused(NEAR, 102, StateRefusal.HAS_NONE_YET, "", 5 * SECOND);
        patient.run(6 * SECOND);
        assertThat(patient.phase()).isEqualTo(StateJoin.Phase.LOOKING);
        patient.view(true, List.of(), 7 * SECOND);
        patient.run(10 * SECOND);
        assertThat(patient.phase()).isEqualTo(StateJoin.Phase.LOOKING);
        patient.run(11 * SECOND);
        assertThat(patient.phase()).isEqualTo(StateJoin.Phase.ALONE);
    }

    @Test
    void aProviderThatLeavesAfterTheLastPieceHasGivenTheState() {
        view(0, NEAR, FAR);
        begins(NEAR, 0);
        join.piece(NEAR, 101, 0, 600, 1);
        assertThat(join.ends(NEAR, 101, 600, 2)).isTrue();
        join.view(true, List.of(new SenderId(NEAR.site(), 8), FAR), 3);
        join.run(20_000);
        join.loaded();
        assertThat(said).containsExactly("ask near 101");
        assertThat(join.phase()).isEqualTo(StateJoin.Phase.LOADED);
    }

    @Test
    void underAnotherIdentityTheStateIsAskedForAnewAndNobodyIsPassedOver() {
        view(0, NEAR, FAR);
        begins(NEAR, 0);
        join.piece(NEAR, 101, 0, 600, 1);
        join.renamed(new SenderId(new SiteId(3), 5), 2);
        assertThat(join.piece(NEAR, 101, 600, 10, 3)).isFalse();
        join.run(4);
        assertThat(said).as("who is there now is not known").containsExactly("ask near 101", "cancel near 101");
        view(5, NEAR, FAR);
        assertThat(said).endsWith("ask near 102");
    }

    @Test
    void aProviderThatMayNotSendIsNotConsideredSilent() {
        view(0, FAR);
        begins(FAR, 0);
        join.piece(FAR, 101, 0, 1000, 1);
        assertThat(join.run(50_000)).isEqualTo(Long.MAX_VALUE);
        assertThat(join.phase()).isEqualTo(StateJoin.Phase.RECEIVING);
        join.granted(2000, 60_000);
        assertThat(join.run(60_000)).isEqualTo(70_000);
    }

    @Test
    void aPieceThatIsNotTheNextOrNotAllowedBreaksTheTransfer() {
        view(0, FAR, FARTHER);
        begins(FAR, 0);
        assertThat(join.piece(FAR, 101, 1, 10, 0)).isFalse();
        join.run(0);
        assertThat(said).endsWith("cancel far 101", "ask farther 102");
        begins(FARTHER, 0);
        assertThat(join.piece(FARTHER, 102, 0, 1001, 0)).isFalse();
        assertThat(join.phase()).isEqualTo(StateJoin.Phase.LOOKING);
    }

    @Test
    void anEndThatIsTooEarlyBreaksTheTransfer() {
        view(0, FAR);
        begins(FAR, 0);
        join.piece(FAR, 101, 0, 10, 0);
        assertThat(join.ends(FAR, 101, 11, 0)).isFalse();
        assertThat(join.phase()).isEqualTo(StateJoin.Phase.LOOKING);
    }

    @Test
    void ofThoseThatJoinTogetherTheLeastGoesOnWithoutAState() {
        view(0, NEAR);
        join.refused(NEAR, 101, StateRefusal.HAS_NONE_YET, "", 1);
        join.run(1);
        assertThat(join.phase()).isEqualTo(StateJoin.Phase.ALONE);

        StateJoin other = new StateJoin(NEAR, CONFIG, () -> ++transfer, this, 0);
        other.view(true, List.of(SELF), 0);
        other.run(0);
        other.refused(SELF, transfer, StateRefusal.HAS_NONE_YET, "", 1);
        assertThat(other.run(1)).isEqualTo(201);
        assertThat(other.phase()).isEqualTo(StateJoin.Phase.LOOKING);
        other.run(201);
        assertThat(other.phase()).as("it asks again").isEqualTo(StateJoin.Phase.LOOKING);
        other.run(201);
        assertThat(other.phase()).isEqualTo(StateJoin.Phase.ASKED);
    }

    @Test
    void whereNobodyGivesTheStateThatIsSaid() {
        view(0, NEAR, FAR);
        join.refused(NEAR, 101, StateRefusal.NO_PROVIDER, "", 1);
        join.run(1);
        join.refused(FAR, 102, StateRefusal.NO_PROVIDER, "", 2);
        join.run(2);
        assertThat(join.phase()).isEqualTo(StateJoin.Phase.FAILED);
        assertThat(join.failure()).isEqualTo("none of its 2 other members gives the state");
        assertThat(join.noneProvides()).isTrue();
        assertThat(join.lastFault()).isEmpty();
    }

    @Test
    void whoCannotGiveItNowIsAskedAgainButNotForEver() {
        view(0, FAR);
        join.refused(FAR, 101, StateRefusal.BUSY, "", 0);
        join.run(200);
        join.run(200);
        assertThat(said).endsWith("ask far 102");
        join.refused(FAR, 102, StateRefusal.FAILED, "", 300);
        join.run(500);
        join.run(500);
        assertThat(said).endsWith("ask far 103");
        join.refused(FAR, 103, StateRefusal.FAILED, "no file", 600);
        join.run(800);
        assertThat(join.failure()).isEqualTo("each member that was asked for the state failed to give it, was silent or left, "
                + "2 times; at last member " + FAR + " could not give it: no file");
    }

    @Test
    void aMemberThatIsSilentOrHasLeftIsNamed() {
        StateJoin once = new StateJoin(SELF, new StateJoin.Config(1000, 200, 1), () -> ++transfer, this, 0);
        once.view(true, List.of(FAR), 0);
        once.run(0);
        once.run(1000);
        once.run(1200);
        assertThat(once.failure()).endsWith("was silent or left, 1 time; at last member " + FAR + " was silent");
        assertThat(once.lastFault()).isEqualTo("was silent");
        assertThat(once.noneProvides()).isFalse();
    }

    @Test
    void positionsAreReadAsTheyWereWritten() {
        StatePositions positions = new StatePositions();
        positions.reached(FAR, 7);
        positions.reached(SELF, 9);
        positions.reached(FAR, 3);
        StatePositions read = StatePositions.decode(positions.encode());
        assertThat(read.covers(FAR, 7)).isTrue();
        assertThat(read.covers(FAR, 8)).isFalse();
        assertThat(read.of(SELF)).hasValue(9);
        assertThat(read.covers(NEAR, 0)).as("of whom nothing is known").isFalse();
    }
}
