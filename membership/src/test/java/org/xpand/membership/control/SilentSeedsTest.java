package org.xpand.membership.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.xpand.membership.control.Sites.site;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.directory.SiteInfo;

/**
 * Seeds whose hosts do not answer at all, as if they were switched off, do not keep a starting delegate from the one that runs. Most of
 * the time is waiting.
 */
@Execution(ExecutionMode.CONCURRENT)
class SilentSeedsTest {
    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final int SEEDS = 8;
    private static final Endpoint RUNS = new Endpoint("127.0.0.1", 17890);

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    /** A port that takes no connection: the queue of those that wait to be accepted is full. */
    private Endpoint silent() throws IOException {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
        open.add(server);
        for (int i = 0; i < 16; i++) {
            Socket waiting = new Socket();
            open.add(waiting);
            try {
                waiting.connect(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()), 100);
            } catch (SocketTimeoutException e) {
                return new Endpoint("127.0.0.1", server.getLocalPort());
            }
        }
        throw new IllegalStateException("the queue of port " + server.getLocalPort() + " does not fill");
    }

    private TestDelegate start(SiteInfo site, int port, List<List<Long>> views, List<Endpoint> seeds) {
        TestDelegate delegate = new TestDelegate(new ControlConfig(site.name(), site.incarnation(), new Endpoint("127.0.0.1", port),
                Optional.empty(), seeds)) {
            @Override
            public void onView(List<Long> incarnations) {
                views.add(incarnations);
                super.onView(incarnations);
            }
        };
        open.add(delegate);
        return delegate.announce(site).start();
    }

    /** A connection that is open and leads nowhere is replaced: otherwise the delegate would be alone for ever. */
    @Test
    void aSeedWhoseFirstConnectionLeadsNowhereIsFound() throws Exception {
        TcpRelay relay = new TcpRelay(0, RUNS.port());
        open.add(relay);
        Endpoint reached = new Endpoint("127.0.0.1", relay.port());
        TestDelegate running = new TestDelegate(new ControlConfig("s1", 1, RUNS, Optional.of(reached), List.of(reached)));
        open.add(running);
        running.announce(site(1)).start();
        await().atMost(BOUND).until(() -> running.sees(1L));
        relay.swallow(2);
        TestDelegate starting = start(site(2), RUNS.port() + 1, new CopyOnWriteArrayList<>(), List.of(reached));
        await().atMost(BOUND).until(() -> starting.sees(1L, 2L) && running.sees(1L, 2L));
        assertThat(relay.toSwallow()).isZero();
    }

    @Test
    void theOneThatRunsIsFoundBeforeTheStartingOneGoesOnAlone() throws Exception {
        TestDelegate running = start(site(1), RUNS.port(), new CopyOnWriteArrayList<>(), List.of(RUNS));
        await().atMost(BOUND).until(() -> running.sees(1L));
        List<Endpoint> seeds = new ArrayList<>();
        for (int i = 0; i < SEEDS; i++) {
            seeds.add(silent());
        }
        seeds.add(RUNS);
        List<List<Long>> views = new CopyOnWriteArrayList<>();
        TestDelegate starting = start(site(2), RUNS.port() + 1, views, seeds);
        // One after the other they would take as many time-outs as there are seeds.
        await().atMost(ControlConfig.Timings.WIDE_AREA.connect().multipliedBy(SEEDS / 2)).until(() -> starting.sees(1L, 2L));
        assertThat(views).as("views").allMatch(view -> view.size() == 2);
    }
}
