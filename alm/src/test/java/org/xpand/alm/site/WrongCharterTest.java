package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A process has another charter of a group than the other processes of its site. */
class WrongCharterTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Trouble NONE = new Trouble("", null);

    private final MemorySites sites = new MemorySites();

    @Test
    void whoAnnouncesItsGroupBeforeItHasReceivedTheOthersIsRefused() {
        MemorySites.Application far = join(sites.add(1, 10, NONE));
        MemorySites.Process nearProcess = sites.add(2, 20, NONE);
        MemorySites.Application here = join(nearProcess);
        sites.run(2 * SECOND);
        sites.sleep(nearProcess, SECOND / 10);
        MemorySites.Process late = sites.add(2, 21, NONE);
        // It has its view, and the other one has not announced anything to it yet.
        sites.run(MemorySites.STEP_NANOS);
        MemorySites.Application wrong = late.join("group", "tuf");
        sites.run(2 * SECOND);
        assertThat(wrong.sites().refusal()).hasValueSatisfying(why -> assertThat(why).contains("this site uses it as 'tfrc"));
        assertThat(here.sites().refusal()).isEmpty();
        assertThat(far.sites().sites()).flatExtracting(GroupSites.Site::members).extracting(GroupSites.Member::id)
                .containsExactlyInAnyOrder(far.self(), here.self());
    }

    @Test
    void theOlderOfTwoThatJoinAtOnceStays() {
        MemorySites.Process first = sites.add(1, 10, NONE);
        MemorySites.Process second = sites.add(1, 11, NONE);
        sites.add(2, 20, NONE);
        sites.run(2 * SECOND);
        MemorySites.Application younger = second.join("group", "tuf");
        MemorySites.Application older = first.join("group", "tfmcc");
        sites.run(2 * SECOND);
        assertThat(older.sites().refusal()).isEmpty();
        assertThat(younger.sites().refusal()).isPresent();
        older.leave();
        sites.run(2 * SECOND);
        assertThat(younger.sites().refusal()).as("once the older one has left").isEmpty();
    }

    @Test
    void wherePartsOfASiteMeetThoseWithTheYoungerCharterAreRefused() {
        MemorySites.Application first = join(sites.add(1, 10, NONE));
        MemorySites.Application second = join(sites.add(1, 11, NONE));
        MemorySites.Application third = founded(3, 30, "tfmcc");
        MemorySites.Application fourth = founded(3, 31, "tfmcc");
        sites.run(SECOND);
        sites.merge(3, 1);
        sites.run(2 * SECOND);
        for (MemorySites.Application right : List.of(first, second)) {
            assertThat(right.sites().refusal()).isEmpty();
            assertThat(right.events()).filteredOn(each -> each.contains("of this site uses 'tfmcc")).hasSize(2)
                    .allSatisfy(each -> assertThat(each).contains("this one 'tfrc", "accepted is 'tfrc"));
        }
        for (MemorySites.Application wrong : List.of(third, fourth)) {
            assertThat(wrong.sites().refusal()).hasValueSatisfying(why -> assertThat(why).contains("this site uses it as 'tfrc", "not as 'tfmcc"));
            assertThat(wrong.events()).filteredOn(each -> each.contains("this process uses 'tfmcc")).hasSize(1);
        }
        assertThat(second.sites().sites()).flatExtracting(GroupSites.Site::members).extracting(GroupSites.Member::id)
                .containsExactlyInAnyOrder(first.self(), second.self());
    }

    @Test
    void thePartWithTheOlderCharterStaysThoughItGivesUpItsIdentity() {
        MemorySites.Application third = founded(3, 30, "tfmcc");
        MemorySites.Application fourth = founded(3, 31, "tfmcc");
        MemorySites.Application first = join(sites.add(1, 10, NONE));
        MemorySites.Application second = join(sites.add(1, 11, NONE));
        sites.run(2 * SECOND);
        sites.merge(3, 1);
        sites.run(2 * SECOND);
        assertThat(first.sites().refusal()).isPresent();
        assertThat(second.sites().refusal()).isPresent();
        assertThat(third.sites().refusal()).isEmpty();
        assertThat(fourth.sites().sites()).flatExtracting(GroupSites.Site::members).extracting(GroupSites.Member::id)
                .containsExactlyInAnyOrder(third.self(), fourth.self());
    }

    @Test
    void theOlderCharterStaysThoughItsFirstAnnouncementIsLate() {
        sites.cutOff(3);
        MemorySites.Process lonely = sites.add(3, 30, NONE);
        sites.run(2 * SECOND);
        MemorySites.Application older = lonely.join("group", "tfrc");
        sites.run(2 * SECOND);
        MemorySites.Application first = join(sites.add(1, 10, NONE), "tfmcc");
        MemorySites.Application second = join(sites.add(1, 11, NONE), "tfmcc");
        sites.run(SECOND);
        sites.late(lonely, 3 * SECOND);
        sites.merge(3, 1);
        sites.run(6 * SECOND);
        assertThat(older.sites().refusal()).isEmpty();
        assertThat(first.sites().refusal()).isPresent();
        assertThat(second.sites().refusal()).isPresent();
    }

    private MemorySites.Application founded(int island, long id, String strategy) {
        sites.cutOff(island);
        MemorySites.Process process = sites.add(island, id, NONE);
        sites.run(2 * SECOND);
        return process.join("group", strategy);
    }

    private MemorySites.Application join(MemorySites.Process process) {
        return join(process, "tfrc");
    }

    private MemorySites.Application join(MemorySites.Process process, String strategy) {
        sites.run(SECOND);
        return process.join("group", strategy);
    }
}
