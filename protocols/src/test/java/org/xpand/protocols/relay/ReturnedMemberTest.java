package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.relay.RelaySites.Member;
import org.xpand.protocols.relay.RelaySites.Place;

/** A member that was away gets also what senders have sent that began meanwhile. */
class ReturnedMemberTest {
    private final RelaySites sites = new RelaySites();
    private final Place here = sites.place(1, 1);
    private final Place there = sites.place(2, 2);
    private final Member delegate = here.join(new MemberId(11));
    private final Member returning = here.join(new MemberId(12));
    private final Member far = there.join(new MemberId(21));
    private Member remote;
    private Member local;

    @BeforeEach
    void sendersBeginWhileAMemberIsAway() {
        sites.begin(delegate, far);
        far.send(2);
        sites.run(500);
        here.exit(returning);
        sites.run(500);
        remote = there.join(new MemberId(22));
        local = here.join(new MemberId(13));
        sites.run(500);
        remote.send(3);
        local.send(3);
        sites.run(500);
    }

    @Test
    void itGetsThemFromTheirFirstMessageOn() {
        here.enter(returning);
        sites.run(2000);
        remote.send(1);
        local.send(1);
        sites.run(500);
        assertThat(returning.receivedOf(remote)).containsExactly("22#0", "22#1", "22#2", "22#3");
        assertThat(returning.receivedOf(local)).containsExactly("13#0", "13#1", "13#2", "13#3");
        assertThat(returning.receivedOf(far)).containsExactly("21#0", "21#1");
    }

    @Test
    void itGetsThemThoughTheyAreSilentByThen() {
        here.enter(returning);
        sites.run(2000);
        assertThat(returning.receivedOf(remote)).containsExactly("22#0", "22#1", "22#2");
        assertThat(returning.receivedOf(local)).containsExactly("13#0", "13#1", "13#2");
    }

    @Test
    void whoComesForTheFirstTimeGetsWhatIsSentFromThenOn() {
        Member joiner = here.join(new MemberId(14));
        sites.run(500);
        remote.send(1);
        local.send(1);
        sites.run(500);
        assertThat(joiner.receivedOf(remote)).containsExactly("22#3");
        assertThat(joiner.receivedOf(local)).containsExactly("13#3");
    }
}
