package org.xpand.examples.watch;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.xpand.examples.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Why a group is slow. */
@Command(name = "diagnose", mixinStandardHelpOptions = true,
        header = "Explains what limits the groups of a running node.",
        description = "Says in sentences, with figures, what limits each group and what would help. The node must have been "
                + "started with --page.")
public final class DiagnoseCommand implements Callable<Integer> {
    @Mixin
    private WatchOptions watch;

    @Option(names = "--group", description = "Only this group.")
    private String group;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Diagnosis.Finding> findings = Diagnosis.of(watch.look(), group);
        if (json) {
            ObjectNode out = Json.object("diagnosis");
            ArrayNode array = out.putArray("findings");
            for (Diagnosis.Finding finding : findings) {
                array.addObject().put("group", finding.group()).put("kind", finding.kind().name()).put("site", finding.site())
                        .put("text", finding.text()).put("help", finding.help());
            }
            Json.print(out);
            return 0;
        }
        for (Diagnosis.Finding finding : findings) {
            System.out.println("* " + finding.text());
            if (!finding.help().isEmpty()) {
                System.out.println("  " + finding.help());
            }
        }
        return 0;
    }
}
