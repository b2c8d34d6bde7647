package org.xpand.examples.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What has to do with the configuration. */
@Command(name = "config", mixinStandardHelpOptions = true,
        header = "Checks a configuration, or prints its schema.",
        description = "See the two commands below.",
        subcommands = {ConfigCommand.Check.class, ConfigCommand.Schema.class})
public final class ConfigCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "accepted are config check FILE, config schema");
    }

    /** Checks a file and the environment. */
    @Command(name = "check", mixinStandardHelpOptions = true, description = {"Checks a configuration file together with the "
            + "environment variables that override it, and prints "
            + "the settings in force.", "Exits with 0 if a node can start with it, as far as this can be checked without "
            + "opening ports; else "
            + "with 2, and one line per error that names file, line and what is accepted."})
    static final class Check implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Parameters(paramLabel = "FILE", description = "The file.")
        private Path file;

        @Option(names = "--daemon", description = "Also check what 'xpand daemon' needs, as daemon = true does.")
        private boolean daemon;

        @Override
        public Integer call() {
            Configuration configuration = Configuration.look(Optional.of(file), System.getenv());
            SettingOptions given = new SettingOptions(NodeSettings.all());
            given.complete(configuration);
            List<String> errors = new ArrayList<>(configuration.errors());
            errors.addAll(new NodeAssembly(given, configuration.strategySettings(), daemon).errors());
            if (!errors.isEmpty()) {
                errors.forEach(spec.commandLine().getErr()::println);
                return ExitCode.USAGE;
            }
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
