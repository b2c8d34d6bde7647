package org.xpand.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.xpand.core.Dropped;
import org.xpand.core.Group;
import org.xpand.core.JoinOptions;
import org.xpand.core.LayeredGroup;
import org.xpand.core.LayeredListener;
import org.xpand.core.LayeredMessage;
import org.xpand.core.XpandNode;
import org.xpand.examples.transfer.Audience;
import org.xpand.examples.transfer.Checksums;
import org.xpand.examples.transfer.DiskFile;
import org.xpand.examples.transfer.FileMessage;
import org.xpand.examples.transfer.Verdicts;
import org.xpand.protocols.coding.CodedLayout;
import org.xpand.protocols.coding.CodedSender;
import org.xpand.protocols.strategy.RateStrategies;

/**
 * Sends files coded (TUF §4.1): symbols through a layered group, of which every receiver gets as many as its own path allows, until
 * each has enough; headers and verdicts through an additional reliable group.
 */
final class CodedSend {
    private static final long RETRY_MILLIS = 2;

    private final XpandNode node;
    private final String groupName;
    private final int receivers;
    private final int timeoutSeconds;
    private final boolean json;
    private final Verdicts verdicts = new Verdicts();
    private Group control;
    private LayeredGroup data;
    private long lastNanos;

    CodedSend(XpandNode node, String groupName, int receivers, int timeoutSeconds, boolean json) {
        this.node = node;
        this.groupName = groupName;
        this.receivers = receivers;
        this.timeoutSeconds = timeoutSeconds;
        this.json = json;
    }

    /** Name of the reliable group for data that every member needs; it is little, so the slowest site's rate is enough. */
    static String controlGroup(String layered) {
        return layered + ".control";
    }

    static JoinOptions controlOptions() {
        return JoinOptions.reliable().withStrategy(RateStrategies.DEFAULT);
    }

    /** Sends the files one after the other; returns the exit code. */
    int send(List<Path> files, int waitSeconds) throws IOException, InterruptedException {
        control = node.join(controlGroup(groupName), controlOptions(), verdicts);
        data = node.join(groupName, JoinOptions.layered(), new Own());
        verdicts.self(control.id().member());
        Audience.await(controlGroup(groupName), control::onView, control::view, receivers, waitSeconds);
        Audience.await(groupName, data::onView, data::view, receivers, waitSeconds);
        boolean good = true;
        for (Path file : files) {
            if (!good && control.view().size() - 1 < receivers) {
                System.err.println("send: " + file + " is not sent: receivers have left");
                continue;
            }
            good &= send(file);
        }
        data.close(Duration.ZERO);
        control.close(Duration.ofSeconds(10));
        return good ? 0 : 1;
    }

    private boolean send(Path file) throws IOException, InterruptedException {
        int transfer = verdicts.begin();
        CodedLayout layout = new CodedLayout(Files.size(file), FileMessage.SYMBOL_LENGTH);
        control.send(new FileMessage.CodedHeader(transfer, file.getFileName().toString(), Checksums.sha256(file), layout,
                data.id().member()).encode());
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
        long symbols = 0;
        try (DiskFile disk = new DiskFile(file, StandardOpenOption.READ)) {
            CodedSender sender = new CodedSender(layout, disk);
            byte[] symbol = new byte[layout.symbolLength()];
            while (verdicts.good() + verdicts.bad() < receivers) {
                sender.next(symbol, 0);
                byte[] message = new FileMessage.Symbol(transfer, sender.block(), sender.symbol(), symbol).encode();
                boolean hopeless = isHopeless(deadline);
                while (!hopeless && !data.trySend(0, message) && verdicts.good() + verdicts.bad() < receivers) {
                    verdicts.await(RETRY_MILLIS);
                    hopeless = isHopeless(deadline);
                }
                if (hopeless) {
                    return report(file, layout, symbols);
                }
                symbols++;
                progress(file, layout, symbols);
            }
        }
        return report(file, layout, symbols);
    }

    private boolean isHopeless(long deadline) {
        // A receiver that has left is reported, but only when the others have finished.
        boolean left = control.view().size() - 1 < receivers && verdicts.missing(control.view()).isEmpty();
        return left || timeoutSeconds > 0 && System.nanoTime() - deadline >= 0;
    }

    private boolean report(Path file, CodedLayout layout, long symbols) {
        List<String> missing = verdicts.missing(control.view());
        if (json) {
            Json.print(Json.object("sent").put("file", file.toString()).put("bytes", layout.size())
                    .put("symbols", symbols).put("verified", verdicts.good()).put("failed", verdicts.bad())
                    .put("missing", String.join(" ", missing)));
        }
        int silent = receivers - verdicts.good() - verdicts.bad();
        if (silent > 0) {
            System.err.println("send: " + file + " is not done at " + silent + " of " + receivers + " receivers"
                    + (missing.isEmpty() ? ": they have left" : ": " + String.join(", ", missing)));
        } else if (!json) {
            System.err.println(file + ": verified by " + verdicts.good() + " of " + receivers + " receivers");
        }
        return verdicts.good() == receivers;
    }

    private void progress(Path file, CodedLayout layout, long symbols) {
        long now = System.nanoTime();
        if (now - lastNanos < TimeUnit.SECONDS.toNanos(1)) {
            return;
        }
        lastNanos = now;
        long sent = symbols * layout.symbolLength();
        if (json) {
            Json.print(Json.object("progress").put("file", file.toString()).put("accepted", sent).put("size",
                    layout.size()));
            Json.print(Json.stats(node.site(), node.name(), data.stats().group()));
        } else {
            System.err.printf("%s: symbols of %d bytes sent, the file has %d; %d of %d receivers done%n", file, sent,
                    layout.size(), verdicts.good(), receivers);
        }
    }

    /** Receives this process's own messages. */
    private static final class Own implements LayeredListener {
        @Override
        public void onMessage(LayeredMessage message) {
            // Not for the sender.
        }

        @Override
        public void onDropped(Dropped dropped) {
            // Not for the sender.
        }
    }
}
