package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.relay.RelaySites.Member;
import org.xpand.protocols.relay.RelaySites.Place;

/**
 * A part of a site is lost with its sender. The other part has all of it and is away, and meanwhile a third site gets a new
 * delegate, which has never heard of a part: what its members lack they are brought when the other part is back.
 */
class LostPartTest {
    private final RelaySites sites = new RelaySites();
    private final Place home = sites.place(1, 1);
    private final Place part = sites.place(101, 1);
    private final Place remote = sites.place(2, 2);
    private final Member stays = home.join(new MemberId(11));
    private final Member goes = home.join(new MemberId(12));
    private final Member far = remote.join(new MemberId(21));
    private final Member successor = remote.join(new MemberId(22));

    @BeforeEach
    void thePartIsLostWithWhatOneSiteAloneHasReceived() {
        sites.begin(stays, far);
        goes.send(2);
        sites.run(500);
        home.exit(goes);
        part.enter(goes);
        part.delegate(goes);
        sites.connect(part, remote);
        sites.connect(part, home);
        goes.send(2);
        sites.run(500);
        sites.cut(part, remote);
        sites.cut(home, remote);
        goes.send(3);
        sites.run(500);
        sites.cut(part, home);
        part.exit(goes);
        assertThat(stays.receivedOf(goes)).isEqualTo(received(0, 7));
        assertThat(successor.receivedOf(goes)).isEqualTo(received(0, 4));
    }

    private List<String> received(int from, int to) {
        return IntStream.range(from, to).mapToObj(number -> goes.process.value() + "#" + number).toList();
    }

    @Test
    void aNewDelegateAsksForWhatTheOtherPartHas() {
        remote.exit(far);
        remote.delegate(successor);
        sites.run(500);
        sites.connect(home, remote);
        sites.run(6000);
        assertThat(successor.receivedOf(goes)).isEqualTo(received(0, 7));
    }

    @Test
    void aDelegateThatKnewThePartAsksToo() {
        sites.run(500);
        sites.connect(home, remote);
        sites.run(6000);
        assertThat(far.receivedOf(goes)).isEqualTo(received(0, 7));
        assertThat(successor.receivedOf(goes)).isEqualTo(received(0, 7));
    }
}
