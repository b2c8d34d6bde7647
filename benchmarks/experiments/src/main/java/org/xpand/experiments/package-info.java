/**
 * The papers' experiments, and others, in the simulator: each asks a question, runs the protocols' own code in virtual
 * time, and answers with named numbers beside what is expected of them, and with figures.
 *
 * <pre>
 * Experiment experiment = Experiments.find("loss-step");
 * Findings findings = experiment.run(Plan.FULL);
 * new ResultWriter(Path.of("results")).write(experiment, Plan.FULL, findings);
 * </pre>
 */
package org.xpand.experiments;
