package org.xpand.protocols.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.xpand.protocols.site.FoundingRule.Found.NOBODY;
import static org.xpand.protocols.site.FoundingRule.Found.SILENCE;
import static org.xpand.protocols.site.FoundingRule.Found.SITE;
import static org.xpand.protocols.site.FoundingRule.Found.STARTING;
import static org.xpand.protocols.site.FoundingRule.Step.FOUND;
import static org.xpand.protocols.site.FoundingRule.Step.GIVE_UP;
import static org.xpand.protocols.site.FoundingRule.Step.GO_ON;
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
        now += took;
        return rule.looked(found, rule.nextNanos(LOOK), took, now);
    }

    @Test
    void whoHearsNobodyIsTheFirstAfterItsTime() {
        for (long millis : new long[] {100, 600, 1500, 30_000}) {
            FoundingRule rule = rule(Founding.after(Duration.ofMillis(millis)));
            long began = now;
            assertThat(lookFor(rule, NOBODY, 60_000 * MILLI)).isEqualTo(FOUND);
            assertThat(now - began).isEqualTo(millis * MILLI);
        }
    }

    @Test
    void theFirstLooksAreShort() {
        FoundingRule rule = rule(Founding.after(Duration.ofSeconds(30)));
        assertThat(rule.nextNanos(LOOK)).isEqualTo(100 * MILLI);
        look(rule, STARTING);
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
    void whoeverListensAndDoesNotAnswerIsAskedUntilTheSiteWouldGiveHimUp() {
        FoundingRule rule = rule(Founding.DEFAULT);
        long began = now;
        while (look(rule, SILENCE) == LOOK_ON) {
            assertThat(now - began).isLessThan(5_100 * MILLI);
        }
        assertThat(now - began).isGreaterThanOrEqualTo(4_500 * MILLI);
    }

    @Test
    void whoHearsTheSiteJoinsItWheneverThatIs() {
        FoundingRule rule = rule(Founding.never(Duration.ofSeconds(1)));
        assertThat(look(rule, NOBODY)).isEqualTo(LOOK_ON);
        assertThat(look(rule, SITE, 10 * LOOK)).isEqualTo(GO_ON);
    }

    @Test
    void whoIsNotToFoundGivesUpAfterItsTimeAndNotBefore() {
        FoundingRule rule = rule(Founding.never(Duration.ofMillis(1000)));
        assertThat(lookFor(rule, STARTING, 600 * MILLI)).isEqualTo(LOOK_ON);
        assertThat(look(rule, SILENCE)).isEqualTo(GIVE_UP);
    }

    @Test
    void thoseThatStartTogetherAgreeAndDoNotWaitForOneThatDoesNotFound() {
        FoundingRule rule = rule(Founding.DEFAULT);
        assertThat(lookFor(rule, STARTING, LOOK)).isEqualTo(GO_ON);
        long began = now;
        while (look(rule, STARTING) == GO_ON) {
            assertThat(now - began).isLessThan(1_500 * MILLI);
        }
        assertThat(look(rule, STARTING)).isEqualTo(FOUND);
    }

    @Test
    void aTimeThatIsNotAcceptedIsNamed() {
        assertThatThrownBy(() -> Founding.after(Duration.ofMillis(99))).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("foundAfter PT0.099S: accepted are 100 ms to 60 min");
        assertThatThrownBy(() -> Founding.never(Duration.ofHours(2))).hasMessageContaining("joinWithin PT2H");
    }
}
