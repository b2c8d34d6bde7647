package org.xpand.examples;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.xpand.core.Group;
import org.xpand.core.XpandNode;
import org.xpand.examples.traffic.Ending;
import org.xpand.examples.traffic.TrafficOptions;
import org.xpand.examples.transfer.Audience;
import org.xpand.examples.transfer.Checksums;
import org.xpand.examples.transfer.FileMessage;
import org.xpand.examples.transfer.Verdicts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends files to every receiver of a group, and waits for their verdicts. */
@Command(name = "send", mixinStandardHelpOptions = true,
        header = "Sends files to the receivers of a group.",
        description = "Exits with 0 only if every receiver has verified every file.")
final class SendCommand implements Callable<Integer> {
    /** Maximum time to leave when a signal ends the command. */
    private static final int PATIENCE_SECONDS = 15;

    @Mixin
    private NodeOptions options = new NodeOptions();

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "The files.")
    private List<Path> files;

    @Option(names = "--group", description = "The group (default: files).")
    private String group = "files";

    @Option(names = "--receivers", description = "Number of other members to wait for; each must verify the files (default: 1).")
    private int receivers = 1;

    @Option(names = "--wait", description = "Seconds to wait for them (default: 60).")
    private int wait = 60;

    @Option(names = "--timeout", description = "With a rate control that drops by precedence (tuf): "
            + "seconds after which unfinished receivers are given up; 0: never (default: 0).")
    private int timeout;

    @Option(names = "--json", description = "Print one JSON object per second.")
    private boolean json;

    private final Verdicts verdicts = new Verdicts();
    private long lastNanos;

    @Override
    public Integer call() throws IOException, InterruptedException {
        TrafficOptions.check("--receivers", receivers, 0);
        TrafficOptions.check("--wait", wait, 0);
        TrafficOptions.check("--timeout", timeout, 0);
        for (Path file : files) {
            if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
                throw new IllegalArgumentException("file '" + file + "': accepted are readable files");
            }
        }
        try (Ending ending = Ending.byInterrupt(PATIENCE_SECONDS); XpandNode node = options.start(options.builder()::start);
                NodeService service = options.serve(node)) {
            return options.coded() ? new CodedSend(node, group, receivers, timeout, json).send(files, wait)
                    : send(node);
        }
    }

    private int send(XpandNode node) throws IOException, InterruptedException {
        Group group = node.join(this.group, verdicts);
        verdicts.self(group.id().member());
        Audience.await(this.group, group::onView, group::view, receivers, wait);
        boolean good = true;
        for (Path file : files) {
            if (!good && group.view().size() - 1 < receivers) {
                System.err.println("send: " + file + " is not sent: receivers have left");
                continue;
            }
            send(node, group, file);
            good &= awaitVerdicts(node, group, file);
        }
        group.close(Duration.ofSeconds(10));
        return good ? 0 : 1;
    }

    private void send(XpandNode node, Group group, Path file) throws IOException, InterruptedException {
        int transfer = verdicts.begin();
        long size = Files.size(file);
        group.send(new FileMessage.Header(transfer, file.getFileName().toString(), size, Checksums.sha256(file))
                .encode());
        long sent = 0;
        byte[] buffer = new byte[FileMessage.CHUNK_LENGTH];
        try (InputStream in = Files.newInputStream(file)) {
            while (sent < size) {
                int read = in.read(buffer, 0, (int) Math.min(buffer.length, size - sent));
                if (read < 0) {
                    throw new IOException("file '" + file + "' has become shorter while it was being sent: it had " + size
                            + " bytes, and ends after " + sent);
                }
                group.send(new FileMessage.Chunk(transfer, Arrays.copyOf(buffer, read)).encode());
                sent += read;
                progress(node, group, file, sent, size);
                if (verdicts.bad() >= receivers && receivers > 0) {
                    // No receiver accepts it.
                    return;
                }
            }
        }
    }

    private boolean awaitVerdicts(XpandNode node, Group group, Path file) throws IOException, InterruptedException {
        long size = Files.size(file);
        while (verdicts.good() + verdicts.bad() < receivers) {
            verdicts.await(1000);
            progress(node, group, file, size, size);
            if (group.view().size() - 1 < receivers - verdicts.good() - verdicts.bad()) {
                System.err.println("send: receivers have left; " + verdicts.good() + " of " + receivers + " verified "
                        + file);
                return false;
            }
        }
        if (json) {
            Json.print(Json.object("sent").put("file", file.toString()).put("bytes", size).put("verified", verdicts.good())
                    .put("failed", verdicts.bad()));
        } else {
            System.err.println(file + ": verified by " + verdicts.good() + " of " + receivers + " receivers");
        }
        return verdicts.bad() == 0;
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
            System.err.printf("%s: %d of %d bytes accepted, %d of %d receivers done%n", file, sent, size, verdicts.good(),
                    receivers);
        }
    }
}
