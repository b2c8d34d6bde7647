package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.BindException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.site.SiteMember;

/**
 * A process that cannot serve as its site's delegate withdraws with an event, the next one serves, and the first tries again after
 * a while.
 */
class WithdrawalTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Trouble NONE = new Trouble("", null);

    private final MemorySites sites = new MemorySites();
    private MemorySites.Process first;
    private MemorySites.Process second;
    private MemorySites.Process other;

    @BeforeEach
    void begin() {
        first = sites.add(1, 1, NONE);
        second = sites.add(1, 2, NONE);
        other = sites.add(2, 3, NONE);
    }

    private void taken(MemorySites.Process process) {
        process.cannotOpen = Optional.of(new IllegalStateException("port 7800 is taken", new BindException()));
    }

    private static List<Long> elected(MemorySites.Process... processes) {
        return Arrays.stream(processes).map(each -> each.process().elected().map(SiteMember::process).orElse(ProcessId.NONE).value()).toList();
    }

    private static boolean serves(MemorySites.Process process) {
        return process.process().delegate().filter(Delegate::hasWan).isPresent();
    }

    /** The first process hangs for ten seconds, is excluded, and has just come back. */
    private Delegate whoGoesOnWhileTheFirstHangs() {
        sites.run(3 * SECOND);
        sites.sleep(first, 10 * SECOND);
        sites.run(2 * SECOND);
        sites.exclude(first);
        sites.run(8 * SECOND + SECOND / 10);
        return second.process().delegate().orElseThrow();
    }

    @Test
    void whoHasStoodStillLeavesTheRoleToWhoHasGoneOn() {
        sites.run(3 * SECOND);
        assertThat(serves(first)).isTrue();
        sites.sleep(first, 10 * SECOND);
        sites.run(2 * SECOND);
        sites.exclude(first);
        sites.run(9 * SECOND);
        assertThat(serves(second)).isTrue();
        Delegate goesOn = second.process().delegate().orElseThrow();
        assertThat(serves(first)).as("as soon as it is awake, though its view is the old one").isFalse();
        assertThat(first.events).anyMatch(event -> event.contains("p1 was paused for "));

        sites.readmit(first);
        sites.run(20 * SECOND);
        assertThat(second.process().delegate()).as("who has gone on goes on").containsSame(goesOn);
        assertThat(elected(first, second)).containsExactly(2L, 2L);
        sites.kill(second);
        sites.run(SECOND);
        assertThat(serves(first)).as("it could serve, so it does once nobody else does").isTrue();
    }

    /** If both sides have excluded each other, their messages may arrive before the view that has both. */
    @Test
    void whoHasPausedDoesNotServeBecauseOfOneThatIsNotInItsViewYet() {
        Delegate goesOn = whoGoesOnWhileTheFirstHangs();
        sites.seesNobody(first);
        sites.run(SECOND / 2);
        sites.readmitUnseen(first);
        second.join("b", "tfrc");
        sites.run(SECOND);
        assertThat(first.process().delegate()).as("somebody serves what it sees of the LAN").isPresent();
        assertThat(serves(first)).as("another one has gone on").isFalse();
        sites.notifyView(1);
        sites.run(20 * SECOND);
        assertThat(second.process().delegate()).containsSame(goesOn);
        assertThat(elected(first, second)).containsExactly(2L, 2L);
        sites.kill(second);
        sites.run(SECOND);
        assertThat(serves(first)).isTrue();
    }

    /**
     * The process that hung still has both in its view. The other one has the merged view first and announces its groups; with the
     * old view they are forgotten, and are announced again only on request.
     */
    @Test
    void whoHasStoodStillAsksForTheGroupsThatCameBeforeTheMergedView() {
        Delegate goesOn = whoGoesOnWhileTheFirstHangs();
        MemorySites.Application here = first.join("b", "tfrc");
        second.join("b", "tfrc");
        sites.run(SECOND / 10);
        sites.readmitUnseen(first);
        sites.oldestLast(1);
        sites.notifyView(1, List.of(second));
        sites.run(SECOND / 50);
        assertThat(serves(first)).isFalse();
        sites.wasApart(first);
        sites.notifyView(1, List.of(first));
        sites.run(SECOND / 2);
        assertThat(first.events).as("another one has gone on").filteredOn(event -> event.contains("p1 is the delegate")).hasSize(1);
        assertThat(elected(first)).containsExactly(2L);
        assertThat(here.sites().sites().get(0).members()).extracting(GroupSites.Member::name).contains("p1", "p2");
        sites.run(20 * SECOND);
        assertThat(second.process().delegate()).containsSame(goesOn);
        assertThat(elected(first, second)).containsExactly(2L, 2L);
    }

    @Test
    void whoHasStoodStillForLongerThanOthersKeepThingsIsNotifiedHowLongThatIs() {
        sites.run(3 * SECOND);
        sites.sleep(second, 50 * SECOND);
        sites.run(55 * SECOND);
        assertThat(second.events).noneMatch(event -> event.contains("partitionRetention"));
        sites.sleep(second, 75 * SECOND);
        sites.run(80 * SECOND);
        assertThat(second.events).filteredOn(event -> event.contains("the others keep for 60 s what it lacks, up to ")).singleElement()
                .asString().contains("p2 was paused for 7").contains("(setting retention)");
        assertThat(first.events).noneMatch(event -> event.contains("partitionRetention"));
    }

    /** The others have continued without it; before it learns of their state, they have ended. */
    @Test
    void whoHasStoodStillAndIsAloneServesItsLanUntilItHasBeenAwakeForAWhile() {
        sites.run(3 * SECOND);
        sites.sleep(first, 3 * SECOND);
        sites.run(2 * SECOND);
        sites.exclude(first);
        sites.run(2 * SECOND);
        assertThat(serves(first)).isFalse();
        sites.kill(second);
        sites.readmit(first);
        sites.run(SECOND);
        assertThat(first.process().delegate()).as("somebody serves the LAN").isPresent();
        assertThat(serves(first)).isFalse();
        sites.run(15 * SECOND);
        assertThat(serves(first)).isTrue();
    }

    @Test
    void whoHasReceivedTheOthersSinceItRunsAgainServesAtOnceWhenTheyDie() {
        sites.run(3 * SECOND);
        sites.sleep(second, 3 * SECOND);
        sites.run(4 * SECOND);
        assertThat(second.process().hasWithdrawn()).isTrue();
        sites.kill(first);
        sites.run(SECOND);
        assertThat(serves(second)).isTrue();
    }

    /** As when the computer of the whole site is suspended. */
    @Test
    void whereAllHaveStoodStillOneServesAtOnce() {
        sites.run(3 * SECOND);
        sites.sleep(first, 3 * SECOND);
        sites.sleep(second, 3 * SECOND + SECOND / 10);
        sites.run(4 * SECOND);
        assertThat(serves(first) != serves(second)).as("one serves").isTrue();
        assertThat(elected(first, second)).doesNotContain(0L).satisfies(each -> assertThat(each.get(0)).isEqualTo(each.get(1)));
    }

    /** What it knows of the other one is outdated. */
    @Test
    void whoHasStoodStillLeavesTheRoleToWhoHadWithdrawnBeforeAndServesNow() {
        sites.run(3 * SECOND);
        sites.sleep(second, 3 * SECOND);
        sites.run(4 * SECOND);
        assertThat(second.process().hasWithdrawn()).isTrue();
        sites.sleep(first, 10 * SECOND);
        sites.run(2 * SECOND);
        sites.exclude(first);
        sites.run(4 * SECOND);
        assertThat(serves(second)).isTrue();
        sites.run(5 * SECOND);
        assertThat(serves(first)).as("its view is the old one").isFalse();
        sites.readmit(first);
        sites.run(SECOND);
        assertThat(serves(second)).isTrue();
        assertThat(serves(first)).isFalse();
    }

    @Test
    void aShortPauseOrNobodyElseIsNoReasonToWithdraw() {
        sites.run(3 * SECOND);
        sites.sleep(first, SECOND);
        sites.sleep(other, 10 * SECOND);
        sites.run(12 * SECOND);
        assertThat(serves(first)).isTrue();
        assertThat(serves(other)).isTrue();
    }

    @Test
    void whosePortIsTakenWithdrawsAndIsTriedAgainWhenNobodyElseReachesOut() {
        taken(first);
        sites.run(SECOND);
        assertThat(first.events).containsExactly("unsettled: port 7800 is taken");
        assertThat(first.process().hasWithdrawn()).isTrue();
        assertThat(elected(first, second)).containsExactly(2L, 2L);
        assertThat(serves(second)).isTrue();
        sites.run(40 * SECOND);
        assertThat(serves(second)).as("nobody is replaced by one who has not shown that he can").isTrue();

        sites.kill(second);
        sites.run(SECOND);
        assertThat(first.process().delegate()).as("somebody serves the LAN").isPresent();
        assertThat(serves(first)).isFalse();
        sites.run(31 * SECOND);
        assertThat(serves(first)).as("the port is taken still").isFalse();
        assertThat(first.events).hasSize(2).last().asString().contains("withdraws", "port 7800 is taken");
        first.cannotOpen = Optional.empty();
        sites.run(3 * SECOND);
        assertThat(serves(first)).as("the port is free").isTrue();
        assertThat(first.process().hasWithdrawn()).isFalse();
    }

    @Test
    void aPortThatIsTakenForAMomentIsWaitedFor() {
        sites.run(SECOND);
        taken(second);
        sites.kill(first);
        sites.run(3 * SECOND);
        assertThat(second.process().hasWithdrawn()).isFalse();
        assertThat(serves(second)).isFalse();
        second.cannotOpen = Optional.empty();
        sites.run(SECOND);
        assertThat(serves(second)).isTrue();
        assertThat(second.events).containsExactly("p2 is the delegate of site s1");
    }

    @Test
    void whosePortIsTakenLeavesTheRoleToTheNextAtOnce() {
        MemorySites.Process third = sites.add(1, 4, NONE);
        MemorySites.Process fourth = sites.add(1, 5, NONE);
        sites.run(SECOND);
        taken(second);
        taken(third);
        sites.kill(first);
        sites.run(SECOND);
        assertThat(serves(fourth)).isTrue();
        assertThat(List.of(second, third)).allSatisfy(each -> assertThat(each.events).singleElement().asString()
                .contains("withdraws", "port 7800 is taken"));
    }

    @Test
    void whosePortWasFreedWhileAnotherServedServesSoonAfterThatOne() {
        sites.run(SECOND);
        taken(second);
        MemorySites.Process third = sites.add(1, 4, NONE);
        sites.run(SECOND);
        sites.kill(first);
        sites.run(5 * SECOND);
        assertThat(serves(third)).isTrue();
        second.cannotOpen = Optional.empty();
        sites.run(5 * SECOND);
        assertThat(serves(third)).isTrue();
        sites.kill(third);
        sites.run(3 * SECOND);
        assertThat(serves(second)).isTrue();
    }

    @Test
    void whoCannotOpenThoughItsPortIsFreeTriesAgainOnceAndThenRarely() {
        first.portIsFree = true;
        taken(first);
        sites.kill(second);
        sites.run(29 * SECOND);
        assertThat(first.events).hasSize(2).last().asString().contains("withdraws");
        sites.run(5 * SECOND);
        assertThat(first.events).hasSize(3);
    }

    @Test
    void whoLacksAStrategyLeavesTheGroupToTheNext() {
        first.lacks.add("tfmcc");
        sites.run(SECOND);
        assertThat(serves(first)).isTrue();
        MemorySites.Application from = second.join("b", "tfmcc");
        MemorySites.Application to = other.join("b", "tfmcc");
        sites.run(SECOND);
        assertThat(first.events).hasSize(3).element(1).asString().contains("group b", "strategy 'tfmcc'", "another process");
        assertThat(first.process().hasWithdrawn()).isTrue();
        assertThat(serves(second)).isTrue();
        from.offer(1);
        sites.run(SECOND);
        assertThat(to.received.get(from.self())).containsExactly(1);
    }

    @Test
    void whoLacksAStrategyServesTheOtherGroupsIfThereIsNobodyElse() {
        sites.kill(second);
        first.lacks.add("tfmcc");
        sites.run(SECOND);
        first.join("b", "tfmcc");
        MemorySites.Application from = first.join("a", "tfrc");
        MemorySites.Application to = other.join("a", "tfrc");
        sites.run(SECOND);
        from.offer(1);
        sites.run(SECOND);
        assertThat(serves(first)).isTrue();
        assertThat(to.received.get(from.self())).containsExactly(1);
        assertThat(first.events).last().asString().contains("group b", "strategy 'tfmcc'").doesNotContain("another process");
    }
}
