/**
 * Scenario files: a network, its cross traffic and the sessions of our strategies as JSON, read strictly and checked
 * completely before a run, and the results of runs as JSON and CSV.
 *
 * <pre>
 * Scenario scenario = Scenario.load(Path.of("shared-bottleneck.json"));
 * List&lt;RunResult&gt; runs = scenario.seeds().parallelStream().map(scenario::run).toList();
 * ResultJson.write(scenario, runs, out);
 * </pre>
 *
 * <p>Begin with {@link org.xpand.simulator.scenario.Scenario}. A scenario is immutable, and it and a seed determine a run
 * completely, so several threads may run one scenario. Output is rounded to nine digits, so
 * that its bytes are the same with every version of Java.
 */
package org.xpand.simulator.scenario;
