package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SiteId;

/** Two islands of a site, each with an identity of its own, have met: one of the two identities disappears for the other site. */
class MergedIslandTest {
    private static final long SECOND = 1_000_000_000L;

    private static final Trouble NONE = new Trouble("", null);

    private final MemorySites sites = new MemorySites();
    private final MemorySites.Process farProcess = sites.add(1, 10, NONE);
    private final MemorySites.Process mainProcess = sites.add(2, 20, NONE);
    private final MemorySites.Process islander = sites.add(3, 30, NONE);
    private MemorySites.Application far;
    private MemorySites.Application main;
    private MemorySites.Application island;

    @BeforeEach
    void allJoin() {
        sites.run(SECOND);
        far = farProcess.join("group", "tfrc");
        main = mainProcess.join("group", "tfrc");
        island = islander.join("group", "tfrc");
        sites.run(2 * SECOND);
    }

    @Test
    void theOtherSitesDoNotWaitForTheIdentityThatIsGone() {
        assertThat(far.sites().sites()).hasSize(3);
        sites.merge(3, 2);
        sites.run(SECOND);
        assertThat(islander.events).anyMatch(event -> event.startsWith("renamed"));
        assertThat(far.sites().sites()).as("what the far site knows").hasSize(2).allSatisfy(site -> assertThat(site.members())
                .extracting(member -> member.id().site()).doesNotContain(new SiteId(3)));
        for (int i = 0; i < 50; i++) {
            far.offer(i);
            sites.run(SECOND / 10);
        }
        assertThat(far.limits()).isEmpty();
        island.offer(1);
        main.offer(2);
        sites.run(SECOND);
        assertThat(far.received.get(island.self())).containsExactly(1);
        assertThat(far.received.get(main.self())).containsExactly(2);
    }

    @Test
    void whoGetsAnotherIdentityReceivesNothingAgain() {
        sites.sleep(mainProcess, 2 * SECOND);
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            if (i == 50) {
                assertThat(island.received.get(far.self())).isNotEmpty();
                assertThat(main.received).doesNotContainKey(far.self());
                sites.merge(3, 2);
            }
            far.offer(i);
            all.add(i);
            sites.run(MemorySites.STEP_NANOS);
        }
        sites.run(3 * SECOND);
        assertThat(main.received.get(far.self())).isEqualTo(all);
        assertThat(island.received.get(far.self())).isEqualTo(all);
    }
}
