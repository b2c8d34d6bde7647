package org.xpand.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A future that is completed on the thread of the group's listener. Waiting for it on that thread would block for ever, so it is
 * refused.
 *
 * @param <T> type of the result
 */
final class GroupFuture<T> extends CompletableFuture<T> {
    private final String group;
    private final SerialExecutor serial;

    GroupFuture(String group, SerialExecutor serial) {
        this.group = group;
        this.serial = serial;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new GroupFuture<>(group, serial);
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        requireOutside();
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        requireOutside();
        return super.get(timeout, unit);
    }

    @Override
    public T join() {
        requireOutside();
        return super.join();
    }

    private void requireOutside() {
        if (!isDone() && serial.isInside()) {
            throw new IllegalStateException("get or join would wait for itself in a listener of group " + group
                    + ": accepted there are whenComplete, thenAccept and the like");
        }
    }
}
