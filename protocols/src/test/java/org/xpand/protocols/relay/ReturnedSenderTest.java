package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.relay.RelaySites.Member;
import org.xpand.protocols.relay.RelaySites.Place;

/** A sender that was taken for gone and is back goes on sending, whoever is waited for. */
class ReturnedSenderTest {
    private final RelaySites sites = new RelaySites();
    private final Place here = sites.place(1, 1);
    private final Place away = sites.place(2, 2);
    private final Member delegate = here.join(new MemberId(11));
    private final Member sender = here.join(new MemberId(12));
    private final Member far = away.join(new MemberId(21));

    @Test
    void itsStreamGoesOnWhenWhatItSentBeforeIsStable() {
        sites.begin(delegate, far);
        sites.cut(here, away);
        sender.send(4);
        sites.run(500);
        here.exit(sender);
        sites.run(500);
        assertThat(here.relay.recovers()).as("all is there, and kept for the site").isFalse();
        here.enter(sender);
        sites.run(500);
        sites.connect(here, away);
        sites.run(1000);
        sender.send(2);
        sites.run(500);
        assertThat(far.receivedOf(sender)).containsExactly("12#0", "12#1", "12#2", "12#3", "12#4", "12#5");
        assertThat(sender.member.sender().stable()).isEqualTo(6);
    }

    @Test
    void whoCameWhileItWasAwayReceivesItFromItsReturnOn() {
        sites.begin(delegate, far);
        sites.cut(here, away);
        sender.send(4);
        sites.run(500);
        here.exit(sender);
        sites.run(500);
        Member joiner = here.join(new MemberId(13));
        sites.run(500);
        here.enter(sender);
        sites.run(500);
        sender.send(2);
        sites.run(500);
        assertThat(joiner.receivedOf(sender)).containsExactly("12#4", "12#5");
    }
}
