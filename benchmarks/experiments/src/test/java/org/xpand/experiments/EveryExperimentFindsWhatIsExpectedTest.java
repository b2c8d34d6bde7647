package org.xpand.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The claims of the papers, on shortened versions. */
class EveryExperimentFindsWhatIsExpectedTest {
    private static final Plan SHORT = new Plan(1, 2, true);

    private static List<Experiment> experiments() {
        return Experiments.all();
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void onAShortenedVersion(Experiment experiment) {
        Findings findings = experiment.run(SHORT);

        assertThat(findings.unmet()).as(experiment.name()).isEmpty();
        assertThat(findings.numbers()).anyMatch(Finding::isExpectation);
        assertThat(findings.figures()).isNotEmpty();
    }
}
