package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.relay.RelaySites.Member;
import org.xpand.protocols.relay.RelaySites.Place;

/**
 * Who joins is told from where on it hears a sender that has been silent in its delegate's time: the sender's site was told
 * that everybody has what is before, and a delegate there that does not know it would bring it.
 */
class SilentSenderStartTest {
    private final RelaySites sites = new RelaySites();
    private final Place here = sites.place(1, 1);
    private final Place away = sites.place(2, 2);
    private final Place other = sites.place(3, 3);
    private final Member first = here.join(new MemberId(11));
    private final Member second = here.join(new MemberId(12));
    private final Member apart = here.join(new MemberId(13));
    private final Member sender = away.join(new MemberId(21));
    private final Place far = sites.place(4, 4);
    private final Member late = other.join(new MemberId(31));
    private final Member helper = far.join(new MemberId(41));

    /** Everybody here has ten messages, of which four are stable; the delegate that brought them is gone, and the site away. */
    @BeforeEach
    void aNewDelegateHasReceivedNothing() {
        sites.begin(sender, first, late, helper);
        sender.send(4);
        sites.run(500);
        sites.cut(other, away);
        here.exit(apart);
        sender.send(6);
        sites.run(500);
        sites.cut(here, away);
        here.exit(first);
        here.delegate(second);
        sites.run(500);
    }

    private void onlyTheJoinerIsLeftAndTheSenderHasANewDelegate(Member joiner) {
        assertThat(sender.member.sender().stable()).isEqualTo(4);
        here.exit(second);
        sites.cut(here, away);
        away.delegate(sender);
        here.delegate(joiner);
        sites.run(500);
        sites.connect(here, away);
        sites.run(500);
        sender.send(2);
        sites.run(500);
    }

    @Test
    void whoJoinsWhileItIsSilentReceivesItFromThereOn() {
        sites.connect(here, away);
        sites.run(500);
        Member joiner = here.join(new MemberId(14));
        sites.run(500);
        onlyTheJoinerIsLeftAndTheSenderHasANewDelegate(joiner);
        assertThat(joiner.receivedOf(sender)).containsExactly("21#10", "21#11");
    }

    @Test
    void whoJoinsWhileItsSiteIsAwayIsNotifiedWhenThatIsBack() {
        Member joiner = here.join(new MemberId(14));
        sites.run(500);
        sites.connect(here, away);
        sites.run(500);
        onlyTheJoinerIsLeftAndTheSenderHasANewDelegate(joiner);
        assertThat(joiner.receivedOf(sender)).containsExactly("21#10", "21#11");
    }

    @Test
    void whoJoinsWhileAnotherSiteBringsItIsNotifiedWhenItsSiteIsBack() {
        sender.send(2);
        sites.run(500);
        sites.cut(far, away);
        Member joiner = here.join(new MemberId(14));
        sites.connect(here, far);
        sites.run(2000);
        assertThat(second.receivedOf(sender)).endsWith("21#10", "21#11");
        sites.connect(here, away);
        sites.run(500);
        onlyTheJoinerIsLeftAndTheSenderHasANewDelegate(joiner);
        assertThat(joiner.receivedOf(sender)).containsExactly("21#12", "21#13");
    }

    /** It was in another half of the LAN; nobody is notified where the sender is as long as its site has not announced it. */
    @Test
    void whoHasReceivedLessThanTheOthersIsBroughtItWhileItsSiteIsAway() {
        here.enter(apart);
        sites.cut(far, away);
        sites.connect(here, far);
        sites.run(2000);
        assertThat(apart.receivedOf(sender)).hasSize(10).endsWith("21#4", "21#5", "21#6", "21#7", "21#8", "21#9");
    }
}
