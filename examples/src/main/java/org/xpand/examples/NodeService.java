package org.xpand.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.xpand.core.XpandNode;
import org.xpand.examples.page.NodePage;
import org.xpand.examples.page.OverviewJson;
import org.xpand.examples.page.PageAddress;
import org.xpand.examples.page.PageServer;
import org.xpand.examples.page.Scene;
import org.xpand.examples.watch.RunningNodes;

/** Serves information about a process's node: a page, and an overview as JSON lines. */
public final class NodeService implements AutoCloseable {
    private final Optional<PageServer> page;
    private final Optional<Path> entry;
    private final Optional<ScheduledExecutorService> printer;

    private NodeService(Optional<PageServer> page, Optional<Path> entry, Optional<ScheduledExecutorService> printer) {
        this.page = page;
        this.entry = entry;
        this.printer = printer;
    }

    static NodeService start(XpandNode node, Scene scene, Optional<PageAddress> address, boolean printOverview)
            throws IOException {
        PageServer server = null;
        Optional<Path> entry = Optional.empty();
        if (address.isPresent()) {
            server = NodePage.start(address.get(), scene, node);
            System.err.println("page: " + server.url());
            entry = RunningNodes.enter(RunningNodes.folder(), node.site(), node.name(), server.url(), server.orderToken(), System.err);
        }
        return new NodeService(Optional.ofNullable(server), entry, printOverview ? Optional.of(printOverviews(node)) : Optional.empty());
    }

    private static ScheduledExecutorService printOverviews(XpandNode node) {
        ScheduledExecutorService printer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "overview");
            thread.setDaemon(true);
            return thread;
        });
        printer.scheduleAtFixedRate(() -> printOnce(node), 0, 1, TimeUnit.SECONDS);
        return printer;
    }

    private static void printOnce(XpandNode node) {
        try {
            Json.print(OverviewJson.of(node.overview()));
        } catch (IllegalStateException e) {
            // It did not answer in time; the next second may succeed.
        }
    }

    @Override
    public void close() {
        entry.ifPresent(RunningNodes::remove);
        page.ifPresent(PageServer::close);
        printer.ifPresent(ScheduledExecutorService::shutdownNow);
    }
}
