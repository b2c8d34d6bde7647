package org.xpand.simulator.explore;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SiteApplications;

/** Processes with given traffic; one that is started later replaces one of its site that has died or left. */
final class GivenApplications implements Applications {
    private final World world;
    private final List<SiteApplications.Sender> senders;
    private final SiteApplications applications;
    private final Map<SiteApplications.Sender, SimulatedProcess> places = new LinkedHashMap<>();

    GivenApplications(World world, List<SiteApplications.Sender> senders) {
        this.world = world;
        this.senders = senders;
        this.applications = new SiteApplications(world.sites(), world.sites().queue().now(), (process, precedence, length) ->
                process.service().layered() ? world.layeredMessage(process.sender(), precedence, length)
                        : world.message(process.sender(), length));
    }

    @Override
    public void begin(List<SimulatedProcess> processes) {
        EventQueue queue = world.sites().queue();
        long base = queue.now();
        senders.forEach(sender -> queue.schedule(base + sender.startNanos(), () -> begin(sender)));
    }

    /** Begins at the process with this index, or if that has died or left at the youngest of its site. */
    private void begin(SiteApplications.Sender sender) {
        List<SimulatedProcess> all = world.sites().site(sender.site()).processes(world.group());
        SimulatedProcess named = all.get(Math.min(sender.process(), all.size() - 1));
        SimulatedProcess process = world.lives(named.sender()) ? named : all.get(all.size() - 1);
        places.put(sender, process);
        applications.begin(sender, process);
    }

    @Override
    public void begin(SimulatedProcess process) {
        // It takes over all streams of one process.
        Optional<SimulatedProcess> replaced = Optional.empty();
        for (Map.Entry<SiteApplications.Sender, SimulatedProcess> place : places.entrySet()) {
            SimulatedProcess before = place.getValue();
            if (replaced.map(before::equals).orElse(before.site().equals(process.site()) && !world.lives(before.sender()))) {
                replaced = Optional.of(before);
                place.setValue(process);
                applications.begin(place.getKey(), process);
            }
        }
    }

    @Override
    public void accepted(SimulatedProcess process, int precedence) {
        applications.accepted(process, precedence);
    }

    @Override
    public void end() {
        applications.end();
    }
}
