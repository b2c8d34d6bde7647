package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

/** Two islands of a site, each with an identity of its own, have met: one of the two identities disappears for the other site. */
class MergedIslandTest {
    private static final long SECOND = 1_000_000_000L;

    private static final Trouble NONE = new Trouble("", null);

    private final MemorySites sites = new MemorySites();
    private final MemorySites.Process farProcess = sites.add(1, 10, NONE);
    private final MemorySites.Process mainProcess = sites.add(2, 20, NONE);
    private final MemorySites.Process islander = sites.add(3, 30, NONE);
    private final MemorySites.Process neighbour = sites.add(3, 31, NONE);
    private final MemorySites.Process slow = sites.add(4, 40, NONE);
    private MemorySites.Application far;
    private MemorySites.Application main;
    private MemorySites.Application island;
    private MemorySites.Application beside;
    private MemorySites.Application late;

    @BeforeEach
    void allJoin() {
        sites.run(SECOND);
        far = farProcess.join("group", "tfrc");
        main = mainProcess.join("group", "tfrc");
        island = islander.join("group", "tfrc");
        beside = neighbour.join("group", "tfrc");
        late = slow.join("group", "tfrc");
        sites.run(2 * SECOND);
    }

    @Test
    void theOtherSitesDoNotWaitForTheIdentityThatIsGone() {
        assertThat(far.sites().sites()).hasSize(4);
        sites.merge(3, 2);
        sites.run(SECOND);
        assertThat(islander.events).anyMatch(event -> event.startsWith("renamed"));
        assertThat(far.sites().sites()).as("what the far site knows").hasSize(3).allSatisfy(site -> assertThat(site.members())
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
    void nobodyWaitsForAnIdentityWhoseSiteHasAnotherOne() {
        sites.kill(islander);
        sites.kill(neighbour);
        far.offer(1);
        sites.run(3 * SECOND);
        assertThat(far.membership().member().sender().unstableMessages()).as("kept for the site, which may return").isEqualTo(1);
        MemorySites.Process another = sites.add(5, "s3", 50, NONE);
        sites.run(SECOND);
        MemorySites.Application other = another.join("group", "tfrc");
        sites.run(5 * SECOND);
        assertThat(far.limits()).isEmpty();
        far.offer(2);
        sites.run(SECOND);
        assertThat(other.received.get(far.self())).containsExactly(2);
        assertThat(far.membership().member().sender().unstableMessages()).isZero();
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
        assertThat(beside.received.get(far.self())).isEqualTo(all);
    }

    @Test
    void whatIsSentAgainUnderAnotherIdentityIsReceivedOnce() {
        SenderId before = island.self();
        List<Integer> all = new ArrayList<>();
        // Until then nothing is stable.
        sites.sleep(slow, 2 * SECOND);
        for (int i = 0; i < 100; i++) {
            if (i == 50) {
                assertThat(List.of(far, beside, island)).allSatisfy(each -> assertThat(each.received.get(before)).hasSizeGreaterThan(40));
                assertThat(late.received).doesNotContainKey(before);
                sites.merge(3, 2);
            }
            island.offer(i);
            all.add(i);
            sites.run(MemorySites.STEP_NANOS);
        }
        sites.run(5 * SECOND);
        assertThat(island.self()).isNotEqualTo(before);
        assertThat(List.of(far, beside, island, main, late)).allSatisfy(each -> assertThat(received(each, before)).isEqualTo(all));
    }

    /** What a member has received of the islander, under both identities. */
    private List<Integer> received(MemorySites.Application member, SenderId before) {
        List<Integer> received = new ArrayList<>(member.received.getOrDefault(before, List.of()));
        received.addAll(member.received.getOrDefault(island.self(), List.of()));
        return received;
    }
}
