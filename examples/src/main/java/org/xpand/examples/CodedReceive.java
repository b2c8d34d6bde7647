package org.xpand.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.wire.MalformedPacketException;

/** Takes files that come coded (TUF §4.1), verifies them, and tells the sender; the other side of {@link CodedSend}. */
final class CodedReceive implements LayeredListener {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final XpandNode node;
    private final String groupName;
    private final int files;
    private final boolean json;
    private final CodedFileReceiver receiver;
    private final CountDownLatch done = new CountDownLatch(1);
    private final CountDownLatch joined = new CountDownLatch(1);
    private final AtomicInteger complete = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();
    private Group control;
    private LayeredGroup data;
    private boolean heard;

    CodedReceive(XpandNode node, String groupName, Path dir, int files, boolean json) throws IOException {
        this.node = node;
        this.groupName = groupName;
        this.files = files;
        this.json = json;
        this.receiver = new CodedFileReceiver(dir);
    }

    /** Takes files until there are enough; answers the exit code. */
    int run(boolean untilEof) throws IOException, InterruptedException {
        control = node.join(CodedSend.controlGroup(groupName), CodedSend.controlOptions(), this::control);
        data = node.join(groupName, JoinOptions.layered(), this);
        joined.countDown();
        if (json) {
            Json.print(Json.object("ready").put("site", node.site()).put("name", node.name()));
        } else {
            System.err.println("waiting for files in group " + groupName);
        }
        while (!done.await(1, TimeUnit.SECONDS)) {
            progress();
        }
        // Nobody sends on our account any more.
        data.close(Duration.ZERO);
        if (untilEof) {
            ReceiveCommand.eof().await();
        }
        control.close(PATIENCE);
        receiver.close();
        return failed.get() == 0 ? 0 : 1;
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
        try {
            if (FileMessage.decode(message.payload()) instanceof FileMessage.CodedHeader header) {
                receiver.begin(message.sender(), header).ifPresent(this::completed);
            }
        } catch (MalformedPacketException e) {
            ignored(e.getMessage());
        }
    }

    @Override
    public void onMessage(LayeredMessage message) {
        if (message.own()) {
            return;
        }
        if (!heard) {
            heard = true;
            if (json) {
                Json.print(Json.object("first").put("site", node.site()).put("name", node.name()));
            }
        }
        try {
            if (FileMessage.decode(message.payload()) instanceof FileMessage.Symbol symbol) {
                Optional<CodedFileReceiver.Done> file = receiver.symbol(message.sender(), symbol);
                if (file.isPresent()) {
                    completed(file.get());
                }
            }
        } catch (MalformedPacketException | IllegalArgumentException e) {
            ignored(e.getMessage());
        }
    }

    @Override
    public void onDropped(Dropped missing) {
        dropped.addAndGet(missing.messages());
    }

    private static void ignored(String why) {
        System.err.println("a message that is no file message was ignored: " + why);
    }

    private void completed(CodedFileReceiver.Done file) {
        try {
            joined.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        SenderId sender = file.sender();
        var received = file.received();
        if (!received.verified()) {
            failed.incrementAndGet();
        }
        control.sendAsync(new FileMessage.Verdict(sender.process(), received.transfer(), received.verified()).encode());
        if (json) {
            Json.print(Json.object("file").put("site", node.site()).put("name", node.name())
                    .put("file", received.file().toString()).put("bytes", received.size())
                    .put("verified", received.verified()));
        } else {
            System.err.println(ReceiveCommand.text(received));
        }
        if (complete.incrementAndGet() == files) {
            done.countDown();
        }
    }
}
