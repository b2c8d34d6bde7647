package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.protocols.SHARED_LOOPBACK;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;

class RefusalCheckTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    private static final Address SUSPECT = UUID.randomUUID();
    private static final int CONNECT_MILLIS = 500;
    private static final long LONG = 20_000;

    /** Says that the suspect lives at a port, and loses every message. */
    private static final class Below extends Protocol {
        private final int port;

        Below(int port) {
            this.port = port;
        }

        @Override
        public Object down(Event event) {
            return event.getType() == Event.GET_PHYSICAL_ADDRESS && SUSPECT.equals(event.getArg())
                    ? new IpAddress(LOOPBACK, port) : down_prot.down(event);
        }

        @Override
        public Object down(Message message) {
            return null;
        }
    }

    /** Notes when the suspicion is passed on. */
    private static final class Above extends Protocol {
        final CompletableFuture<Long> confirmedNanos = new CompletableFuture<>();

        @Override
        public Object up(Event event) {
            if (event.getType() == Event.SUSPECT) {
                confirmedNanos.complete(System.nanoTime());
            }
            return null;
        }
    }

    /** Suspects a member and answers how long it took to exclude it, in milliseconds. */
    private static long exclude(int port, IntFunction<int[]> ports, long timeoutMillis, Runnable meanwhile)
            throws Exception {
        return exclude(port, ports, timeoutMillis, check -> {
            check.up(new Event(Event.SUSPECT, List.of(SUSPECT)));
            meanwhile.run();
        });
    }

    private static long exclude(int port, IntFunction<int[]> ports, long timeoutMillis, Consumer<RefusalCheck> suspicion)
            throws Exception {
        return exclude(port, new RefusalCheck(LOOPBACK, ports, CONNECT_MILLIS, timeoutMillis, () -> 1), suspicion);
    }

    private static long exclude(int port, RefusalCheck check, Consumer<RefusalCheck> suspicion) throws Exception {
        Above above = new Above();
        try (JChannel channel = new JChannel(List.of(
                new SHARED_LOOPBACK().<SHARED_LOOPBACK>setBindAddress(LOOPBACK), new Below(port), check, above))) {
            channel.connect("check");
            long before = System.nanoTime();
            suspicion.accept(check);
            return (above.confirmedNanos.get(LONG, TimeUnit.MILLISECONDS) - before) / 1_000_000;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, LOOPBACK)) {
            return free.getLocalPort();
        }
    }

    @Test
    void aHostThatRefusesProvesThatTheSuspectIsGone() throws Exception {
        assertThat(exclude(freePort(), port -> new int[] {port}, LONG, () -> { })).isLessThan(LONG / 4);
    }

    @Test
    void aPortThatClosesSomewhatLaterIsNoticed() throws Exception {
        ServerSocket dying = new ServerSocket(0, 50, LOOPBACK);
        long millis = exclude(dying.getLocalPort(), port -> new int[] {port}, LONG, () -> {
            try {
                await().pollDelay(Duration.ofMillis(200)).until(() -> true);
                dying.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(millis).isBetween(200L, LONG / 4);
    }

    @Test
    void aPortThatIsOpenProvesNothingAndTheTimeOutCountsFromTheSuspicion() throws Exception {
        try (ServerSocket successor = new ServerSocket(0, 50, LOOPBACK)) {
            assertThat(exclude(successor.getLocalPort(), port -> new int[] {port}, 1000, () -> { }))
                    .isBetween(1000L, 1600L);
        }
    }

    @Test
    void onABusyComputerASuspectHasLonger() throws Exception {
        try (ServerSocket open = new ServerSocket(0, 50, LOOPBACK)) {
            RefusalCheck check = new RefusalCheck(LOOPBACK, port -> new int[] {port}, CONNECT_MILLIS, 300, () -> 3);
            assertThat(exclude(open.getLocalPort(), check, each -> each.up(new Event(Event.SUSPECT, List.of(SUSPECT)))))
                    .isBetween(900L, 2000L);
        }
    }

    @Test
    void aSuspectOfTheDataPathHasItsOwnTime() throws Exception {
        try (ServerSocket hangs = new ServerSocket(0, 50, LOOPBACK)) {
            IntFunction<int[]> open = port -> new int[] {port};
            assertThat(exclude(hangs.getLocalPort(), open, LONG, check -> check.suspect(SUSPECT, 300)))
                    .isBetween(300L, LONG / 4);
            assertThat(exclude(hangs.getLocalPort(), open, LONG, check -> {
                check.up(new Event(Event.SUSPECT, List.of(SUSPECT)));
                check.suspect(SUSPECT, 300);
            })).as("of one that is suspected already").isBetween(300L, LONG / 4);
            assertThat(exclude(hangs.getLocalPort(), open, 500, check -> check.suspect(SUSPECT, LONG)))
                    .as("no longer than any suspect").isBetween(500L, LONG / 4);
        }
    }

    @Test
    void onABusyComputerASuspectOfTheDataPathHasLonger() throws Exception {
        try (ServerSocket open = new ServerSocket(0, 50, LOOPBACK)) {
            RefusalCheck check = new RefusalCheck(LOOPBACK, port -> new int[] {port}, CONNECT_MILLIS, LONG, () -> 3);
            assertThat(exclude(open.getLocalPort(), check, each -> each.suspect(SUSPECT, 300))).isBetween(900L, LONG / 4);
        }
    }

    /** An answer ends the suspicion and its time: a later suspicion has its whole time again. */
    @Test
    void aSuspectThatAnswersIsKept() throws Exception {
        try (ServerSocket lives = new ServerSocket(0, 50, LOOPBACK)) {
            assertThat(exclude(lives.getLocalPort(), port -> new int[] {port}, 1500, check -> {
                check.suspect(SUSPECT, 300);
                check.unsuspect(SUSPECT);
                check.up(new Event(Event.SUSPECT, List.of(SUSPECT)));
            })).isBetween(1500L, LONG / 4);
        }
    }

    @Test
    void allPortsHaveToRefuse() throws Exception {
        int closed = freePort();
        try (ServerSocket successor = new ServerSocket(0, 50, LOOPBACK)) {
            assertThat(exclude(closed, port -> new int[] {port, successor.getLocalPort()}, 1000, () -> { }))
                    .isGreaterThanOrEqualTo(1000);
        }
    }
}
