package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a snapshot writes goes out in time, and only while it is wanted. */
class StateOutputTest {
    private static final long SECOND = 1_000_000_000L;

    private final List<String> pieces = Collections.synchronizedList(new ArrayList<>());

    private StateOutput output(long patienceNanos) {
        return new StateOutput(10, patienceNanos, (offset, bytes, length) ->
                pieces.add(offset + " " + new String(bytes, 0, length, StandardCharsets.US_ASCII)));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void whatIsFlushedGoesOutAsAShortPiece() throws IOException {
        StateOutput out = output(SECOND);
        out.allow(100);
        long length = out.write(to -> {
            to.flush();
            assertThat(pieces).as("there is nothing").isEmpty();
            to.write(text("abc"));
            assertThat(pieces).isEmpty();
            to.flush();
            assertThat(pieces).containsExactly("0 abc");
            to.write(text("defghijklmno"));
            assertThat(pieces).as("the next one is full").containsExactly("0 abc", "3 defghijklm");
        });
        assertThat(pieces).containsExactly("0 abc", "3 defghijklm", "13 no");
        assertThat(length).isEqualTo(15);
    }

    @Test
    void aFlushSendsNoMoreThanIsAllowed() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        StateOutput out = new StateOutput(10, 20 * SECOND, (offset, bytes, length) -> {
            pieces.add(offset + " " + new String(bytes, 0, length, StandardCharsets.US_ASCII));
            sent.countDown();
        });
        out.allow(2);
        CompletableFuture<Long> written = CompletableFuture.supplyAsync(() -> {
            try {
                return out.write(to -> {
                    to.write(text("abc"));
                    to.flush();
                });
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(sent.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(pieces).containsExactly("0 ab");
        out.allow(3);
        assertThat(written.get(20, TimeUnit.SECONDS)).isEqualTo(3);
        assertThat(pieces).containsExactly("0 ab", "2 c");
    }

    @Test
    void whatIsDueGoesOutWithTheNextWrite() throws IOException {
        StateOutput out = output(SECOND);
        out.allow(100);
        out.write(to -> {
            to.write('a');
            out.due();
            assertThat(pieces).isEmpty();
            to.write('b');
            assertThat(pieces).containsExactly("0 ab");
            to.write('c');
            assertThat(pieces).as("until it is due again").hasSize(1);
        });
        assertThat(pieces).containsExactly("0 ab", "2 c");
    }

    @Test
    void whoWritesAfterTheEndIsToldWhyAtOnce() throws IOException {
        StateOutput out = output(SECOND);
        out.allow(100);
        boolean[] interrupted = new boolean[1];
        assertThatThrownBy(() -> out.write(to -> {
            to.write('a');
            out.end("nobody wants it");
            out.end("a later reason");
            interrupted[0] = Thread.currentThread().isInterrupted();
            assertThatThrownBy(to::flush).isInstanceOf(IOException.class).hasMessage("nobody wants it");
            assertThatThrownBy(() -> to.write('b')).isInstanceOf(IOException.class).hasMessage("nobody wants it");
        })).as("who takes no notice has not given it").isInstanceOf(IOException.class).hasMessage("nobody wants it");
        assertThat(interrupted[0]).isTrue();
        assertThat(Thread.currentThread().isInterrupted()).as("what follows the snapshot is not interrupted").isFalse();
        assertThat(pieces).isEmpty();
    }

    @Test
    void whoHasNotBegunAtTheEndIsTold() {
        StateOutput out = output(SECOND);
        out.end("nobody wants it");
        boolean[] interrupted = new boolean[1];
        assertThatThrownBy(() -> out.write(to -> {
            interrupted[0] = Thread.currentThread().isInterrupted();
            to.write('a');
        })).hasMessage("nobody wants it");
        assertThat(interrupted[0]).isTrue();
    }

    @Test
    void whoWaitsAtTheEndIsToldWhy() throws Exception {
        StateOutput out = output(60 * SECOND);
        CountDownLatch writing = new CountDownLatch(1);
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                out.write(to -> {
                    to.write('a');
                    writing.countDown();
                    to.flush();
                });
            } catch (IOException e) {
                failure.complete(e);
            }
        });
        thread.start();
        assertThat(writing.await(20, TimeUnit.SECONDS)).isTrue();
        out.end("nobody wants it");
        assertThat(failure.get(20, TimeUnit.SECONDS)).isInstanceOf(IOException.class).hasMessage("nobody wants it");
        thread.join();
    }

    @Test
    void whoIsNotReadIsToldSoAtEachCall() {
        StateOutput out = output(SECOND / 1000);
        assertThatThrownBy(() -> out.write(to -> {
            to.write('a');
            assertThatThrownBy(to::flush).hasMessageContaining("has read nothing");
            out.allow(100);
            assertThatThrownBy(() -> to.write('b')).as("the other member was told that it gets nothing").hasMessageContaining("has read nothing");
        })).hasMessageContaining("has read nothing");
        assertThat(pieces).isEmpty();
    }
}
