package org.xpand.simulator.explore;

import java.util.ArrayList;
import java.util.List;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.simulator.site.SimulatedProcess;

/** Checks one guarantee during a run and collects its violations. */
public abstract class Checker implements SimulatedProcess.Observer {
    private static final int MOST = 20;

    private final List<String> violations = new ArrayList<>();

    /** The first violations of the guarantee, one line each; a bounded number. */
    public final List<String> violations() {
        return List.copyOf(violations);
    }

    /** Records a violation. */
    protected final void broken(String what) {
        if (violations.size() < MOST) {
            violations.add(getClass().getSimpleName() + ": " + what);
        }
    }

    @Override
    public void message(SimulatedProcess at, SenderId sender, WholeMessage message, long nowNanos) {
        // Deliveries are reported separately.
    }

    @Override
    public void message(SimulatedProcess at, SenderId sender, int precedence, long number, byte[] payload, long nowNanos) {
        // Deliveries are reported separately.
    }

    @Override
    public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        // Not every guarantee is about deliveries.
    }

    /** Called every few milliseconds of virtual time. */
    public void sample(World world, long nowNanos) {
    }

    /** All faults are over and all repairs had time to complete. */
    public void finish(World world) {
    }
}
