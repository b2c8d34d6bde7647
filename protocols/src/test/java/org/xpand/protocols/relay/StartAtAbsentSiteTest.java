package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.relay.RelaySites.Member;
import org.xpand.protocols.relay.RelaySites.Place;

/**
 * Who joins while a sender's site is away, and the delegate itself does not know where the sender is, hears the sender from
 * where its site says: what every member had before is not for it.
 */
class StartAtAbsentSiteTest {
    private final RelaySites sites = new RelaySites();
    private final Place here = sites.place(1, 1);
    private final Place away = sites.place(2, 2);
    private final Place other = sites.place(3, 3);
    private final Member first = here.join(new MemberId(11));
    private final Member behind = here.join(new MemberId(12));
    private final Member sender = away.join(new MemberId(21));
    private final Member helper = other.join(new MemberId(31));

    /** One member has all ten messages, which are stable; the delegate is dead, and the other one has but four. */
    @BeforeEach
    void theDelegateThatKnewMoreIsGone() {
        sites.begin(sender, first, helper);
        sender.send(4);
        sites.run(500);
        behind.deaf(true);
        here.exit(behind);
        sender.send(6);
        sites.run(1000);
        assertThat(sender.member.sender().stable()).isEqualTo(10);
        here.exit(first);
        sites.cut(here, away);
        behind.deaf(false);
        here.enter(behind);
        here.delegate(behind);
        sites.run(500);
    }

    @Test
    void whatWasStableBeforeIsBroughtToWhoLacksItOnly() {
        Member joiner = here.join(new MemberId(13));
        sites.run(500);
        assertThat(joiner.received).containsExactly("joined");
        sites.connect(here, away);
        sites.run(500);
        sender.send(2);
        sites.run(1000);
        assertThat(behind.receivedOf(sender)).endsWith("21#3", "21#4", "21#5", "21#6", "21#7", "21#8", "21#9", "21#10", "21#11");
        assertThat(joiner.receivedOf(sender)).containsExactly("21#10", "21#11");
    }

    @Test
    void whatAnotherSiteBringsMeanwhileIsNotForIt() {
        sender.send(2);
        sites.run(500);
        sites.cut(other, away);
        Member joiner = here.join(new MemberId(13));
        sites.connect(here, other);
        sites.run(2000);
        assertThat(behind.receivedOf(sender)).contains("21#4", "21#11");
        assertThat(joiner.receivedOf(sender)).isEmpty();
        sites.connect(here, away);
        sender.send(2);
        sites.run(500);
        assertThat(joiner.receivedOf(sender)).containsExactly("21#12", "21#13");
    }

    @Test
    void whoJoinsOnceTheSiteHasAnnouncedIsNotKeptWaiting() {
        sites.connect(here, away);
        sites.run(500);
        Member joiner = here.join(new MemberId(13));
        sites.run(100);
        sender.send(2);
        sites.run(500);
        assertThat(joiner.receivedOf(sender)).containsExactly("21#10", "21#11");
    }
}
