package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.relay.RelaySites.Member;
import org.xpand.protocols.relay.RelaySites.Place;

/** A new delegate that does not know the other sites yet keeps for them what new members send, from the first message on. */
class UnknownSitesTest {
    private final RelaySites sites = new RelaySites();
    private final Place here = sites.place(1, 1);
    private final Place there = sites.place(2, 2);
    private final Place later = sites.place(3, 3);
    private final Member sender = here.join(new MemberId(11));
    private final Member far = there.join(new MemberId(21));
    private final Member farther = later.join(new MemberId(31));

    @BeforeEach
    void aMemberSendsBeforeItsDelegateKnowsTheOtherSites() {
        there.delegate(far);
        later.delegate(farther);
        here.delegate(sender);
        here.stack.awaitSites();
        sender.send(4);
        sites.run(500);
        assertThat(sender.receivedOf(sender)).as("its own site does not wait").hasSize(4);
        assertThat(sender.member.sender().stable()).isZero();
    }

    @Test
    void whatWasSentBeforeReachesTheSites() {
        sites.connect(here, there);
        here.stack.sitesKnown();
        sites.run(500);
        assertThat(far.receivedOf(sender)).containsExactly("11#0", "11#1", "11#2", "11#3");
        assertThat(sender.member.sender().stable()).isEqualTo(4);
    }

    @Test
    void aSiteThatBecomesKnownAfterAnotherGetsEverythingToo() {
        sites.connect(here, there);
        sites.run(500);
        assertThat(far.receivedOf(sender)).hasSize(4);
        assertThat(sender.member.sender().stable()).as("there may be others").isZero();
        sites.connect(here, later);
        here.stack.sitesKnown();
        sites.run(500);
        assertThat(farther.receivedOf(sender)).containsExactly("11#0", "11#1", "11#2", "11#3");
        assertThat(sender.member.sender().stable()).isEqualTo(4);
    }

    @Test
    void nothingIsKeptOnceItIsKnownThatThereAreNoOtherSites() {
        here.stack.sitesKnown();
        sites.run(500);
        assertThat(sender.member.sender().stable()).isEqualTo(4);
        sites.connect(here, there);
        sender.send(1);
        sites.run(500);
        assertThat(far.receivedOf(sender)).containsExactly("11#4");
    }
}
