package org.xpand.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.xpand.core.Group;
import org.xpand.core.Message;
import org.xpand.core.XpandNode;
import org.xpand.examples.traffic.Ending;
import org.xpand.examples.traffic.TrafficOptions;
import org.xpand.examples.transfer.FileMessage;
import org.xpand.examples.transfer.FileReceiver;
import org.xpand.protocols.wire.MalformedPacketException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Takes the files that others send. */
@Command(name = "receive", mixinStandardHelpOptions = true, description = "Receives files, verifies them, and tells the "
        + "sender. Exits with 1 if one was not verified.")
final class ReceiveCommand implements Callable<Integer> {
    /** What leaving takes at most when a signal ends the command. */
    private static final int PATIENCE_SECONDS = 15;

    @Mixin
    private NodeOptions options;

    @Option(names = "--dir", required = true, description = "Where the files go.")
    private Path dir;

    @Option(names = "--group", defaultValue = "files", description = "The group (default: files).")
    private String groupName;

    @Option(names = "--files", defaultValue = "1", description = "End after so many files; 0 runs on (default: 1).")
    private int files;

    @Option(names = "--until-eof", description = "Stay, for the other processes of the site, until the input ends.")
    private boolean untilEof;

    @Option(names = "--json", description = "Print one JSON object per second and per file.")
    private boolean json;

    private final CountDownLatch done = new CountDownLatch(1);
    private final AtomicInteger complete = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicLong firstNanos = new AtomicLong();
    private volatile Group group;

    @Override
    public Integer call() throws IOException, InterruptedException {
        TrafficOptions.check("--files", files, 0);
        OutputFolder.make("--dir", dir);
        FileReceiver receiver = new FileReceiver(dir);
        CountDownLatch joined = new CountDownLatch(1);
        try (Ending ending = Ending.byInterrupt(PATIENCE_SECONDS); XpandNode node = options.builder().start();
                NodeService service = options.serve(node)) {
            if (options.coded()) {
                return new CodedReceive(node, groupName, dir, files, json).run(untilEof);
            }
            group = node.join(groupName, message -> {
                await(joined);
                take(receiver, message, node);
            });
            joined.countDown();
            if (json) {
                Json.print(Json.object("ready").put("site", node.site()).put("name", node.name()));
            } else {
                System.err.println("waiting for files in group " + groupName);
            }
            while (!done.await(1, TimeUnit.SECONDS)) {
                progress(node);
            }
            progress(node);
            if (untilEof) {
                awaitEof(node);
            }
            group.close(Duration.ofSeconds(10));
        } finally {
            receiver.close();
        }
        return failed.get() == 0 ? 0 : 1;
    }

    private void awaitEof(XpandNode node) throws IOException, InterruptedException {
        CountDownLatch eof = eof();
        while (!eof.await(1, TimeUnit.SECONDS)) {
            progress(node);
        }
    }

    /** Counts down at the end of the input. */
    static CountDownLatch eof() {
        CountDownLatch eof = new CountDownLatch(1);
        Thread watcher = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {
                    // Only the end matters.
                }
            } catch (IOException e) {
                // As good as the end.
            }
            eof.countDown();
        });
        watcher.setDaemon(true);
        watcher.start();
        return eof;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void progress(XpandNode node) {
        if (json) {
            Json.print(Json.stats(node.site(), node.name(), group.stats()));
        }
    }

    private void take(FileReceiver receiver, Message message, XpandNode node) {
        if (message.own()) {
            return;
        }
        try {
            FileMessage content = FileMessage.decode(message.payload());
            if (content instanceof FileMessage.Header header && firstNanos.compareAndSet(0, 1)) {
                if (json) {
                    Json.print(Json.object("first").put("site", node.site()).put("name", node.name()));
                } else {
                    System.err.println("receiving " + header.name() + ", " + header.size() + " bytes");
                }
            }
            FileReceiver.Received received = receiver.take(message.sender(), content);
            if (received != null) {
                completed(received, message, node);
            }
        } catch (MalformedPacketException e) {
            System.err.println("a message that is no file message was ignored: " + e.getMessage());
        }
    }

    /** What became of a file, as people read it. */
    static String text(FileReceiver.Received received) {
        return (received.verified() ? "verified " : "NOT verified ") + received.file()
                + (received.trouble().isEmpty() ? "" : ": cannot be written: " + received.trouble());
    }

    private void completed(FileReceiver.Received received, Message message, XpandNode node) {
        if (!received.verified()) {
            failed.incrementAndGet();
        }
        group.sendAsync(new FileMessage.Verdict(message.sender().process(), received.transfer(), received.verified())
                .encode());
        if (json) {
            Json.print(Json.object("file").put("site", node.site()).put("name", node.name())
                    .put("file", received.file().toString()).put("bytes", received.size())
                    .put("verified", received.verified()));
        } else {
            System.err.println(text(received));
        }
        if (complete.incrementAndGet() == files) {
            done.countDown();
        }
    }
}
