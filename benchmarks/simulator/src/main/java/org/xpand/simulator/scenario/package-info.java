/**
 * Scenario files: a network, its cross traffic and the sessions of our strategies as JSON, read strictly and checked as a
 * whole before anything runs, and what a run measured as JSON and CSV.
 *
 * <pre>
 * Scenario scenario = Scenario.load(Path.of("shared-bottleneck.json"));
 * List&lt;RunResult&gt; runs = scenario.seeds().parallelStream().map(scenario::run).toList();
 * ResultJson.write(scenario, runs, out);
 * </pre>
 *
 * <p>{@link org.xpand.simulator.scenario.Scenario} is the beginning. A scenario is immutable and a run is wholly given by
 * it and a seed, so runs of one scenario may go on in several threads. What is written is rounded to nine digits, so
 * that it is the same bytes on every Java.
 */
package org.xpand.simulator.scenario;
