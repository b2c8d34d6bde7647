package org.xpand.examples;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.xpand.core.Group;
import org.xpand.core.GroupView;
import org.xpand.core.Message;
import org.xpand.core.XpandNode;
import org.xpand.examples.traffic.Ending;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** One process: lines from standard input go to its groups, what the groups say is printed. */
@Command(name = "node", mixinStandardHelpOptions = true,
        header = "Runs one process of a site: a chat on standard input and output.",
        description = {"Joins the groups, sends every line of its input, and prints what arrives. Ends at the end of its "
                + "input. A line '/strategy NAME [SETTING=VALUE ...]' changes the groups' rate control while they run.",
                "With --service it takes no input and runs until SIGTERM or SIGINT. It then exits with 0 if it left "
                + "in order, with 1 if some member may lack what it sent, and with 3 if it did not leave in time."})
final class NodeCommand implements Callable<Integer> {
    /** Start of a line that is a command. */
    private static final String STRATEGY = "/strategy ";

    @Mixin
    private NodeOptions options = new NodeOptions();

    @Mixin
    private LeaveOptions leave = new LeaveOptions();

    @Option(names = "--group", required = true, description = "A group to join. Repeatable, each group once.")
    private List<String> group;

    @Option(names = "--service", description = "Take no input, and run until SIGTERM.")
    private boolean service;

    @Option(names = "--json", description = "Print one JSON object per message and view.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Duration patience = leave.patience();
        checkGroups();
        try (Ending ending = service ? Ending.ofService(leave.signalSeconds()) : new Ending(leave.signalSeconds());
                XpandNode node = options.start(options.builder()::start);
                NodeService page = options.serve(node)) {
            List<Group> joined = new ArrayList<>();
            for (String name : group) {
                Group[] group = new Group[1];
                group[0] = node.join(name, message -> print(group[0], message));
                group[0].onView(view -> print(name, view));
                joined.add(group[0]);
            }
            AtomicReference<RuntimeException> failure = new AtomicReference<>();
            if (!service) {
                Thread input = new Thread(() -> read(joined, ending, failure), "node-input");
                input.setDaemon(true);
                input.start();
            }
            ending.awaitEnd();
            if (failure.get() != null) {
                throw failure.get();
            }
            int code = node.close(patience) == 0 || !service ? 0 : 1;
            ending.exitCode(code);
            return code;
        }
    }

    /** A member joins a group once; checked first, so that wrong use ends before a port is opened. */
    private void checkGroups() {
        Set<String> named = new HashSet<>();
        for (String name : group) {
            if (!named.add(name)) {
                throw new IllegalArgumentException("--group '" + name + "': given twice; accepted is each group once");
            }
        }
    }

    private static void read(List<Group> joined, Ending ending, AtomicReference<RuntimeException> failure) {
        try {
            BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                for (Group group : joined) {
                    if (line.startsWith(STRATEGY)) {
                        changeStrategy(group, line.substring(STRATEGY.length()).strip().split(" +"));
                    } else {
                        group.send(line.getBytes(StandardCharsets.UTF_8));
                    }
                }
            }
        } catch (IOException e) {
            // Treated as the end.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failure.set(e);
        }
        ending.end();
    }

    private static void changeStrategy(Group group, String[] words) {
        Map<String, String> settings = new TreeMap<>();
        for (String word : List.of(words).subList(1, words.length)) {
            int equals = word.indexOf('=');
            settings.put(word.substring(0, Math.max(0, equals)), word.substring(equals + 1));
        }
        try {
            group.changeStrategy(words[0], settings).whenComplete((made, refusal) -> System.out.println("-- " + group.name() + ": "
                    + (refusal == null ? "rate control " + group.strategy() : refusal.getMessage())));
        } catch (IllegalArgumentException e) {
            System.out.println("-- " + group.name() + ": " + e.getMessage());
        }
    }

    private void print(Group group, Message message) {
        String text = new String(message.payload(), StandardCharsets.UTF_8);
        String from = senderName(group, message);
        if (json) {
            Json.print(Json.object("message").put("group", message.group()).put("from", from).put("text", text));
        } else {
            System.out.println(from + ": " + text);
        }
    }

    private static String senderName(Group group, Message message) {
        if (group != null) {
            for (GroupView.Site site : group.view().sites()) {
                for (GroupView.Member member : site.members()) {
                    if (member.id().equals(message.sender())) {
                        return site.name() + "/" + member.name();
                    }
                }
            }
        }
        return message.sender().toString();
    }

    private void print(String group, GroupView view) {
        if (json) {
            Json.print(Json.object("view").put("group", group).put("members", view.size()));
        } else {
            System.out.println("-- " + group + ": " + view.size() + (view.size() == 1 ? " member in " : " members in ") + view.sites().stream()
                    .map(site -> site.name() + " " + site.members().stream().map(GroupView.Member::name).toList())
                    .toList());
        }
    }
}
