package org.xpand.examples.board;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.xpand.core.XpandNode;
import org.xpand.examples.Json;
import org.xpand.examples.NodeOptions;
import org.xpand.examples.NodeService;
import org.xpand.examples.traffic.Ending;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A member of a shared drawing board, with a page for the browser. */
@Command(name = "board", mixinStandardHelpOptions = true,
        header = "Runs a shared drawing board in the browser.",
        description = "Members draw, erase, chat, and see each other's cursors. The command serves a page on this machine, "
                + "prints its address, and runs until SIGTERM or SIGINT. A member that joins later receives what was "
                + "drawn before.")
public final class BoardCommand implements Callable<Integer> {
    private static final int LEAVE_SECONDS = 10;
    private static final int MAX_PORT = 65535;

    @Mixin
    private NodeOptions options = new NodeOptions();

    @Option(names = "--group", description = "Name of the board (default: board).")
    private String group = "board";

    @Option(names = "--port", description = "Port of the page on the loopback address (default: a free one).")
    private int port;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("--port " + port + ": accepted are 0 to " + MAX_PORT);
        }
        try (Ending ending = Ending.ofService(LEAVE_SECONDS);
                BoardServer server = new BoardServer(port);
                XpandNode node = options.start(options.builder()::start);
                NodeService page = options.serve(node)) {
            server.start(new Board(node, group, System::currentTimeMillis, server::publish));
            Json.print(Json.object("board").put("url", server.url()));
            ending.awaitEnd();
            int code = node.close(Duration.ofSeconds(LEAVE_SECONDS)) == 0 ? 0 : 1;
            ending.exitCode(code);
            return code;
        }
    }
}
