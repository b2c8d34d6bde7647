package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

/** What counts as received by all members, from their positions. */
class SenderProgressTest {
    private static final MemberId FAST = new MemberId(1);
    private static final MemberId SLOW = new MemberId(2);

    private final SenderProgress progress = new SenderProgress(new SenderId(new SiteId(1), 9));

    private long reached() {
        return progress.reached(Set.of());
    }

    @Test
    void itIsTheLeastPosition() {
        progress.members().put(FAST, new MemberPosition(7, 100));
        progress.members().put(SLOW, new MemberPosition(5, 100));
        assertThat(reached()).isEqualTo(5);
        assertThat(progress.reached(Set.of(SLOW))).isEqualTo(7);
    }

    /** One was told to begin at 7, as the other, and turns out to be at 2 as well. */
    @Test
    void itDoesNotGrowUntilEachHasAnnouncedWhereItIs() {
        progress.members().put(FAST, MemberPosition.assumed(7, 100));
        progress.members().put(SLOW, MemberPosition.assumed(7, 100));
        assertThat(reached()).isEqualTo(7);
        progress.members().get(FAST).announced(2, 100);
        assertThat(reached()).isEqualTo(2);
        progress.members().get(FAST).announced(7, 100);
        assertThat(reached()).isEqualTo(2);
        progress.members().get(SLOW).announced(2, 100);
        progress.members().get(SLOW).announced(6, 100);
        assertThat(reached()).isEqualTo(6);
    }

    @Test
    void whoIsNotWaitedForNeedNotAnnounceAnything() {
        progress.members().put(FAST, new MemberPosition(5, 100));
        assertThat(reached()).isEqualTo(5);
        progress.members().put(SLOW, MemberPosition.assumed(7, 100));
        progress.members().get(FAST).announced(9, 100);
        assertThat(reached()).isEqualTo(5);
        assertThat(progress.reached(Set.of(SLOW))).isEqualTo(9);
    }
}
