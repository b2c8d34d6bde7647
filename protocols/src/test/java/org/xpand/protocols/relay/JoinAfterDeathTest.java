package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.relay.RelaySites.Member;
import org.xpand.protocols.relay.RelaySites.Place;

/** What is left of a sender that is gone is for those who were members when it was. */
class JoinAfterDeathTest {
    private final RelaySites sites = new RelaySites();
    private final Place here = sites.place(1, 1);
    private final Member delegate = here.join(new MemberId(11));
    private final Member behind = here.join(new MemberId(12));
    private final Member sender = here.join(new MemberId(13));

    @Test
    void whoComesWhileItIsGatheredReceivesNothingOfIt() {
        sites.begin(delegate);
        behind.deaf(true);
        sender.send(4);
        sites.run(20);
        here.exit(sender);
        here.delegate(delegate);
        sites.run(500);
        Member joiner = here.join(new MemberId(14));
        sites.run(500);
        behind.deaf(false);
        sites.run(2000);
        assertThat(delegate.receivedOf(sender)).containsExactly("13#0", "13#1", "13#2", "13#3");
        assertThat(behind.receivedOf(sender)).isEqualTo(delegate.receivedOf(sender));
        assertThat(joiner.receivedOf(sender)).isEmpty();
    }

    @Test
    void whoComesWhileItIsBroughtReceivesNothingOfIt() {
        Member lagging = here.join(new MemberId(15));
        sites.begin(delegate);
        lagging.deaf(true);
        sender.send(4);
        sites.run(500);
        behind.deaf(true);
        sender.send(2);
        sites.run(500);
        Member later = here.join(new MemberId(16));
        sites.run(500);
        sender.send(4);
        sites.run(500);
        List.of(sender, delegate, lagging).forEach(here::exit);
        behind.deaf(false);
        here.delegate(behind);
        sites.run(1000);
        assertThat(here.stack.end(sender.id)).as("waits for what nobody holds").isEqualTo(4);
        Member joiner = here.join(new MemberId(17));
        sites.run(12_000);
        assertThat(behind.receivedOf(sender)).endsWith("13#3", "gap 13#4-6", "13#6", "13#7", "13#8", "13#9");
        assertThat(later.receivedOf(sender)).containsExactly("13#6", "13#7", "13#8", "13#9");
        assertThat(joiner.receivedOf(sender)).isEmpty();
    }
}
