package org.xpand.examples;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.xpand.examples.board.BoardCommand;
import org.xpand.examples.config.ConfigCommand;
import org.xpand.examples.config.Configuration;
import org.xpand.examples.config.ConfigurationDefaults;
import org.xpand.examples.demo.DemoCommand;
import org.xpand.examples.drill.DrillCommand;
import org.xpand.examples.drill.SoakCommand;
import org.xpand.examples.simulate.ExploreCommand;
import org.xpand.examples.simulate.SimulateCommand;
import org.xpand.examples.traffic.LoadCommand;
import org.xpand.examples.traffic.SinkCommand;
import org.xpand.examples.upgrade.UpgradeCommand;
import org.xpand.examples.watch.DiagnoseCommand;
import org.xpand.examples.watch.StatusCommand;
import org.xpand.examples.watch.StrategyCommand;
import org.xpand.examples.watch.TopCommand;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Reads any command line of the {@code xpand} command, by picocli. */
final class FullLine {
    /** The commands by purpose, in the order of the help. */
    private static final Map<String, List<Class<?>>> SECTIONS = sections();
    private static final List<Class<?>> COMMANDS = SECTIONS.values().stream().flatMap(List::stream).toList();
    /** Of these the help and the completion know all others. */
    private static final Set<Class<?>> OF_ALL = Set.of(AutoComplete.GenerateCompletion.class, CommandLine.HelpCommand.class);

    private FullLine() {
    }

    /** Runs the command; returns its exit code. */
    static int run(String... args) {
        CommandLine line = commandLine(args);
        line.setParameterExceptionHandler((error, wrong) -> {
            PrintWriter err = error.getCommandLine().getErr();
            err.println(error.getCommandLine().getCommandSpec().qualifiedName() + ": " + error.getMessage());
            err.println("Try '" + error.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
            return Xpand.USAGE;
        });
        line.setExecutionExceptionHandler((error, command, result) ->
                Xpand.failed(command.getErr(), command.getCommandSpec().qualifiedName(), error));
        try {
            if (runsNode(line, args)) {
                line.setDefaultValueProvider(new ConfigurationDefaults(Configuration.of(args, System.getenv())));
            }
        } catch (IllegalArgumentException e) {
            line.getErr().println(Xpand.NAME + ": " + e.getMessage());
            return Xpand.USAGE;
        }
        return args.length == 0 ? line.execute("--help") : line.execute(args);
    }

    /**
     * Creates the command line with only the requested command, if there is one: reading the options of all takes longer than a
     * node's start.
     */
    private static CommandLine commandLine(String... args) {
        CommandLine line = new CommandLine(new Xpand());
        Optional<Class<?>> asked = COMMANDS.stream().filter(each -> args.length > 0 && !OF_ALL.contains(each)
                && each.getAnnotation(Command.class).name().equals(args[0])).findFirst();
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "\n");
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, FullLine::commandList);
        asked.map(List::<Class<?>>of).orElse(COMMANDS).forEach(line::addSubcommand);
        return line;
    }

    private static Map<String, List<Class<?>>> sections() {
        Map<String, List<Class<?>>> sections = new LinkedHashMap<>();
        sections.put("Run", List.of(DemoCommand.class, NodeCommand.class, BoardCommand.class, SendCommand.class, ReceiveCommand.class,
                DaemonCommand.class));
        sections.put("Observe and steer", List.of(StatusCommand.class, TopCommand.class, DiagnoseCommand.class, StrategyCommand.class));
        sections.put("Set up", List.of(ConfigCommand.class, SettingsCommand.class, KeyCommand.class, PrepareCommand.class,
                AutoComplete.GenerateCompletion.class));
        sections.put("Test real processes", List.of(LoadCommand.class, SinkCommand.class, DrillCommand.class, SoakCommand.class,
                UpgradeCommand.class));
        sections.put("Test in virtual time", List.of(SimulateCommand.class, ExploreCommand.class, ExperimentCommand.class));
        sections.put("Help", List.of(CommandLine.HelpCommand.class));
        return sections;
    }

    /** The command list of the help, one section per purpose. */
    private static String commandList(Help help) {
        StringBuilder list = new StringBuilder();
        SECTIONS.forEach((title, commands) -> {
            Map<String, Help> known = new LinkedHashMap<>();
            commands.forEach(each -> {
                String name = each.getAnnotation(Command.class).name();
                known.put(name, help.subcommands().get(name));
            });
            known.values().removeIf(Objects::isNull);
            list.append(title).append(":\n").append(help.commandList(known));
        });
        return list.toString();
    }

    private static boolean runsNode(CommandLine line, String[] args) {
        CommandLine command = args.length == 0 ? null : line.getSubcommands().get(args[0]);
        return command != null && command.getCommandSpec().options().stream()
                .anyMatch(option -> ConfigurationDefaults.isOf(option, NodeOptions.class));
    }
}
