package org.xpand.comparison;

import org.xpand.comparison.flood.FloodCommand;
import org.xpand.comparison.idle.IdleCommand;
import org.xpand.comparison.start.StartCommand;
import org.xpand.comparison.together.TogetherCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Entry point of the comparison. */
@Command(name = "xpand-comparison", mixinStandardHelpOptions = true,
        description = "What Xpand costs, beside what others cost, and how it grows; without a command both.",
        subcommands = {SystemsCommand.class, ScaleCommand.class, FloodCommand.class, LanCommand.class, IdleCommand.class, StartCommand.class,
                SecondsCommand.class, StationsCommand.class, TogetherCommand.class, CommandLine.HelpCommand.class})
public final class Comparison {
    private Comparison() {
    }

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** Runs the command; answers its exit code: 0 done, 1 a run failed, 2 wrong use. */
    static int run(String... args) {
        CommandLine line = new CommandLine(new Comparison());
        line.setExecutionExceptionHandler((error, command, result) -> {
            if (!(error instanceof IllegalArgumentException)) {
                throw error;
            }
            command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + error.getMessage());
            return CommandLine.ExitCode.USAGE;
        });
        return args.length == 0 ? Math.max(line.execute("systems"), line.execute("scale")) : line.execute(args);
    }
}
