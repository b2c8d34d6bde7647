package org.xpand.simulator.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.xpand.simulator.measure.Summary;

/**
 * Figures of the window over all seeds of a scenario: mean and 95 % confidence interval.
 *
 * @param flows in the order of a run's flows
 * @param links in the order of a run's links
 */
public record ScenarioSummary(List<Flow> flows, List<Link> links) {
    public ScenarioSummary {
        flows = List.copyOf(flows);
        links = List.copyOf(links);
    }

    /**
     * One flow over all seeds.
     *
     * @param name       of the flow
     * @param kind       kind of flow and where it was counted
     * @param throughput bytes per second
     * @param variation  coefficient of variation
     */
    public record Flow(String name, FlowResult.Kind kind, Summary throughput, Summary variation) {
    }

    /**
     * One link over all seeds.
     *
     * @param from        name of the node at which it begins
     * @param to          name of the node at which it ends
     * @param utilisation share of the time in which it was sending
     * @param dropRate    share of the packets dropped
     * @param queue       packets queued on average
     */
    public record Link(String from, String to, Summary utilisation, Summary dropRate, Summary queue) {
    }

    /**
     * Summarises runs of one scenario.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static ScenarioSummary of(List<RunResult> runs) {
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("no runs: accepted is one or more");
        }
        List<Flow> flows = new ArrayList<>();
        for (int i = 0; i < runs.get(0).flows().size(); i++) {
            int index = i;
            FlowResult first = runs.get(0).flows().get(i);
            flows.add(new Flow(first.name(), first.kind(), over(runs, run -> run.flows().get(index).mean()),
                    over(runs, run -> run.flows().get(index).variation())));
        }
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < runs.get(0).links().size(); i++) {
            int index = i;
            LinkResult first = runs.get(0).links().get(i);
            links.add(new Link(first.from(), first.to(), over(runs, run -> run.links().get(index).utilisation()),
                    over(runs, run -> run.links().get(index).stats().dropRate()),
                    over(runs, run -> run.links().get(index).meanQueuedPackets())));
        }
        return new ScenarioSummary(flows, links);
    }

    private static Summary over(List<RunResult> runs, ToDoubleFunction<RunResult> figure) {
        return Summary.of(runs.stream().mapToDouble(figure).toArray());
    }
}
