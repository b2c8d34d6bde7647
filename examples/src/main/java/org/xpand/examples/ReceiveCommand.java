package org.xpand.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.xpand.core.Group;
import org.xpand.core.GroupView;
import org.xpand.core.Message;
import org.xpand.core.XpandNode;
import org.xpand.examples.traffic.Ending;
import org.xpand.examples.traffic.TrafficOptions;
import org.xpand.examples.transfer.FileMessage;
import org.xpand.examples.transfer.FileMessages;
import org.xpand.examples.transfer.FileReceiver;
import org.xpand.protocols.api.SenderId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Takes the files that others send. */
@Command(name = "receive", mixinStandardHelpOptions = true,
        header = "Receives files and verifies them.",
        description = "Reports the result to the sender. Exits with 1 if a file could not be verified.")
final class ReceiveCommand implements Callable<Integer> {
    /** Maximum time to leave when a signal ends the command. */
    private static final int PATIENCE_SECONDS = 15;

    @Mixin
    private NodeOptions options = new NodeOptions();

    @Option(names = "--dir", required = true, description = "Folder for the files.")
    private Path dir;

    @Option(names = "--group", description = "The group (default: files).")
    private String group = "files";

    @Option(names = "--files", description = "End after this many files, when no other is arriving; 0: do not end (default: 1).")
    private int files = 1;

    @Option(names = "--until-eof", description = "Do not end before the input ends, for the other processes of the site.")
    private boolean untilEof;

    @Option(names = "--json", description = "Print one JSON object per second and per file.")
    private boolean json;

    private final AtomicBoolean begun = new AtomicBoolean();
    private final FileMessages messages = new FileMessages();
    private volatile Group joined;

    @Override
    public Integer call() throws IOException, InterruptedException {
        TrafficOptions.check("--files", files, 0);
        OutputFolder.make("--dir", dir);
        try (Ending ending = Ending.byInterrupt(PATIENCE_SECONDS); XpandNode node = options.start(options.builder()::start);
                NodeService service = options.serve(node)) {
            ReceivedFiles received = new ReceivedFiles(node, files, json);
            if (options.coded()) {
                return new CodedReceive(node, group, dir, received, json).run(untilEof);
            }
            try (FileReceiver receiver = new FileReceiver(dir)) {
                run(node, receiver, received);
            }
            return received.exitCode();
        }
    }

    private void run(XpandNode node, FileReceiver receiver, ReceivedFiles received) throws InterruptedException {
        CountDownLatch isJoined = new CountDownLatch(1);
        joined = node.join(group, message -> {
            await(isJoined);
            take(receiver, received, message, node);
        });
        isJoined.countDown();
        if (json) {
            Json.print(Json.object("ready").put("site", node.site()).put("name", node.name()));
        } else {
            System.err.println("waiting for files in group " + group);
        }
        while (!received.areEnough() || !receiver.isIdle()) {
            received.await();
            received.givenUp(receiver.giveUpOfAbsent(present(joined), System.nanoTime()));
            progress(node);
        }
        if (untilEof) {
            awaitEof(node);
        }
        joined.close(Duration.ofSeconds(10));
    }

    /** Returns the members of the group. */
    static Set<SenderId> present(Group group) {
        return group.view().members().stream().map(GroupView.Member::id).collect(Collectors.toSet());
    }

    private void awaitEof(XpandNode node) throws InterruptedException {
        CountDownLatch eof = eof();
        while (!eof.await(1, TimeUnit.SECONDS)) {
            progress(node);
        }
    }

    /** Returns a latch that counts down at the end of the input. */
    static CountDownLatch eof() {
        CountDownLatch eof = new CountDownLatch(1);
        Thread watcher = new Thread(() -> {
            try {
                while (System.in.read() >= 0) {
                    // Only the end matters.
                }
            } catch (IOException e) {
                // Treated as the end.
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
            Json.print(Json.stats(node.site(), node.name(), joined.stats()));
        }
    }

    private void take(FileReceiver receiver, ReceivedFiles received, Message message, XpandNode node) {
        if (message.own()) {
            return;
        }
        FileMessage content = messages.read(message.payload()).orElse(null);
        if (content == null) {
            return;
        }
        if (content instanceof FileMessage.Header header && begun.compareAndSet(false, true)) {
            if (json) {
                Json.print(Json.object("first").put("site", node.site()).put("name", node.name()));
            } else {
                System.err.println("receiving " + header.safeName() + ", " + header.size() + " bytes");
            }
        }
        FileReceiver.Received file = receiver.take(message.sender(), content);
        if (file != null) {
            received.completed(joined, message.sender(), file);
        }
    }
}
