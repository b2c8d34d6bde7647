package org.xpand.examples.transfer;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.xpand.core.GroupView;

/** Waits until enough members have joined. */
public final class Audience {
    private Audience() {
    }

    /**
     * @param listen    registers a listener for changes of the view
     * @param view      returns the current view
     * @param receivers members besides this one to wait for
     * @throws IllegalStateException if they do not join in time
     */
    public static void await(String group, Consumer<Consumer<GroupView>> listen, Supplier<GroupView> view, int receivers,
                             int seconds) throws InterruptedException {
        Semaphore changed = new Semaphore(0);
        listen.accept(each -> changed.release());
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (view.get().size() - 1 < receivers) {
            long left = deadline - System.nanoTime();
            if (left <= 0 || !changed.tryAcquire(left, TimeUnit.NANOSECONDS)) {
                throw new IllegalStateException("only " + (view.get().size() - 1) + " of " + receivers
                        + " receivers have joined group " + group + " in " + seconds + " s (--receivers, --wait)");
            }
        }
    }
}
