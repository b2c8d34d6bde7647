package org.xpand.examples;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.xpand.core.XpandNode;
import org.xpand.examples.traffic.Ending;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The delegate of a site and nothing else. */
@Command(name = "daemon", mixinStandardHelpOptions = true,
        header = "Runs a process that joins no group and is its site's preferred delegate.",
        description = "Prints events as JSON lines. Runs until SIGTERM or SIGINT, and exits with 0 if it left in order, "
                + "with 3 if it did not leave in time.")
final class DaemonCommand implements Callable<Integer> {
    @Mixin
    private NodeOptions options = new NodeOptions();

    @Mixin
    private LeaveOptions leave = new LeaveOptions();

    @Option(names = "--until-eof", description = "Also end at the end of the input.")
    private boolean untilEof;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Duration patience = leave.patience();
        try (Ending ending = Ending.ofService(leave.signalSeconds());
                XpandNode node = options.start(options.builder(true).onEvent(event -> Json.print(Json.event(event)))::start);
                NodeService service = options.serve(node)) {
            Json.print(Json.object("ready").put("site", node.site()).put("name", node.name()));
            if (untilEof) {
                ending.watchInput();
            }
            ending.awaitEnd();
            node.close(patience);
        }
        return 0;
    }
}
