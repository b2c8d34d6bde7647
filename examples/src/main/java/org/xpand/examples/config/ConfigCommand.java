package org.xpand.examples.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What has to do with the configuration. */
@Command(name = "config", mixinStandardHelpOptions = true, description = "Checks a configuration, or prints its schema.",
        subcommands = {ConfigCommand.Check.class, ConfigCommand.Schema.class})
public final class ConfigCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "accepted are config check FILE, config schema");
    }

    /** Checks a file and the environment. */
    @Command(name = "check", mixinStandardHelpOptions = true, description = {"Checks a configuration file, and the environment "
            + "variables that rule over it, and prints what is in force.", "Exits with 0 if it is right, with 2 if not; the message "
            + "names file, line and what is accepted."})
    static final class Check implements Callable<Integer> {
        @Parameters(paramLabel = "FILE", description = "The file.")
        private Path file;

        @Override
        public Integer call() throws IOException {
            Configuration configuration = Configuration.read(Optional.of(file), System.getenv());
            new TreeMap<>(configuration.values()).forEach((name, value) -> System.out.println(name + " = " + value));
            new TreeMap<>(configuration.strategySettings()).forEach((name, value) ->
                    System.out.println(Configuration.STRATEGY_SETTING + name + " = " + value));
            return 0;
        }
    }

    /** Prints the schema. */
    @Command(name = "schema", mixinStandardHelpOptions = true, description = "Prints the settings as JSON Schema: an object of "
            + "strings, with the names of the file.")
    static final class Schema implements Callable<Integer> {
        @Override
        public Integer call() {
            System.out.println(ConfigurationSchema.schema().toPrettyString());
            return 0;
        }
    }
}
