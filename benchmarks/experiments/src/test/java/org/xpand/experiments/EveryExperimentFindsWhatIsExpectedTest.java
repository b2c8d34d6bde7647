package org.xpand.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The claims of the papers, on shortened versions. */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class EveryExperimentFindsWhatIsExpectedTest {
    /** Ratios to TCP vary much, and are cheap. */
    private static final Set<String> AGAINST_TCP = Set.of("against-tcp", "many-flows", "tfmcc-bottleneck",
            "tfmcc-tails", "tfmcc-loss-levels");
    /** Rates over a path with few losses, which vary from seed to seed. */
    private static final Set<String> VARYING = Set.of("sequential", "local-senders");
    /** Whole sites over minutes: what one seed finds is what each finds. */
    private static final Set<String> LONG = Set.of("membership", "ten-by-ten");

    private static int seeds(String name) {
        if (LONG.contains(name)) {
            return 1;
        }
        return AGAINST_TCP.contains(name) ? 5 : VARYING.contains(name) ? 4 : 2;
    }

    private static List<String> experiments() {
        return Experiments.all().stream().map(Experiment::name).toList();
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void onAShortenedVersion(String name) {
        Findings findings = Experiments.find(name).run(new Plan(1, seeds(name), true));

        assertThat(findings.unmet()).isEmpty();
        assertThat(findings.numbers()).anyMatch(Finding::isExpectation);
        assertThat(findings.figures()).isNotEmpty();
    }

    @Test
    void theSamePlanGivesTheSameNumbers() {
        Plan plan = new Plan(9, 2, true);

        assertThat(Experiments.find("loss-step").run(plan).numbers())
                .isEqualTo(Experiments.find("loss-step").run(plan).numbers())
                .isNotEqualTo(Experiments.find("loss-step").run(new Plan(10, 2, true)).numbers());
    }
}
