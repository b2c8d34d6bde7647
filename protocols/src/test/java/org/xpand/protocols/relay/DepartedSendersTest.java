package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.Segment;

/** What anybody holds of a sender that is gone is brought to everyone: members are asked, and then the other sites. */
class DepartedSendersTest {
    private static final long MS = 1_000_000;
    private static final long PATIENCE = 10_000 * MS;
    private static final int UNSTABLE = 100;
    private static final MemberId PROCESS = new MemberId(7);
    private static final MemberId MEMBER = new MemberId(8);
    private static final MemberId OTHER = new MemberId(9);
    private static final SiteId AWAY = new SiteId(2);
    private static final SiteId FARTHER = new SiteId(3);
    private static final Segment SEGMENT = new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[1]);

    private final List<String> done = new ArrayList<>();
    private long end = -1;
    private boolean waitsForSite;
    private final DepartedSenders gone = new DepartedSenders(PATIENCE, UNSTABLE, new DepartedSenders.Actions() {
        @Override
        public long end(MemberId member) {
            return end;
        }

        @Override
        public void open(MemberId member, long first, long nowNanos) {
            done.add("open " + first);
            end = first;
        }

        @Override
        public void offer(MemberId member, long number, Segment segment) {
            assertThat(number).isEqualTo(end++);
            if (segment.lost()) {
                done.add("lost " + number);
            }
        }

        @Override
        public void recallFromSites(MemberId member, SortedMap<Long, Long> holes, long nowNanos) {
            done.add("sites " + holes);
        }

        @Override
        public boolean waitsForSite() {
            return waitsForSite;
        }

        @Override
        public void endRecallFromSites(MemberId member) {
            done.add("no more from sites");
        }

        @Override
        public void query(MemberId member) {
            done.add("query");
        }

        @Override
        public void recall(MemberId member, MemberId holder, long from) {
            done.add("member " + holder.value() + " from " + from);
        }

        @Override
        public void complete(MemberId member) {
            done.add("complete");
        }

        @Override
        public void forget(MemberId member) {
            done.add("forget");
        }
    });

    private List<String> run(Set<MemberId> members, long nowNanos) {
        done.clear();
        gone.run(members, nowNanos);
        return List.copyOf(done);
    }

    @Test
    void everyMemberIsAskedUntilItHasAnnounced() {
        gone.add(PROCESS, 0);
        assertThat(run(Set.of(MEMBER, OTHER), 0)).containsExactly("query");
        gone.held(PROCESS, MEMBER, 10, 10, 20);
        assertThat(run(Set.of(MEMBER, OTHER), 100 * MS)).isEmpty();
        assertThat(run(Set.of(MEMBER, OTHER), 200 * MS)).containsExactly("query");
    }

    @Test
    void whoHoldsMostBringsItFromWhereItIsStable() {
        gone.add(PROCESS, 0);
        gone.held(PROCESS, MEMBER, 10, 5, 20);
        gone.held(PROCESS, OTHER, 12, 5, 25);
        assertThat(run(Set.of(MEMBER, OTHER), 0)).containsExactly("open 12", "member 9 from 12");
        end = 25;
        assertThat(run(Set.of(MEMBER, OTHER), 1)).containsExactly("complete");
    }

    @Test
    void whatIsStableForEveryoneNeedsNobody() {
        gone.add(PROCESS, 0);
        gone.held(PROCESS, MEMBER, 20, 15, 20);
        assertThat(run(Set.of(MEMBER), 0)).containsExactly("no more from sites", "forget");
    }

    @Test
    void whoLacksWhatIsStableForTheOthersIsNotifiedWhereItEnds() {
        gone.add(PROCESS, 0);
        gone.held(PROCESS, MEMBER, 20, 20, 20);
        gone.held(PROCESS, OTHER, 10, 8, 15);
        assertThat(run(Set.of(MEMBER, OTHER), 0)).containsExactly("open 20", "complete");
    }

    @Test
    void whatAMemberThatCameLaterDoesNotHoldComesFromTheOtherSites() {
        gone.add(PROCESS, 0);
        gone.held(PROCESS, MEMBER, 10, 14, 20);
        assertThat(run(Set.of(MEMBER), 0)).containsExactly("sites {10=14}");
        gone.returned(PROCESS, 10, SEGMENT, 1);
        gone.returned(PROCESS, 12, SEGMENT, 1);
        assertThat(run(Set.of(MEMBER), 100 * MS)).containsExactly("open 10");
        assertThat(run(Set.of(MEMBER), 501 * MS)).as("every hole").containsExactly("sites {11=12, 13=14}");
        gone.returned(PROCESS, 11, SEGMENT, 502 * MS);
        gone.returned(PROCESS, 13, SEGMENT, 502 * MS);
        assertThat(run(Set.of(MEMBER), 502 * MS)).containsExactly("no more from sites", "member 8 from 14");
    }

    @Test
    void theOtherSitesAreNotAskedAgainWhileTheyGiveBack() {
        gone.add(PROCESS, 0);
        gone.held(PROCESS, MEMBER, 10, 14, 20);
        assertThat(run(Set.of(MEMBER), 0)).containsExactly("sites {10=14}");
        gone.returned(PROCESS, 10, SEGMENT, 400 * MS);
        assertThat(run(Set.of(MEMBER), 899 * MS)).containsExactly("open 10");
        assertThat(run(Set.of(MEMBER), 900 * MS)).containsExactly("sites {11=14}");
    }

    @Test
    void whatNobodyBringsInTimeIsGivenUp() {
        gone.add(PROCESS, 0);
        gone.held(PROCESS, MEMBER, 10, 14, 20);
        gone.returned(PROCESS, 10, SEGMENT, 1000 * MS);
        gone.returned(PROCESS, 13, SEGMENT, 1000 * MS);
        assertThat(run(Set.of(MEMBER), 999 * MS + PATIENCE)).containsExactly("sites {11=13}", "open 10");
        assertThat(run(Set.of(MEMBER), 1000 * MS + PATIENCE)).as("what came back is brought to all")
                .containsExactly("no more from sites", "lost 11", "lost 12", "member 8 from 14");
    }

    @Test
    void whatIsBelowEverythingThatCameBackIsNotBegunWith() {
        gone.add(PROCESS, 0);
        gone.held(PROCESS, MEMBER, 10, 14, 20);
        gone.returned(PROCESS, 12, SEGMENT, 0);
        assertThat(run(Set.of(MEMBER), PATIENCE)).containsExactly("open 12", "lost 13", "member 8 from 14");
    }

    @Test
    void whatIsBetweenWhatTwoMembersHoldComesFromTheOtherSites() {
        gone.add(PROCESS, 0);
        gone.held(PROCESS, MEMBER, 10, 10, 14);
        gone.held(PROCESS, OTHER, 10, 16, 20);
        assertThat(run(Set.of(MEMBER, OTHER), 0)).containsExactly("sites {14=16}", "open 10", "member 8 from 10");
        end = 14;
        assertThat(run(Set.of(MEMBER, OTHER), 1)).isEmpty();
        gone.returned(PROCESS, 14, SEGMENT, 2);
        gone.returned(PROCESS, 15, SEGMENT, 2);
        assertThat(run(Set.of(MEMBER, OTHER), 500 * MS)).containsExactly("no more from sites", "member 9 from 16");
        end = 20;
        assertThat(run(Set.of(MEMBER, OTHER), 500 * MS + 1)).containsExactly("complete");
    }

    @Test
    void aStreamThatWasToEndGoesOnForAMemberThatHoldsMore() {
        gone.add(PROCESS, 0);
        gone.held(PROCESS, MEMBER, 10, 10, 14);
        run(Set.of(MEMBER), 0);
        end = 14;
        assertThat(run(Set.of(MEMBER), 1)).containsExactly("complete");
        done.clear();
        gone.recoverMore(PROCESS, 2);
        assertThat(done).containsExactly("open 14");
        gone.held(PROCESS, MEMBER, 10, 10, 14);
        gone.held(PROCESS, OTHER, 10, 16, 20);
        assertThat(run(Set.of(MEMBER, OTHER), 2)).containsExactly("sites {14=16}");
    }

    @Test
    void whatIsBetweenAndNobodyGivesBackIsGivenUp() {
        gone.add(PROCESS, 0);
        gone.held(PROCESS, MEMBER, 10, 10, 14);
        gone.held(PROCESS, OTHER, 10, 16, 20);
        run(Set.of(MEMBER, OTHER), 0);
        end = 14;
        assertThat(run(Set.of(MEMBER, OTHER), PATIENCE)).containsExactly("no more from sites", "lost 14", "lost 15",
                "member 9 from 16");
    }

    @Test
    void nothingIsGivenUpWhileASiteIsWaitedForThatIsNotReachable() {
        gone.add(PROCESS, 0);
        gone.held(PROCESS, MEMBER, 10, 14, 20);
        waitsForSite = true;
        assertThat(run(Set.of(MEMBER), PATIENCE)).containsExactly("sites {10=14}");
        waitsForSite = false;
        assertThat(run(Set.of(MEMBER), 2 * PATIENCE - 1)).as("it may be back").containsExactly("sites {10=14}");
        assertThat(run(Set.of(MEMBER), 2 * PATIENCE)).contains("open 14");
    }

    @Test
    void itIsKnownWhetherSomeoneIsAskedStill() {
        assertThat(gone.recovers()).isFalse();
        gone.add(PROCESS, 0);
        gone.held(PROCESS, MEMBER, 10, 10, 20);
        assertThat(gone.recovers()).isTrue();
        run(Set.of(MEMBER), 0);
        end = 20;
        run(Set.of(MEMBER), 1);
        assertThat(gone.recovers()).isFalse();
    }

    @Test
    void nobodyIsGivenUpWhileWhatAnotherSentIsGivenBack() {
        gone.add(PROCESS, 0);
        gone.held(PROCESS, MEMBER, 10, 14, 20);
        gone.add(new MemberId(PROCESS.value() + 1), 0);
        gone.returned(new MemberId(PROCESS.value() + 1), 3, SEGMENT, 1000 * MS);
        gone.remove(new MemberId(PROCESS.value() + 1));
        assertThat(run(Set.of(MEMBER), 999 * MS + PATIENCE)).containsExactly("sites {10=14}");
        assertThat(run(Set.of(MEMBER), 1000 * MS + PATIENCE)).contains("open 14");
    }

    @Test
    void whatOtherSitesHaveReceivedBesidesIsRequested() {
        gone.add(PROCESS, 0);
        gone.held(PROCESS, MEMBER, 10, 5, 20);
        gone.receivedElsewhere(PROCESS, AWAY, 25, 0);
        assertThat(run(Set.of(MEMBER), 0)).containsExactly("sites {20=25}", "open 10", "member 8 from 10");
    }

    @Test
    void whatAnotherSiteAsksForAndNobodyGivesBackIsReportedAsLost() {
        gone.add(PROCESS, 0);
        gone.requestedElsewhere(PROCESS, 12, 0);
        gone.held(PROCESS, MEMBER, 5, 5, 10);
        assertThat(run(Set.of(MEMBER), 0)).contains("open 5", "sites {10=12}");
        end = 10;
        assertThat(run(Set.of(MEMBER), PATIENCE)).containsSubsequence("lost 10", "lost 11", "complete");
    }

    @Test
    void whatAnotherSiteAsksForOfASettledSenderIsLookedForOnce() {
        settled(PROCESS);
        long settledEnd = end;
        gone.requestedElsewhere(PROCESS, settledEnd, 0);
        assertThat(gone.contains(PROCESS)).as("it has all of that").isFalse();
        gone.requestedElsewhere(PROCESS, settledEnd + 2, 0);
        assertThat(gone.contains(PROCESS)).isTrue();
    }

    @Test
    void moreThanASenderMayHaveSentIsNothing() {
        gone.add(PROCESS, 0);
        gone.held(PROCESS, MEMBER, 10, 5, 20);
        gone.receivedElsewhere(PROCESS, AWAY, 21 + UNSTABLE, 0);
        assertThat(run(Set.of(MEMBER), 0)).containsExactly("open 10", "member 8 from 10");
        gone.receivedElsewhere(PROCESS, AWAY, 20 + UNSTABLE, 0);
        assertThat(run(Set.of(MEMBER), 500 * MS)).contains("sites {20=120}");
    }

    @Test
    void aStreamThatWasToEndGoesOnForASiteThatHasMore() {
        gone.add(PROCESS, 0);
        gone.held(PROCESS, MEMBER, 10, 10, 14);
        run(Set.of(MEMBER), 0);
        end = 14;
        assertThat(run(Set.of(MEMBER), 1)).containsExactly("complete");
        done.clear();
        gone.receivedElsewhere(PROCESS, AWAY, 16, 2);
        assertThat(done).containsExactly("open 14");
        assertThat(run(Set.of(MEMBER), 2)).containsExactly("query");
        gone.held(PROCESS, MEMBER, 10, 10, 14);
        assertThat(run(Set.of(MEMBER), 3)).containsExactly("sites {14=16}");
    }

    @Test
    void whatOneSiteHasAndAnotherLacksIsRequestedThoughNobodyHereHasReceivedIt() {
        gone.receivedElsewhere(PROCESS, AWAY, 1010, 0);
        gone.receivedElsewhere(PROCESS, FARTHER, 1004, 0);
        gone.held(PROCESS, MEMBER, -1, -1, -1);
        assertThat(run(Set.of(MEMBER), 0)).containsExactly("sites {1004=1010}");
    }

    @Test
    void whatTwoSitesContradictEachOtherAboutIsNothing() {
        gone.receivedElsewhere(PROCESS, AWAY, 10, 0);
        gone.receivedElsewhere(PROCESS, FARTHER, 11 + UNSTABLE, 0);
        gone.held(PROCESS, MEMBER, -1, -1, -1);
        assertThat(run(Set.of(MEMBER), 0)).containsExactly("no more from sites", "forget");
    }

    private void settled(MemberId member) {
        end = -1;
        gone.add(member, 0);
        gone.held(member, MEMBER, 10, 10, 14);
        run(Set.of(MEMBER), 0);
        end = 14;
        assertThat(run(Set.of(MEMBER), 1)).containsExactly("complete");
        gone.settled(member);
    }

    @Test
    void whatEverybodyHasIsNotLookedForAgain() {
        settled(PROCESS);
        assertThat(gone.receivedElsewhere(PROCESS, AWAY, 14, 2)).isTrue();
        assertThat(gone.recovers()).isFalse();
        gone.receivedElsewhere(PROCESS, AWAY, 15, 2);
        assertThat(gone.recovers()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {9, 11})
    void whatAllHadWhenItDiedIsLookedForOnlyIfASiteLacksOrHasMore(int next) {
        end = -1;
        gone.add(PROCESS, 0);
        gone.held(PROCESS, MEMBER, 10, 10, 10);
        run(Set.of(MEMBER), 0);
        assertThat(gone.receivedElsewhere(PROCESS, AWAY, 10, 2)).isTrue();
        assertThat(gone.recovers()).isFalse();
        gone.receivedElsewhere(PROCESS, AWAY, next, 2);
        assertThat(gone.recovers()).isTrue();
    }

    @Test
    void whoCameWhenItWasGoneIsLeftOutAlsoWhenMoreIsFoundLater() {
        gone.joins(MEMBER);
        gone.add(PROCESS, 0);
        gone.joins(OTHER);
        gone.held(PROCESS, MEMBER, 10, 10, 10);
        run(Set.of(MEMBER), 0);
        gone.receivedElsewhere(PROCESS, AWAY, 12, 2);
        assertThat(gone.joinedAfterDeparture(PROCESS, OTHER)).isTrue();
        assertThat(gone.joinedAfterDeparture(PROCESS, MEMBER)).isFalse();
        gone.leaves(OTHER);
        assertThat(gone.joinedAfterDeparture(PROCESS, OTHER)).isFalse();
    }

    @Test
    void whoWasBackIsLookedForAsIfItHadNotBeenGone() {
        settled(PROCESS);
        gone.remove(PROCESS);
        gone.receivedElsewhere(PROCESS, AWAY, 14, 2);
        assertThat(gone.contains(PROCESS)).isTrue();
    }

    @Test
    void theLatestThatWereSettledAreRemembered() {
        for (long process = 100; process <= 356; process++) {
            settled(new MemberId(process));
        }
        gone.receivedElsewhere(new MemberId(100), AWAY, 14, 2);
        gone.receivedElsewhere(new MemberId(101), AWAY, 14, 2);
        assertThat(gone.contains(new MemberId(100))).isTrue();
        assertThat(gone.contains(new MemberId(101))).isFalse();
    }

    @Test
    void ofTooManySendersThatOnlyOtherSitesKnowNothingComes() {
        for (long process = 100; process < 356; process++) {
            assertThat(gone.receivedElsewhere(new MemberId(process), AWAY, 14, 0)).isTrue();
        }
        assertThat(gone.receivedElsewhere(new MemberId(356), AWAY, 14, 0)).isFalse();
        assertThat(gone.receivedElsewhere(new MemberId(355), AWAY, 15, 0)).isTrue();
        assertThat(gone.contains(new MemberId(356))).isFalse();
    }
}
