package org.xpand.simulator.explore;

import java.util.ArrayList;
import java.util.List;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.WholeMessage;
import org.xpand.simulator.site.SimulatedProcess;

/** Watches over one promise during a run and collects what breaks it. */
public abstract class Checker implements SimulatedProcess.Observer {
    private static final int MOST = 20;

    private final List<String> violations = new ArrayList<>();

    /** What broke the promise, the first first; one line each, a bounded number. */
    public final List<String> violations() {
        return List.copyOf(violations);
    }

    /** The promise is broken. */
    protected final void broken(String what) {
        if (violations.size() < MOST) {
            violations.add(getClass().getSimpleName() + ": " + what);
        }
    }

    @Override
    public void message(SimulatedProcess at, SenderId sender, WholeMessage message, long nowNanos) {
        // What was delivered is told besides.
    }

    @Override
    public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        // Not every promise is about deliveries.
    }

    /** Called every few milliseconds of virtual time. */
    public void sample(World world, long nowNanos) {
    }

    /** All faults are over and everything had time to come to rest. */
    public void finish(World world) {
    }
}
