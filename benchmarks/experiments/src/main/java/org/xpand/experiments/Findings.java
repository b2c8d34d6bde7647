package org.xpand.experiments;

import java.util.List;

/**
 * What an experiment found.
 *
 * @param numbers the numbers, in the order in which they are to be read
 * @param figures the figures, of the first seed's run where they show a run
 */
public record Findings(List<Finding> numbers, List<Figure> figures) {
    public Findings {
        numbers = List.copyOf(numbers);
        figures = List.copyOf(figures);
    }

    /** The number of this name. */
    public Finding number(String name) {
        return numbers.stream().filter(finding -> finding.name().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("finding '" + name + "': there are "
                        + numbers.stream().map(Finding::name).toList()));
    }

    /** The numbers that are not as expected. */
    public List<Finding> unmet() {
        return numbers.stream().filter(finding -> !finding.isMet()).toList();
    }
}
