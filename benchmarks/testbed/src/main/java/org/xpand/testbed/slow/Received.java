package org.xpand.testbed.slow;

import java.nio.ByteBuffer;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Counts what comes, and prints it each second. Messages begin with their number. */
final class Received {
    private long bytes;
    private long messages;
    private long lost;
    private long next = -1;

    /** Prints each second what has come until then. */
    void printEachSecond() {
        ScheduledExecutorService printer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "printer");
            thread.setDaemon(true);
            return thread;
        });
        printer.scheduleAtFixedRate(() -> System.out.println(line()), 1, 1, TimeUnit.SECONDS);
    }

    synchronized void take(byte[] message) {
        long number = ByteBuffer.wrap(message).getLong();
        if (next >= 0) {
            lost += number - next;
        }
        next = number + 1;
        messages++;
        bytes += message.length;
    }

    /** What has come, as {@code xpand sink} reports it. */
    synchronized String line() {
        return "{\"type\":\"second\",\"bytesDelivered\":" + bytes + ",\"messagesDelivered\":" + messages + ",\"gaps\":" + lost + "}";
    }
}
