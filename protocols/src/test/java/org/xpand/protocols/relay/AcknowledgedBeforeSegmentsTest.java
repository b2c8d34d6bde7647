package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.relay.RelaySites.Member;
import org.xpand.protocols.relay.RelaySites.Place;

/**
 * A LAN orders a process's multicasts, and its messages to one process, but not these with those: members' acknowledgements may be at the
 * delegate before the segments are.
 */
class AcknowledgedBeforeSegmentsTest {
    private final RelaySites sites = new RelaySites();
    private final Place here = sites.place(1, 1);
    private final Place away = sites.place(2, 2);
    private final Member daemon = here.daemon(new MemberId(10));
    private final Member sender = here.join(new MemberId(11));
    private final Member other = here.join(new MemberId(12));
    private final Member far = away.join(new MemberId(21));

    @BeforeEach
    void allAreInTouch() {
        sites.begin(daemon, far);
    }

    private void sendsWhileItsDelegateIsLate() {
        daemon.late(true);
        sender.send(3);
        sites.run(20);
        assertThat(other.receivedOf(sender)).hasSize(3);
        daemon.late(false);
        sites.run(500);
    }

    @Test
    void theyAreStableOnceTheDelegateHasThem() {
        sendsWhileItsDelegateIsLate();
        assertThat(far.receivedOf(sender)).hasSize(3);
        assertThat(sender.member.sender().unstableMessages()).isZero();
    }

    @Test
    void theyAreStableOnOneLanToo() {
        sites.cut(here, away);
        sites.leaves(away);
        sendsWhileItsDelegateIsLate();
        assertThat(sender.member.sender().unstableMessages()).isZero();
    }
}
