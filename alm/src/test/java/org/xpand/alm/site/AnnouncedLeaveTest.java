package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A process that is to end may do so once every process of its site knows that it has left its groups. */
class AnnouncedLeaveTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Trouble NONE = new Trouble("", null);

    private final MemorySites sites = new MemorySites();
    private final MemorySites.Process delegate = sites.add(1, 1, NONE);
    private final MemorySites.Process member = sites.add(1, 2, NONE);
    private final MemorySites.Process other = sites.add(1, 3, NONE);

    private void leavesWhileTheOtherSleeps() {
        sites.run(SECOND);
        MemorySites.Application application = member.join("a", "tfrc");
        sites.run(3 * SECOND);
        assertThat(member.process().leaveIsAnnounced()).as("it is a member").isFalse();
        sites.sleep(other, 3 * SECOND);
        application.leave();
        sites.run(SECOND);
        assertThat(member.process().leaveIsAnnounced()).as("one does not know it yet").isFalse();
    }

    @Test
    void itWaitsForWhoDoesNotKnowIt() {
        leavesWhileTheOtherSleeps();
        sites.run(3 * SECOND);
        assertThat(member.process().leaveIsAnnounced()).isTrue();
    }

    @Test
    void itDoesNotWaitForWhoHasLeftTheSite() {
        leavesWhileTheOtherSleeps();
        sites.kill(other);
        sites.run(SECOND / 10);
        assertThat(member.process().leaveIsAnnounced()).isTrue();
    }

    @Test
    void whoIsInNoGroupNeedNotWait() {
        sites.run(SECOND);
        sites.sleep(other, SECOND);
        assertThat(delegate.process().leaveIsAnnounced()).isTrue();
    }

    @Test
    void whoJoinsAnotherGroupIsNotLeaving() {
        leavesWhileTheOtherSleeps();
        MemorySites.Application again = member.join("b", "tfrc");
        sites.run(5 * SECOND);
        assertThat(member.process().leaveIsAnnounced()).isFalse();
        again.leave();
        sites.run(SECOND);
        assertThat(member.process().leaveIsAnnounced()).isTrue();
    }
}
