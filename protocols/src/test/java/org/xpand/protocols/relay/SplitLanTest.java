package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.relay.RelaySites.Member;
import org.xpand.protocols.relay.RelaySites.Place;

/** A LAN falls into two: what each delegate does about the members that the other one has, and when they are back. */
class SplitLanTest {
    private final RelaySites sites = new RelaySites();
    private final Place home = sites.place(1, 1);
    private final Place remote = sites.place(2, 2);
    private final Member delegate = home.join(new MemberId(11));
    private final Member stays = home.join(new MemberId(12));
    private final Member goes = home.join(new MemberId(13));
    private final Member far = remote.join(new MemberId(21));
    private Place part;
    private long parts = 100;

    @BeforeEach
    void allHaveReceivedFromEachOther() {
        sites.begin(delegate, far);
        goes.send(2);
        stays.send(2);
        sites.run(500);
        for (Member each : List.of(delegate, stays, goes, far)) {
            assertThat(each.receivedOf(goes)).isEqualTo(numbers(goes, 0, 2));
        }
    }

    private static List<String> numbers(Member of, int from, int to) {
        return IntStream.range(from, to).mapToObj(number -> of.process.value() + "#" + number).toList();
    }

    private void split() {
        part = sites.place(++parts, 1);
        home.exit(goes);
        part.enter(goes);
        part.delegate(goes);
        contact();
        sites.run(500);
    }

    /** A part that reaches nobody. */
    private void splitWithoutContact() {
        split();
        sites.cut(part, remote);
        sites.cut(part, home);
        part.delegate(goes);
        sites.run(500);
    }

    private void contact() {
        sites.connect(part, remote);
        sites.connect(part, home);
    }

    private void mergeWith(Member joiner) {
        part.exit(joiner);
        home.enter(joiner);
        merge();
    }

    /** After its state it has got all from there on; messages before may have come, and its state covers them. */
    private static void hasAllFrom(int first, int end, Member of, Member at) {
        assertThat(at.receivedOf(of)).endsWith(numbers(of, first, end).toArray(String[]::new)).doesNotHaveDuplicates();
    }

    private void merge() {
        part.exit(goes);
        sites.cut(part, home);
        sites.cut(part, remote);
        home.enter(goes);
        sites.run(500);
        sites.leaves(part);
    }

    @Test
    void whoIsElsewhereIsReceivedFromThere() {
        split();
        goes.send(3);
        stays.send(3);
        sites.run(500);
        for (Member each : List.of(delegate, stays, goes, far)) {
            assertThat(each.receivedOf(goes)).isEqualTo(numbers(goes, 0, 5));
            assertThat(each.receivedOf(stays)).isEqualTo(numbers(stays, 0, 5));
        }
        assertThat(goes.member.sender().stable()).isEqualTo(5);
        assertThat(home.stack.stats().senders()).as("local senders left").isEqualTo(2);
    }

    @Test
    void membersLetGoOfWhatIsStableThoughAnotherPartSendsIt() {
        split();
        for (int i = 0; i < 12; i++) {
            goes.send(400);
            sites.run(200);
        }
        assertThat(stays.receivedOf(goes)).isEqualTo(numbers(goes, 0, 4802));
        assertThat(stays.member.holds(goes.id, 1000)).isFalse();
    }

    @Test
    void whoIsBackGoesOnWhereItIs() {
        split();
        goes.send(3);
        sites.run(500);
        merge();
        goes.send(3);
        sites.run(500);
        for (Member each : List.of(delegate, stays, goes, far)) {
            assertThat(each.receivedOf(goes)).isEqualTo(numbers(goes, 0, 8));
        }
        assertThat(goes.member.sender().stable()).isEqualTo(8);
    }

    @Test
    void whatWasOnItsWayAtTheMergeComesOnce() {
        split();
        goes.send(3);
        merge();
        goes.send(3);
        sites.run(500);
        for (Member each : List.of(delegate, stays, goes, far)) {
            assertThat(each.receivedOf(goes)).isEqualTo(numbers(goes, 0, 8));
        }
    }

    @Test
    void whatTheLanDidNotTakeBeforeTheMergeComesOnce() {
        split();
        home.full(true);
        goes.send(3);
        sites.run(200);
        merge();
        goes.send(3);
        home.full(false);
        sites.run(1000);
        for (Member each : List.of(delegate, stays, goes, far)) {
            assertThat(each.receivedOf(goes)).isEqualTo(numbers(goes, 0, 8));
        }
        assertThat(goes.member.sender().stable()).isEqualTo(8);
    }

    /** Of what it sent in the other part only members here have all: nobody else could bring it. */
    @Test
    void whatIsLeftOfOneThatDiesAtTheMergeIsBroughtToAll() {
        split();
        sites.cut(part, remote);
        goes.send(3);
        sites.run(200);
        assertThat(stays.receivedOf(goes)).isEqualTo(numbers(goes, 0, 5));
        part.exit(goes);
        sites.cut(part, home);
        sites.run(2000);
        assertThat(far.receivedOf(goes)).isEqualTo(numbers(goes, 0, 5));
    }

    /** Who brings what it heard of a part that is gone does not send for it: others may have heard more. */
    @Test
    void whatSeveralHaveReceivedFromAPartThatIsGoneIsBroughtByEach() {
        Place other = sites.place(3, 3);
        Member helper = other.join(new MemberId(31));
        other.delegate(helper);
        split();
        sites.connect(other, part);
        sites.run(500);
        sites.cut(remote, part);
        goes.send(3);
        sites.run(500);
        sites.cut(home, part);
        goes.send(3);
        sites.run(500);
        sites.cut(other, part);
        sites.run(2000);
        assertThat(far.receivedOf(goes)).isEqualTo(numbers(goes, 0, 5));
        sites.connect(remote, other);
        sites.run(2000);
        assertThat(far.receivedOf(goes)).isEqualTo(numbers(goes, 0, 8));
    }

    /** The part was out of touch, and its sender died before the LAN merged: who was with it holds what it sent. */
    @Test
    void whatOnlyAMemberThatWasThereHoldsIsBroughtToAllAfterTheMerge() {
        home.exit(stays);
        home.exit(goes);
        part = sites.place(++parts, 1);
        part.enter(goes);
        part.enter(stays);
        part.delegate(goes);
        sites.connect(part, home);
        sites.run(500);
        sites.cut(part, home);
        goes.send(3);
        sites.run(500);
        part.exit(goes);
        part.exit(stays);
        home.enter(stays);
        sites.run(3000);
        for (Member each : List.of(delegate, stays, far)) {
            assertThat(each.receivedOf(goes)).isEqualTo(numbers(goes, 0, 5));
        }
    }

    private Member successorOfWhoLacksWhatThePartSent() {
        Member successor = remote.join(new MemberId(22));
        sites.run(500);
        split();
        goes.send(1);
        sites.run(500);
        sites.cut(part, remote);
        goes.send(3);
        sites.run(500);
        assertThat(stays.receivedOf(goes)).isEqualTo(numbers(goes, 0, 6));
        part.exit(goes);
        sites.cut(part, home);
        return successor;
    }

    private void farHasAll(Member successor) {
        assertThat(far.receivedOf(goes)).isEqualTo(numbers(goes, 0, 6));
        assertThat(successor.receivedOf(goes)).isEqualTo(numbers(goes, 2, 6));
    }

    /** The site has all that its part sent, and does not send for the sender: who was told where the sender is asks for it. */
    @Test
    void whatTheSiteHoldsOfAPartThatIsGoneIsBroughtToANewDelegateElsewhere() {
        Member successor = successorOfWhoLacksWhatThePartSent();
        sites.cut(home, remote);
        remote.delegate(successor);
        sites.run(500);
        sites.connect(home, remote);
        sites.run(6000);
        farHasAll(successor);
    }

    @Test
    void whatTheSiteHoldsOfAPartThatIsGoneIsBroughtToANewDelegateThatFindsTheSiteThere() {
        Member successor = successorOfWhoLacksWhatThePartSent();
        remote.delegate(successor);
        stays.send(1);
        sites.run(6000);
        farHasAll(successor);
    }

    @Test
    void whoIsBackMaySendAsMuchAsBefore() {
        for (int i = 0; i < 3; i++) {
            split();
            goes.send(40);
            sites.run(500);
            merge();
            goes.send(40);
            sites.run(500);
        }
        assertThat(goes.member.sender().unstableMessages()).isZero();
        assertThat(stays.receivedOf(goes)).as("messages").hasSize(242).doesNotHaveDuplicates();
    }

    /** What nobody can bring any more is not passed over in silence because one member had it elsewhere. */
    @Test
    void whatOnlyWhoIsBackHasReceivedFromASiteThatIsGoneIsReportedToTheOthers() {
        far.send(2);
        sites.run(500);
        split();
        sites.cut(home, remote);
        far.send(3);
        sites.run(500);
        assertThat(goes.receivedOf(far)).isEqualTo(numbers(far, 0, 5));
        merge();
        sites.leaves(remote);
        sites.run(1500);
        assertThat(stays.receivedOf(far)).containsExactly("21#0", "21#1", "gap 21#2-5");
    }

    private Member partWithoutContactThatOneJoinsWithAState() {
        far.send(2);
        sites.run(500);
        splitWithoutContact();
        far.send(3);
        stays.send(3);
        sites.run(500);
        Member joiner = part.join(new MemberId(14));
        sites.run(500);
        goes.givesState(joiner);
        sites.run(500);
        far.send(1);
        stays.send(1);
        sites.run(500);
        return joiner;
    }

    /** The member that provides the state gets what was sent meanwhile, and the state does not cover it. */
    @Test
    void whoJoinsWithAStateInAPartWithoutContactGetsWhatOthersHaveSentMeanwhile() {
        Member joiner = partWithoutContactThatOneJoinsWithAState();
        mergeWith(joiner);
        far.send(1);
        stays.send(1);
        sites.run(1000);
        assertThat(goes.receivedOf(far)).isEqualTo(numbers(far, 0, 7));
        assertThat(joiner.receivedOf(far)).isEqualTo(numbers(far, 2, 7));
        assertThat(goes.receivedOf(stays)).isEqualTo(numbers(stays, 0, 7));
        hasAllFrom(2, 7, stays, joiner);
    }

    @Test
    void whoJoinsWithAStateGetsTheSameWhenThePartHasContactAgain() {
        Member joiner = partWithoutContactThatOneJoinsWithAState();
        contact();
        sites.run(1000);
        assertThat(joiner.receivedOf(far)).isEqualTo(numbers(far, 2, 6));
        assertThat(joiner.receivedOf(stays)).isEqualTo(numbers(stays, 2, 6));
    }

    @Test
    void whoJoinsWithAStateMissesNothingThoughTheOtherPartHasANewDelegate() {
        Member joiner = partWithoutContactThatOneJoinsWithAState();
        home.delegate(stays);
        sites.run(500);
        far.send(1);
        stays.send(1);
        sites.run(500);
        mergeWith(joiner);
        far.send(1);
        stays.send(1);
        sites.run(1000);
        hasAllFrom(2, 8, far, joiner);
        hasAllFrom(2, 8, stays, joiner);
    }

    /** After a minute of silence it has forgotten the sender but for its position. */
    @Test
    void whoWasApartForLongGoesOnWhereItIsThoughTheOtherPartHasANewDelegate() {
        splitWithoutContact();
        sites.run(70_000);
        stays.send(3);
        sites.run(500);
        home.delegate(stays);
        sites.run(500);
        stays.send(1);
        merge();
        stays.send(1);
        sites.run(1000);
        assertThat(goes.receivedOf(stays)).isEqualTo(numbers(stays, 0, 7));
    }

    @Test
    void whoJoinsWithAStateMissesNothingThoughTheOtherPartsDelegateDies() {
        Member third = home.join(new MemberId(15));
        sites.run(500);
        third.send(2);
        Member joiner = partWithoutContactThatOneJoinsWithAState();
        third.send(2);
        sites.run(500);
        home.exit(delegate);
        home.delegate(stays);
        sites.run(500);
        third.send(1);
        stays.send(1);
        sites.run(500);
        contact();
        sites.run(500);
        mergeWith(joiner);
        third.send(1);
        stays.send(1);
        sites.run(1000);
        assertThat(goes.receivedOf(third)).isEqualTo(numbers(third, 0, 6));
        hasAllFrom(2, 6, third, joiner);
        hasAllFrom(2, 8, stays, joiner);
    }

    /** It is slower than the others: what they have must not be released before it has it too. */
    @Test
    void whoJoinsWithAStateIsWaitedForWhenThePartHasContactAgain() {
        Member joiner = partWithoutContactThatOneJoinsWithAState();
        home.delegate(stays);
        sites.run(500);
        joiner.stopped(true);
        contact();
        stays.send(1);
        far.send(1);
        sites.run(1000);
        assertThat(goes.receivedOf(stays)).isEqualTo(numbers(stays, 0, 7));
        joiner.stopped(false);
        stays.send(1);
        sites.run(1000);
        hasAllFrom(2, 8, stays, joiner);
        hasAllFrom(2, 7, far, joiner);
    }

    /** In this part all had what it had sent until the split, so it was forgotten here. */
    @Test
    void whatASenderOfTheOtherPartSentBeforeItDiedIsBroughtToThisPart() {
        Member third = home.join(new MemberId(15));
        sites.run(500);
        third.send(2);
        sites.run(500);
        splitWithoutContact();
        Member joiner = part.join(new MemberId(14));
        sites.run(500);
        goes.givesState(joiner);
        for (int i = 0; i < 20; i++) {
            third.send(100);
            sites.run(200);
        }
        home.exit(third);
        sites.run(5000);
        mergeWith(joiner);
        sites.run(3000);
        assertThat(joiner.receivedOf(third)).isEqualTo(numbers(third, 2, 2002));
        assertThat(stays.receivedOf(third)).isEqualTo(numbers(third, 0, 2002));
        assertThat(goes.receivedOf(third)).isEqualTo(numbers(third, 0, 2002));
    }

    /** The other site has received everything before the parts are in touch again. */
    @Test
    void whatOneSendsThatJoinedTheOtherPartMeanwhileIsReceivedFromItsFirstMessageOn() {
        splitWithoutContact();
        Member joiner = part.join(new MemberId(14));
        sites.run(500);
        joiner.send(3);
        sites.run(500);
        sites.connect(part, remote);
        sites.run(1000);
        assertThat(far.receivedOf(joiner)).isEqualTo(numbers(joiner, 0, 3));
        assertThat(joiner.member.sender().stable()).isEqualTo(3);
        sites.connect(part, home);
        joiner.send(1);
        sites.run(1000);
        assertThat(stays.receivedOf(joiner)).isEqualTo(numbers(joiner, 0, 4));
        mergeWith(joiner);
        joiner.send(1);
        sites.run(1000);
        assertThat(stays.receivedOf(joiner)).isEqualTo(numbers(joiner, 0, 5));
        assertThat(delegate.receivedOf(joiner)).isEqualTo(numbers(joiner, 0, 5));
    }

    /**
     * Another site splits, and the part that has what a sender sends then acknowledges it for the whole site. The sender and its delegate
     * die, and only when its new delegate has settled that does the other part get a delegate.
     */
    private Member partOfAnotherSiteThatLacksTheEnd() {
        Member apart = remote.join(new MemberId(22));
        sites.run(500);
        remote.exit(apart);
        goes.send(3);
        sites.run(500);
        assertThat(goes.member.sender().stable()).isEqualTo(5);
        home.exit(goes);
        home.exit(delegate);
        home.delegate(stays);
        sites.run(1000);
        part = sites.place(++parts, 2);
        part.enter(apart);
        part.delegate(apart);
        contact();
        return apart;
    }

    private void isBroughtTheEndOrToldTheGap(Member apart) {
        sites.run(15_000);
        assertThat(far.receivedOf(goes)).isEqualTo(numbers(goes, 0, 5));
        assertThat(apart.receivedOf(goes)).as("brought or reported").isIn(numbers(goes, 2, 5), List.of("gap 13#2-5"));
    }

    @Test
    void whatOnlyOnePartOfAnotherSiteHasOfASenderThatDiesReachesTheOtherPart() {
        isBroughtTheEndOrToldTheGap(partOfAnotherSiteThatLacksTheEnd());
    }

    @Test
    void whatOnlyOnePartHasOfASenderThatDiedReachesAPartThatIsCutOffOnce() {
        Member apart = partOfAnotherSiteThatLacksTheEnd();
        sites.run(500);
        sites.cut(part, home);
        sites.run(500);
        contact();
        isBroughtTheEndOrToldTheGap(apart);
    }
}
