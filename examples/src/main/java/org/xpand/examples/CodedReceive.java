package org.xpand.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.xpand.core.Dropped;
import org.xpand.core.Group;
import org.xpand.core.JoinOptions;
import org.xpand.core.LayeredGroup;
import org.xpand.core.LayeredListener;
import org.xpand.core.LayeredMessage;
import org.xpand.core.Message;
import org.xpand.core.XpandNode;
import org.xpand.examples.transfer.CodedFileReceiver;
import org.xpand.examples.transfer.FileMessage;
import org.xpand.examples.transfer.FileMessages;

/** Receives coded files (TUF §4.1), verifies them, and reports to the sender; the counterpart of {@link CodedSend}. */
final class CodedReceive implements LayeredListener {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final XpandNode node;
    private final String groupName;
    private final ReceivedFiles received;
    private final FileMessages messages = new FileMessages();
    private final boolean json;
    private final CodedFileReceiver receiver;
    private final CountDownLatch joined = new CountDownLatch(1);
    private final AtomicLong dropped = new AtomicLong();
    private Group control;
    private LayeredGroup data;
    private boolean receivedAny;

    CodedReceive(XpandNode node, String groupName, Path dir, ReceivedFiles received, boolean json) throws IOException {
        this.node = node;
        this.groupName = groupName;
        this.received = received;
        this.json = json;
        this.receiver = new CodedFileReceiver(dir);
    }

    /** Receives files until there are enough; returns the exit code. */
    int run(boolean untilEof) throws InterruptedException {
        try (receiver) {
            control = node.join(CodedSend.controlGroup(groupName), CodedSend.controlOptions(), this::control);
            data = node.join(groupName, JoinOptions.layered(), this);
            joined.countDown();
            if (json) {
                Json.print(Json.object("ready").put("site", node.site()).put("name", node.name()));
            } else {
                System.err.println("waiting for files in group " + groupName);
            }
            while (!received.areEnough() || !receiver.isIdle()) {
                received.await();
                received.givenUp(receiver.giveUpOfAbsent(ReceiveCommand.present(control), System.nanoTime()));
                progress();
            }
            // No member sends because of this one any more.
            data.close(Duration.ZERO);
            if (untilEof) {
                ReceiveCommand.eof().await();
            }
            control.close(PATIENCE);
        }
        return received.exitCode();
    }

    private void progress() {
        if (json) {
            Json.print(Json.stats(node.site(), node.name(), data.stats().group()));
        }
        for (CodedFileReceiver.Progress each : receiver.progress()) {
            if (json) {
                Json.print(Json.object("blocks").put("site", node.site()).put("name", node.name()).put("file", each.name())
                        .put("done", each.blocks()).put("of", each.of()).put("dropped", dropped.get()));
            } else {
                System.err.printf("%s: %d of %d blocks rebuilt, %d symbols dropped on the way%n", each.name(), each.blocks(),
                        each.of(), dropped.get());
            }
        }
    }

    private void control(Message message) {
        if (message.own()) {
            return;
        }
        if (messages.read(message.payload()).orElse(null) instanceof FileMessage.CodedHeader header) {
            receiver.begin(message.sender(), header).ifPresent(this::completed);
        }
    }

    @Override
    public void onMessage(LayeredMessage message) {
        if (message.own()) {
            return;
        }
        if (!receivedAny) {
            receivedAny = true;
            if (json) {
                Json.print(Json.object("first").put("site", node.site()).put("name", node.name()));
            }
        }
        if (messages.read(message.payload()).orElse(null) instanceof FileMessage.Symbol symbol) {
            try {
                receiver.symbol(message.sender(), symbol).ifPresent(this::completed);
            } catch (IllegalArgumentException e) {
                messages.ignored(e.getMessage());
            }
        }
    }

    @Override
    public void onDropped(Dropped missing) {
        dropped.addAndGet(missing.messages());
    }

    private void completed(CodedFileReceiver.Done file) {
        try {
            joined.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        received.completed(control, file.sender(), file.received());
    }
}
