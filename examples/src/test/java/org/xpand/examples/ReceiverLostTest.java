package org.xpand.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xpand.core.Dropped;
import org.xpand.core.Group;
import org.xpand.core.JoinOptions;
import org.xpand.core.LayeredListener;
import org.xpand.core.LayeredMessage;
import org.xpand.core.Message;
import org.xpand.core.XpandNode;
import org.xpand.examples.transfer.FileMessage;
import org.xpand.membership.api.LanTransport;

/**
 * A receiver of a coded transfer is lost on the way: the source goes on until the others are done, and then says that one is
 * not. Within one site, where only the transfer itself takes time; the receivers say what the test lets them say.
 */
class ReceiverLostTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    /** A receiver that keeps nothing and is done when it is asked to be. */
    private static final class Receiver implements LayeredListener {
        private final AtomicLong symbols = new AtomicLong();
        private final CompletableFuture<FileMessage.Verdict> verdict = new CompletableFuture<>();
        private final XpandNode node;
        private final Group control;

        private Receiver(XpandNode node) throws InterruptedException {
            this.node = node;
            this.control = node.join(CodedSend.controlGroup("files"), CodedSend.controlOptions(), this::header);
            node.join("files", JoinOptions.layered(), this);
        }

        @Override
        public void onMessage(LayeredMessage message) {
            symbols.incrementAndGet();
        }

        @Override
        public void onDropped(Dropped dropped) {
            symbols.addAndGet(dropped.messages());
        }

        private void header(Message message) {
            if (FileMessage.decode(message.payload()) instanceof FileMessage.CodedHeader header) {
                verdict.complete(new FileMessage.Verdict(message.sender().member(), header.transfer(), true));
            }
        }

        private void done() throws Exception {
            control.send(verdict.get().encode());
        }
    }

    private static XpandNode node(String name) throws IOException {
        return XpandNode.builder().site("lost").name(name).strategy("tuf").wanBind("127.104.1.1:7800")
                .seeds("127.104.1.1:7800").lan(new LanTransport.Local()).start();
    }

    private static int send(XpandNode source, Path file) {
        try {
            return new CodedSend(source, "files", 2, 60, false).send(List.of(file), 30);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    @Test
    void theSourceGoesOnForTheOthersAndThenReportsWhoIsNotDone() throws Exception {
        Path file = Files.write(folder.resolve("file"), new byte[100_000]);
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try (XpandNode source = node("source"); XpandNode first = node("stays"); XpandNode second = node("goes")) {
            Receiver stays = new Receiver(first);
            Receiver goes = new Receiver(second);
            CompletableFuture<Integer> sending = CompletableFuture.supplyAsync(() -> send(source, file));
            await().atMost(PATIENCE).until(() -> stays.symbols.get() > 0 && goes.symbols.get() > 0);
            goes.node.close(Duration.ZERO);
            await().atMost(PATIENCE).until(() -> stays.control.view().size() == 2);
            long symbols = stays.symbols.get();
            await().during(Duration.ofSeconds(1)).atMost(PATIENCE).until(() -> !sending.isDone());
            assertThat(stays.symbols.get()).as("symbols for the one that is left").isGreaterThan(symbols);
            stays.done();
            await().atMost(PATIENCE).until(sending::isDone);
            assertThat(sending.join()).as("exit code").isEqualTo(1);
        } finally {
            System.setErr(before);
        }
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("is not done at 1 of 2 receivers: they have left");
    }
}
