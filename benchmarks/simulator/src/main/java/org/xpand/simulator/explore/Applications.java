package org.xpand.simulator.explore;

import java.util.List;
import org.xpand.simulator.site.SimulatedProcess;

/** Applications that send during an exploration. */
interface Applications {
    /** The processes that started with the sites begin. */
    void begin(List<SimulatedProcess> processes);

    /** A process that was started later may begin. */
    void begin(SimulatedProcess process);

    /** A message of a process was accepted; the precedence is 0 in a reliable group. */
    void accepted(SimulatedProcess process, int precedence);

    /** Ends all sending. */
    void end();
}
