package org.xpand.protocols.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.xpand.protocols.site.FoundingRule.Found.EARLIER;
import static org.xpand.protocols.site.FoundingRule.Found.LATER;
import static org.xpand.protocols.site.FoundingRule.Found.MEMBER;
import static org.xpand.protocols.site.FoundingRule.Found.NOBODY;
import static org.xpand.protocols.site.FoundingRule.Found.SILENCE;
import static org.xpand.protocols.site.FoundingRule.Found.SITE;
import static org.xpand.protocols.site.FoundingRule.Step.FOUND;
import static org.xpand.protocols.site.FoundingRule.Step.GIVE_UP;
import static org.xpand.protocols.site.FoundingRule.Step.JOIN;
import static org.xpand.protocols.site.FoundingRule.Step.LOOK_ON;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FoundingRuleTest {
    private static final long MILLI = 1_000_000L;
    private static final long LOOK = 600 * MILLI;

    private long now;

    private FoundingRule rule(Founding founding) {
        return new FoundingRule(founding, 4_500 * MILLI, now);
    }

    private FoundingRule.Step look(FoundingRule rule, FoundingRule.Found found) {
        return look(rule, found, rule.nextNanos(LOOK));
    }

    /** Looks until something else is to be done, or for so long. */
    private FoundingRule.Step lookFor(FoundingRule rule, FoundingRule.Found found, long nanos) {
        long end = now + nanos;
        FoundingRule.Step step = look(rule, found);
        while (step == LOOK_ON && now < end) {
            step = look(rule, found);
        }
        return step;
    }

    private FoundingRule.Step look(FoundingRule rule, FoundingRule.Found found, long took) {
        return look(rule, found, took, true);
    }

    private FoundingRule.Step look(FoundingRule rule, FoundingRule.Found found, long took, boolean receivedItself) {
        now += took;
        return rule.looked(new FoundingRule.Look(found, receivedItself, rule.nextNanos(LOOK), took), now);
    }

    @Test
    void whoReceivesFromNobodyIsTheFirstAfterItsTime() {
        for (long millis : new long[] {100, 600, 1500, 30_000}) {
            for (FoundingRule.Found found : new FoundingRule.Found[] {NOBODY, LATER}) {
                FoundingRule rule = rule(Founding.after(Duration.ofMillis(millis)));
                long began = now;
                assertThat(lookFor(rule, found, 60_000 * MILLI)).isEqualTo(FOUND);
                assertThat(now - began).isEqualTo(millis * MILLI);
            }
        }
    }

    @Test
    void theFirstLooksAreShort() {
        FoundingRule rule = rule(Founding.after(Duration.ofSeconds(30)));
        assertThat(rule.nextNanos(LOOK)).isEqualTo(100 * MILLI);
        look(rule, LATER);
        assertThat(rule.nextNanos(LOOK)).isEqualTo(200 * MILLI);
        assertThat(lookFor(rule, NOBODY, 3 * LOOK)).isEqualTo(LOOK_ON);
        assertThat(rule.nextNanos(LOOK)).isEqualTo(LOOK);
    }

    @Test
    void aLookOfAProcessThatWasStoppedMeanwhileDoesNotCount() {
        FoundingRule rule = rule(Founding.DEFAULT);
        assertThat(look(rule, NOBODY, 3 * LOOK)).isEqualTo(LOOK_ON);
        long began = now;
        assertThat(lookFor(rule, NOBODY, 10 * LOOK)).isEqualTo(FOUND);
        assertThat(now - began).isEqualTo(LOOK);
    }

    @Test
    void aLookInWhichItDidNotReceiveItsOwnQuestionDoesNotCount() {
        FoundingRule rule = rule(Founding.DEFAULT);
        look(rule, NOBODY);
        for (int i = 0; i < 20; i++) {
            assertThat(look(rule, NOBODY, LOOK, false)).isEqualTo(LOOK_ON);
        }
        assertThat(lookFor(rule, NOBODY, LOOK)).isEqualTo(FOUND);
    }

    @Test
    void whoNeverReceivesItsOwnQuestionLooksEightTimesAsLong() {
        FoundingRule rule = rule(Founding.DEFAULT);
        long began = now;
        FoundingRule.Step step = LOOK_ON;
        while (step == LOOK_ON) {
            assertThat(rule.nextNanos(LOOK)).isGreaterThanOrEqualTo(100 * MILLI);
            step = look(rule, NOBODY, rule.nextNanos(LOOK), false);
        }
        assertThat(step).isEqualTo(FOUND);
        assertThat(now - began).isBetween(8 * LOOK, 9 * LOOK);
    }

    @Test
    void nobodyFoundsAfterALookThatSaysNothing() {
        FoundingRule rule = rule(Founding.DEFAULT);
        assertThat(lookFor(rule, EARLIER, 2 * LOOK)).isEqualTo(LOOK_ON);
        assertThat(look(rule, NOBODY, LOOK, false)).isEqualTo(LOOK_ON);
        assertThat(look(rule, NOBODY, 3 * LOOK)).isEqualTo(LOOK_ON);
        assertThat(lookFor(rule, NOBODY, 2 * LOOK)).isEqualTo(FOUND);
    }

    /** It may have asked just before the look, which is all the answer that it gives, and have founded the site during it. */
    @Test
    void aSingleLookWithoutAnEarlierProcessDoesNotCount() {
        FoundingRule rule = rule(Founding.DEFAULT);
        assertThat(lookFor(rule, EARLIER, 2 * LOOK)).isEqualTo(LOOK_ON);
        assertThat(look(rule, LATER, LOOK)).isEqualTo(LOOK_ON);
        assertThat(look(rule, LATER, LOOK)).isEqualTo(FOUND);
    }

    @Test
    void whoeverListensAndDoesNotAnswerIsAskedUntilTheSiteWouldGiveHimUp() {
        FoundingRule rule = rule(Founding.DEFAULT);
        long began = now;
        while (look(rule, SILENCE) == LOOK_ON) {
            assertThat(now - began).isLessThan(5_100 * MILLI);
        }
        assertThat(now - began).isGreaterThanOrEqualTo(4_500 * MILLI);
    }

    @Test
    void whoReceivesFromTheSiteJoinsItWheneverThatIs() {
        FoundingRule rule = rule(Founding.never(Duration.ofSeconds(1)));
        assertThat(look(rule, NOBODY)).isEqualTo(LOOK_ON);
        assertThat(look(rule, SITE, 10 * LOOK)).isEqualTo(JOIN);
    }

    @Test
    void whoIsNotToFoundGivesUpAfterItsTimeAndNotBefore() {
        FoundingRule rule = rule(Founding.never(Duration.ofMillis(1000)));
        assertThat(lookFor(rule, LATER, 600 * MILLI)).isEqualTo(LOOK_ON);
        assertThat(look(rule, SILENCE)).isEqualTo(GIVE_UP);
    }

    @Test
    void whoIsNotTheFirstWaitsForTheFirstButNotForever() {
        FoundingRule rule = rule(Founding.DEFAULT);
        assertThat(lookFor(rule, EARLIER, 10_000 * MILLI)).isEqualTo(LOOK_ON);
        assertThat(lookFor(rule, EARLIER, 1_200 * MILLI)).isEqualTo(FOUND);
    }

    @Test
    void whoReceivesFromNoEarlierOneAnyLongerFounds() {
        FoundingRule rule = rule(Founding.DEFAULT);
        assertThat(lookFor(rule, EARLIER, 3_000 * MILLI)).isEqualTo(LOOK_ON);
        long began = now;
        assertThat(lookFor(rule, LATER, 3 * LOOK)).isEqualTo(FOUND);
        assertThat(now - began).isEqualTo(2 * LOOK);
    }

    @Test
    void nobodyFoundsWhileAMemberAnswers() {
        FoundingRule rule = rule(Founding.DEFAULT);
        assertThat(lookFor(rule, MEMBER, 60_000 * MILLI)).isEqualTo(LOOK_ON);
    }

    @Test
    void aSiteThatHasAnsweredIsLookedForLonger() {
        for (FoundingRule.Found found : new FoundingRule.Found[] {MEMBER, SITE}) {
            FoundingRule rule = rule(Founding.DEFAULT);
            look(rule, found);
            assertThat(lookFor(rule, LATER, 4_000 * MILLI)).isEqualTo(LOOK_ON);
            assertThat(lookFor(rule, LATER, 1_200 * MILLI)).isEqualTo(FOUND);
        }
    }

    @Test
    void whoFoundsSoonerPrecedesThenWhoBeganFirstAndWhoDoesNotFoundIsLast() {
        Founding[] order = {Founding.after(Duration.ofMillis(100)), Founding.DEFAULT, Founding.after(Duration.ofSeconds(30)),
            Founding.after(Founding.MOST), Founding.never(Duration.ofMillis(100))};
        long before = -1;
        for (Founding each : order) {
            for (long began : new long[] {0, 1, 1_800_000_000_000L, 1_800_000_000_001L}) {
                assertThat(each.precedence(began, 0)).isGreaterThan(before);
                before = each.precedence(began, -1);
                assertThat(before).isGreaterThan(each.precedence(began, 0));
            }
        }
    }

    @Test
    void aTimeThatIsNotAcceptedIsNamed() {
        assertThatThrownBy(() -> Founding.after(Duration.ofMillis(99))).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("foundAfter PT0.099S: accepted are 100 ms to 60 min");
        assertThatThrownBy(() -> Founding.never(Duration.ofHours(2))).hasMessageContaining("joinWithin PT2H");
    }
}
