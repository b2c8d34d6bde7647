package org.xpand.core;

import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.TimeUnit;
import org.xpand.core.jmx.NodeBeans;

/** What a node prepares once it has started, on threads of its own: not before, when many processes may start at once. */
final class AfterStart {
    /** Not while the node starts, which it would slow down; and before the node sends much. */
    private static final long BEANS_SECONDS = 1;
    /** A process does not take over in its first seconds. */
    private static final long WARM_UP_SECONDS = 2;

    private AfterStart() {
    }

    /**
     * Prepares what the node will need.
     *
     * @param timer       runs what is due
     * @param beans       the node's beans, for which a server is created if there is none
     * @param mayTakeOver whether the process may become delegate, and is not
     */
    static void begin(EventExecutor timer, NodeConfig config, NodeBeans beans, boolean mayTakeOver) {
        timer.schedule(() -> start(() -> {
            beans.open();
            CompilerDirectives.add();
        }, "xpand-beans-" + config.name()), BEANS_SECONDS, TimeUnit.SECONDS);
        if (mayTakeOver) {
            timer.schedule(() -> start(() -> TakeoverWarmUp.run(config), "xpand-rehearsal-" + config.name()), WARM_UP_SECONDS,
                    TimeUnit.SECONDS);
        }
    }

    private static void start(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }
}
