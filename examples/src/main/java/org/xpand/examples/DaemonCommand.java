package org.xpand.examples;

import java.util.concurrent.Callable;
import org.xpand.core.XpandNode;
import org.xpand.examples.traffic.Ending;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The delegate of a site and nothing else. */
@Command(name = "daemon", mixinStandardHelpOptions = true, description = "Runs a process that joins no group and is "
        + "preferred as its site's delegate. Prints events as JSON lines. Ends at the end of its input.")
final class DaemonCommand implements Callable<Integer> {
    private static final int PATIENCE_SECONDS = 10;

    @Mixin
    private NodeOptions options;

    @Override
    public Integer call() throws InterruptedException {
        try (Ending ending = new Ending(PATIENCE_SECONDS);
                XpandNode node = options.builder().daemon(true).onEvent(event -> Json.print(Json.event(event)))
                        .start()) {
            Json.print(Json.object("ready").put("site", node.site()).put("name", node.name()));
            ending.watchInput();
            ending.awaitEnd();
        }
        return 0;
    }
}
