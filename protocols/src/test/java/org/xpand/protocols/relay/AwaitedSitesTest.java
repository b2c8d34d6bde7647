package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.relay.RelaySites.Member;
import org.xpand.protocols.relay.RelaySites.Place;

/** Members know at once which sites are waited for: the next delegate asks them, and may not see these sites yet. */
class AwaitedSitesTest {
    private final RelaySites sites = new RelaySites();
    private final Place home = sites.place(1, 1);
    private final Place remote = sites.place(2, 2);
    private final Member delegate = home.join(new MemberId(11));
    private final Member sender = home.join(new MemberId(12));
    private final Member far = remote.join(new MemberId(21));

    @Test
    void whatIsSentAfterTheDelegateHasDiedIsKeptForASiteThatHadJustCome() {
        remote.delegate(far);
        sites.begin(delegate);
        sites.run(5000);
        sites.connect(home, remote);
        sites.run(20);
        sites.cut(home, remote);
        home.exit(delegate);
        home.delegate(sender);
        sites.run(500);
        sender.send(3);
        sites.run(500);
        sites.connect(home, remote);
        sites.run(500);
        assertThat(far.receivedOf(sender)).containsExactly("12#0", "12#1", "12#2");
    }
}
