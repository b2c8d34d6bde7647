package org.xpand.examples.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.xpand.examples.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a running node sees, once. */
@Command(name = "status", mixinStandardHelpOptions = true,
        header = "Prints the sites, groups, rates and limits that a running node sees.",
        description = "The node must have been started with --page.")
public final class StatusCommand implements Callable<Integer> {
    @Mixin
    private WatchOptions watch;

    @Option(names = "--json", description = "Print one JSON object: rates in bit/s, times in ms.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ObjectNode state = watch.look();
        if (json) {
            Json.print(state);
        } else {
            StatusText.of(state).forEach(System.out::println);
        }
        return 0;
    }
}
