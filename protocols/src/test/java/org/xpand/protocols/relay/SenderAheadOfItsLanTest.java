package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.RelaySites.Member;
import org.xpand.protocols.relay.RelaySites.Place;

/**
 * A delegate is a sender itself and dies when what it sent has left to the other sites and not reached its own LAN: the others
 * hold what no member of its site has, and its successor gets it back from them.
 */
class SenderAheadOfItsLanTest {
    private static final String[] ALL = {"11#0", "11#1", "11#2", "11#3", "11#4", "11#5", "11#6", "11#7", "11#8", "11#9"};

    private final RelaySites sites = new RelaySites();
    private final Place here = sites.place(1, 1);
    private final Place away = sites.place(2, 2);
    private final Place third = sites.place(3, 3);
    private final Member sender = here.join(new MemberId(11));
    private final Member successor = here.join(new MemberId(12));
    private final Member other = here.join(new MemberId(13));
    private final Member far = away.join(new MemberId(21));
    private final Member farther = third.join(new MemberId(31));

    @BeforeEach
    void allAreInTouch() {
        sites.begin(sender, far, farther);
        sites.connect(away, third);
    }

    private void sendsToTheLan(int count) {
        sender.send(count);
        sites.run(500);
    }

    private void sendsFurtherOnTheWanAndDies(int count) {
        List.of(successor, other).forEach(member -> member.deaf(true));
        sender.send(count);
        sites.run(20);
        List.of(successor, other).forEach(member -> assertThat(member.receivedOf(sender)).hasSize(10 - count));
        dies();
    }

    private void dies() {
        here.exit(sender);
        List.of(successor, other).forEach(member -> member.deaf(false));
        here.delegate(successor);
        sites.publish();
    }

    private void allHaveAll() {
        List.of(successor, other, far, farther).forEach(member ->
                assertThat(member.receivedOf(sender)).as("heard by " + member.process.value()).containsExactly(ALL));
        List.of(here, away, third).forEach(place -> assertThat(place.stack.stats().strayAcks()).isZero());
        assertThat(here.stack.stats().senders()).as("what it sent is kept for who may come back").isEqualTo(3);
        sites.run(60_000);
        assertThat(here.stack.stats().senders()).as("streams of senders that are gone").isEqualTo(2);
        assertThat(here.relay.recovers()).isFalse();
    }

    @Test
    void whatFollowsWhatItsSiteHasIsGivenBack() {
        sendsToTheLan(4);
        sendsFurtherOnTheWanAndDies(6);
        sites.run(3000);
        allHaveAll();
    }

    @Test
    void aSenderOfWhichItsSiteHasNothingIsGivenBack() {
        sendsFurtherOnTheWanAndDies(10);
        sites.run(3000);
        allHaveAll();
    }

    @Test
    void aSiteThatIsReachedLateGivesBackWhatItHas() {
        sendsToTheLan(4);
        sites.cut(here, third);
        sendsFurtherOnTheWanAndDies(6);
        sites.cut(here, away);
        sites.run(3000);
        List.of(successor, other).forEach(member -> assertThat(member.receivedOf(sender)).hasSize(4));
        sites.connect(here, away);
        sites.connect(here, third);
        sites.run(3000);
        allHaveAll();
    }

    /** Its members came when it was gone; but one of the other sites has not all that another has. */
    @Test
    void whatOneSiteHasIsBroughtToAnotherThoughNobodyOfItsOwnSiteKnowsIt() {
        sendsToTheLan(4);
        sites.cut(here, third);
        sendsToTheLan(6);
        sites.cut(here, away);
        sites.cut(away, third);
        List.of(sender, successor, other).forEach(here::exit);
        Member fresh = here.join(new MemberId(14));
        here.delegate(fresh);
        sites.run(500);
        sites.connect(here, away);
        sites.connect(here, third);
        sites.run(3000);
        assertThat(farther.receivedOf(sender)).containsExactly(ALL);
        assertThat(here.relay.recovers()).isFalse();
    }

    @Test
    void whoIsAMemberBringsItsOwn() {
        sites.cut(here, third);
        sendsToTheLan(10);
        here.delegate(successor);
        sender.deaf(true);
        sites.publish();
        sites.run(500);
        assertThat(here.relay.recovers()).isFalse();
        assertThat(here.relay.receivedElsewhere(away.id, sender.id, 10, 0)).isFalse();
        sender.deaf(false);
        sites.run(500);
        assertThat(here.stack.end(sender.id)).isEqualTo(10);
    }

    @Test
    void whatCannotBeIsNothing() {
        assertThat(here.relay.receivedElsewhere(away.id, new SenderId(here.id, 99), -1, 0)).isFalse();
        assertThat(here.relay.receivedElsewhere(away.id, new SenderId(third.id, 99), 1, 0)).isFalse();
        assertThat(here.relay.recovers()).isFalse();
    }
}
