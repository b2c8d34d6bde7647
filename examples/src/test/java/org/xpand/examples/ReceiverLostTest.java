package org.xpand.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xpand.core.XpandNode;
import org.xpand.membership.site.LanTransport;

/** A receiver of a coded transfer is lost on the way: the others get the file, and the source says that one has not. */
class ReceiverLostTest {
    @TempDir
    private Path folder;

    private static XpandNode node(int site, String seed) throws Exception {
        return XpandNode.builder().site("lost" + site).name("m" + site).strategy("tuf").wanBind("127.104." + site + ".1:7800")
                .advertise("127.104." + site + ".1:7800").seeds(seed).lan(new LanTransport.Local()).start();
    }

    private CompletableFuture<Integer> receive(XpandNode node, Path target) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return new CodedReceive(node, "files", target, 1, false).run(false);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return 1;
            }
        }, task -> {
            Thread thread = new Thread(task, "receive");
            thread.setDaemon(true);
            thread.start();
        });
    }

    private static boolean hasBegun(Path target) {
        try (Stream<Path> files = Files.list(target)) {
            return files.findAny().isPresent();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void theOthersFinishAndTheSourceReportsWhoIsNotDone() throws Exception {
        byte[] content = new byte[6_000_000];
        new SplittableRandom(1).nextBytes(content);
        Path file = Files.write(folder.resolve("file"), content);
        String seed = "127.104.1.1:7800";
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (XpandNode source = node(1, seed); XpandNode stays = node(2, seed); XpandNode goes = node(3, seed)) {
            CompletableFuture<Integer> staying = receive(stays, folder.resolve("stays"));
            receive(goes, folder.resolve("goes"));
            System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
            CompletableFuture<Integer> sending = CompletableFuture.supplyAsync(() -> {
                try {
                    return new CodedSend(source, "files", 2, 120, false).send(List.of(file), 60);
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            await().atMost(Duration.ofSeconds(90)).until(() -> hasBegun(folder.resolve("goes")));
            goes.close(Duration.ZERO);
            await().atMost(Duration.ofSeconds(120)).until(sending::isDone);
            assertThat(sending.join()).as("exit code").isEqualTo(1);
            await().atMost(Duration.ofSeconds(20)).until(staying::isDone);
            assertThat(staying.join()).isZero();
        } finally {
            System.setErr(before);
        }
        assertThat(folder.resolve("stays/file")).hasBinaryContent(content);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("is not done at 1 of 2 receivers: they have left");
    }
}
