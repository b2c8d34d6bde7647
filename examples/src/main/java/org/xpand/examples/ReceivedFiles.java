package org.xpand.examples;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.xpand.core.Group;
import org.xpand.core.XpandNode;
import org.xpand.examples.transfer.FileMessage;
import org.xpand.examples.transfer.FileReceiver;
import org.xpand.protocols.api.SenderId;

/** The files that a receiver has finished: counts and reports them, and sends a verdict to their senders. */
final class ReceivedFiles {
    private final XpandNode node;
    private final int enough;
    private final boolean json;
    private final AtomicInteger complete = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final Semaphore changed = new Semaphore(0);

    /** @param enough how many files are awaited; 0 for no limit */
    ReceivedFiles(XpandNode node, int enough, boolean json) {
        this.node = node;
        this.enough = enough;
        this.json = json;
    }

    /** Records a file that has ended. */
    void completed(Group group, SenderId sender, FileReceiver.Received received) {
        if (!received.verified()) {
            failed.incrementAndGet();
        }
        group.sendAsync(new FileMessage.Verdict(sender.member(), received.transfer(), received.verified()).encode());
        if (json) {
            Json.print(Json.object("file").put("site", node.site()).put("name", node.name())
                    .put("file", received.file().toString()).put("bytes", received.size())
                    .put("verified", received.verified()).put("trouble", received.trouble()));
        } else {
            System.err.println(text(received));
        }
        complete.incrementAndGet();
        changed.release();
    }

    private static String text(FileReceiver.Received received) {
        return (received.verified() ? "verified " : "NOT verified ") + received.file()
                + (received.trouble().isEmpty() ? "" : ": cannot be written: " + received.trouble());
    }

    /** Records files that were abandoned because their senders have left. They do not count, since a sender may send them again. */
    void givenUp(List<Path> files) {
        for (Path file : files) {
            System.err.println(file + " is given up: its sender has left the group");
        }
    }

    /** Waits for the next file, at most a second. */
    void await() throws InterruptedException {
        changed.tryAcquire(1, TimeUnit.SECONDS);
    }

    /** Whether all awaited files have ended. */
    boolean areEnough() {
        return enough > 0 && complete.get() >= enough;
    }

    /** Returns the exit code: 0 if all were verified. */
    int exitCode() {
        return failed.get() == 0 ? 0 : 1;
    }
}
