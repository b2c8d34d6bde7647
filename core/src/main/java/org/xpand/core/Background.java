package org.xpand.core;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Runs blocking calls on threads of their own. */
final class Background {
    private Background() {
    }

    /**
     * Returns the result of the call. If the future is cancelled, the call is interrupted, and a result that it returns
     * nevertheless is passed to {@code giveUp}.
     */
    static <T> CompletableFuture<T> call(String name, Callable<T> call, Consumer<T> giveUp) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                T answer = call.call();
                if (!result.complete(answer)) {
                    giveUp.accept(answer);
                }
            } catch (Exception | Error e) {
                result.completeExceptionally(e);
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
        result.whenComplete((answer, failure) -> {
            if (result.isCancelled()) {
                thread.interrupt();
            }
        });
        return result;
    }
}
