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
