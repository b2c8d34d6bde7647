package org.xpand.examples;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.xpand.core.Group;
import org.xpand.core.Message;
import org.xpand.core.XpandNode;
import org.xpand.examples.transfer.Checksums;
import org.xpand.examples.transfer.FileMessage;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.wire.MalformedPacketException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends files to every receiver of a group, and waits for their verdicts. */
@Command(name = "send", mixinStandardHelpOptions = true, description = "Sends files to the receivers of a group. Exits "
        + "with 0 only when all of them have verified all files.")
final class SendCommand implements Callable<Integer> {
    @Mixin
    private NodeOptions options;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "The files.")
    private List<Path> files;

    @Option(names = "--group", defaultValue = "files", description = "The group (default: files).")
    private String groupName;

    @Option(names = "--receivers", defaultValue = "1", description = "Members besides this one to wait for, and to have "
            + "verdicts of (default: 1).")
    private int receivers;

    @Option(names = "--wait", defaultValue = "60", description = "Seconds to wait for them (default: 60).")
    private int waitSeconds;

    @Option(names = "--json", description = "Print one JSON object per second.")
    private boolean json;

    private final Set<SenderId> good = ConcurrentHashMap.newKeySet();
    private final Set<SenderId> bad = ConcurrentHashMap.newKeySet();
    private final Semaphore verdicts = new Semaphore(0);
    private volatile int transfer;
    private volatile long self;
    private long lastNanos;

    @Override
    public Integer call() throws IOException, InterruptedException {
        for (Path file : files) {
            if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
                throw new IllegalArgumentException("file '" + file + "': accepted are readable files");
            }
        }
        try (XpandNode node = options.builder().start()) {
            Group group = node.join(groupName, this::take);
            self = group.id().process();
            awaitReceivers(group);
            for (Path file : files) {
                send(node, group, file);
                if (!awaitVerdicts(node, group, file)) {
                    return 1;
                }
            }
            group.close(Duration.ofSeconds(10));
        }
        return 0;
    }

    private void awaitReceivers(Group group) throws InterruptedException {
        Semaphore changed = new Semaphore(0);
        group.onView(view -> changed.release());
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(waitSeconds);
        while (group.view().size() - 1 < receivers) {
            long left = deadline - System.nanoTime();
            if (left <= 0 || !changed.tryAcquire(left, TimeUnit.NANOSECONDS)) {
                throw new IllegalStateException("only " + (group.view().size() - 1) + " of " + receivers
                        + " receivers have joined group " + groupName + " in " + waitSeconds + " s (--receivers, "
                        + "--wait)");
            }
        }
    }

    private void send(XpandNode node, Group group, Path file) throws IOException, InterruptedException {
        good.clear();
        transfer++;
        long size = Files.size(file);
        group.send(new FileMessage.Header(transfer, file.getFileName().toString(), size, Checksums.sha256(file))
                .encode());
        long sent = 0;
        byte[] buffer = new byte[FileMessage.CHUNK_LENGTH];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
                group.send(new FileMessage.Chunk(transfer, Arrays.copyOf(buffer, read)).encode());
                sent += read;
                progress(node, group, file, sent, size);
            }
        }
    }

    private boolean awaitVerdicts(XpandNode node, Group group, Path file) throws IOException, InterruptedException {
        long size = Files.size(file);
        while (good.size() + bad.size() < receivers) {
            verdicts.tryAcquire(1, TimeUnit.SECONDS);
            progress(node, group, file, size, size);
            if (group.view().size() - 1 < receivers - good.size() - bad.size()) {
                System.err.println("send: receivers have left; " + good.size() + " of " + receivers + " verified "
                        + file);
                return false;
            }
        }
        if (json) {
            Json.print(Json.object("sent").put("file", file.toString()).put("bytes", size).put("verified", good.size())
                    .put("failed", bad.size()));
        } else {
            System.err.println(file + ": verified by " + good.size() + " of " + receivers + " receivers");
        }
        return bad.isEmpty();
    }

    private void take(Message message) {
        if (message.own()) {
            return;
        }
        try {
            if (FileMessage.decode(message.payload()) instanceof FileMessage.Verdict verdict
                    && verdict.sender() == self && verdict.transfer() == transfer) {
                (verdict.verified() ? good : bad).add(message.sender());
                verdicts.release();
            }
        } catch (MalformedPacketException e) {
            System.err.println("a message that is no file message was ignored: " + e.getMessage());
        }
    }

    private void progress(XpandNode node, Group group, Path file, long sent, long size) {
        long now = System.nanoTime();
        if (now - lastNanos < TimeUnit.SECONDS.toNanos(1)) {
            return;
        }
        lastNanos = now;
        if (json) {
            Json.print(Json.object("progress").put("file", file.toString()).put("accepted", sent).put("size", size));
            Json.print(Json.stats(node.site(), node.name(), group.stats()));
        } else {
            System.err.printf("%s: %d of %d bytes accepted, %d of %d receivers done%n", file, sent, size, good.size(),
                    receivers);
        }
    }
}
