package org.xpand.experiments;

/** A question put to the simulator. Stateless; the same plan gives the same findings. */
public interface Experiment {
    /** By what it is called for: lower case, digits and hyphens. */
    String name();

    /** The question it answers, a sentence. */
    String question();

    /** Where the question comes from, such as {@code Xpand §5.2, Fig. 6}. */
    String source();

    /** Runs it; takes from a second in short plans to minutes. */
    Findings run(Plan plan);
}
