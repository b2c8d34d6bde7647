package org.xpand.simulator.explore;

import java.util.List;
import org.xpand.simulator.site.SimulatedProcess;

/** What sends during an exploration. */
interface Applications {
    /** The processes that came up with the sites begin. */
    void begin(List<SimulatedProcess> processes);

    /** A process that was started later begins, or does not. */
    void begin(SimulatedProcess process);

    /** A message of a process was accepted. */
    void accepted(SimulatedProcess process);

    /** From now on nobody sends. */
    void end();
}
