package org.xpand.examples.watch;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes a group's rate control while it runs. */
@Command(name = "strategy", mixinStandardHelpOptions = true,
        header = "Changes a group's rate control while it runs.",
        description = {"All sites change together; nothing is lost. The request goes to a running node of the same user on "
                + "this machine, which must be a member of the group and must have been started with --page.",
                "Exits with 0 if all sites have changed, with 2 if the change was refused, with 1 if the node does "
                + "not answer."})
public final class StrategyCommand implements Callable<Integer> {
    @Mixin
    private WatchOptions watch;

    @Parameters(index = "0", paramLabel = "GROUP", description = "The group.")
    private String group;

    @Parameters(index = "1", paramLabel = "STRATEGY", description = "Its new rate control; 'xpand settings' lists them.")
    private String strategy;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "A setting of the new rate control; others take their "
            + "defaults. Repeatable.")
    private final Map<String, String> settings = new TreeMap<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        NodeOrders.changeStrategy(watch.node(), group, strategy, settings);
        System.out.println("group '" + group + "': rate control " + strategy);
        return 0;
    }
}
