package org.xpand.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class FindingsTest {
    private static final Finding TWO = Finding.of("two", "s", List.of(1.0, 3.0), each -> each);

    @Test
    void aNumberOfWhichNothingIsExpectedIsMet() {
        assertThat(TWO.isExpectation()).isFalse();
        assertThat(TWO.isMet()).isTrue();
    }

    @Test
    void aMeanOutsideTheRangeIsUnmetAtEitherEnd() {
        Finding below = TWO.expect(2.1, 3);
        Finding above = TWO.expect(1, 1.9);
        Findings findings = new Findings(List.of(below, TWO.expect(2, 2), above), List.of());

        assertThat(findings.unmet()).containsExactly(below, above);
    }

    @Test
    void aRangeThatNothingMeetsIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> TWO.expect(2, 1)).withMessageContaining("two")
                .withMessageContaining("2.0 to 1.0");
    }

    @Test
    void aRangeInWhichADefectCouldHideIsWide() {
        assertThat(TWO.isWide()).isFalse();
        assertThat(TWO.expect(1.1, 4.3).isWide()).isFalse();
        assertThat(TWO.expect(1, 2.2).isWide()).as("half of it is as expected").isTrue();
        assertThat(TWO.expect(1.1, 4.4).isWide()).as("four times the least is").isTrue();
        assertThat(TWO.expect(1.1, Double.POSITIVE_INFINITY).isWide()).isFalse();
        assertThat(TWO.atMost(7.9).isWide()).isFalse();
        assertThat(TWO.atMost(8).isWide()).as("four times it is").isTrue();
    }

    @Test
    void theReasonForAWideRangeStaysWithIt() {
        assertThat(TWO.wideBecause("of luck").atMost(9).whyWide()).isEqualTo("of luck");
    }

    @Test
    void whatIsExpectedIsSaidInWords() {
        assertThat(TWO.expected()).isEmpty();
        assertThat(TWO.expect(0.8, 1.25).expected()).isEqualTo("0.8000 to 1.250");
        assertThat(TWO.atMost(2).expected()).isEqualTo("at most 2.000");
        assertThat(TWO.expect(2, Double.POSITIVE_INFINITY).expected()).isEqualTo("at least 2.000");
    }

    @Test
    void aShortenedVersionHasARangeOfItsOwn() {
        Finding narrow = TWO.expect(1.5, 2.5);

        assertThat(narrow.ifBrief(Plan.FULL, 0, 9)).isEqualTo(narrow);
        assertThat(narrow.ifBrief(new Plan(1, 2, true), 0, 9)).isEqualTo(TWO.expect(0, 9));
    }

    @Test
    void aPlanWithoutSeedsIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Plan(1, 0, false))
                .withMessage("number of seeds is 0: accepted is 1 to 1000");
    }

    @Test
    void runsAreInTheOrderOfTheirSeeds() {
        assertThat(new Plan(7, 4, false).overSeeds(seed -> seed)).containsExactly(7L, 8L, 9L, 10L);
    }

    @Test
    void anUnknownExperimentIsRefusedWithTheNamesThereAre() {
        assertThatIllegalArgumentException().isThrownBy(() -> Experiments.find("x")).withMessageContaining("'x'")
                .withMessageContaining("sequential").withMessageContaining("loss-step");
    }

    @Test
    void namesAreUniqueAndFitForFolders() {
        assertThat(Experiments.all()).extracting(Experiment::name).doesNotHaveDuplicates()
                .allMatch(name -> name.matches("[a-z0-9-]+"));
    }
}
