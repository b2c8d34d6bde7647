package org.xpand.examples.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Settings from a file and from the environment, which overrides the file. The file has lines {@code name = value}; blank lines and
 * lines that start with {@code #} are ignored. Immutable.
 */
public final class Configuration {
    /** The environment variable that names the file. */
    public static final String FILE_VARIABLE = "XPAND_CONFIG";
    /** The flag that names the file; overrides the variable. */
    public static final String FILE_FLAG = "--config";
    /** Prefix of settings of the rate control in a file. */
    static final String STRATEGY_SETTING = "set.";

    /**
     * The value given for a setting.
     *
     * @param text  the value as written
     * @param where file, line and name, or variable and name
     */
    record Given(String text, String where) {
    }

    private final Optional<Path> file;
    private final Map<String, Given> values;
    private final Map<String, Given> strategySettings;
    private final Set<String> refused;
    private final List<String> errors;

    private Configuration(Optional<Path> file, Reader reader) {
        this.file = file;
        this.values = Map.copyOf(reader.values);
        this.strategySettings = Map.copyOf(reader.strategySettings);
        this.refused = Set.copyOf(reader.refused);
        this.errors = List.copyOf(reader.errors);
    }

    /** Returns a configuration without any setting. */
    static Configuration none() {
        return new Configuration(Optional.empty(), new Reader());
    }

    /**
     * Reads and checks the environment and the file that the arguments or the environment name, if any.
     *
     * @throws IllegalArgumentException naming file and line, or variable, and what is accepted; a line for each error
     */
    public static Configuration of(String[] arguments, Map<String, String> environment) {
        return read(file(arguments, environment), environment);
    }

    /** Returns the file that the arguments or the environment name. */
    private static Optional<Path> file(String[] arguments, Map<String, String> environment) {
        return fileOf(arguments).or(() -> Optional.ofNullable(environment.get(FILE_VARIABLE)).filter(name -> !name.isBlank())).map(Path::of);
    }

    /** Whether the named file, if any, can be read again with the same text, unlike a pipe. */
    public static boolean canBeReadAgain(String[] arguments, Map<String, String> environment) {
        return file(arguments, environment).map(Files::isRegularFile).orElse(true);
    }

    /** Returns the file that the arguments name. */
    private static Optional<String> fileOf(String[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].startsWith(FILE_FLAG + "=")) {
                return Optional.of(arguments[i].substring(FILE_FLAG.length() + 1));
            }
            if (arguments[i].equals(FILE_FLAG) && i + 1 < arguments.length) {
                return Optional.of(arguments[i + 1]);
            }
        }
        return Optional.empty();
    }

    /** Like {@link #of}, for this file. */
    static Configuration read(Optional<Path> file, Map<String, String> environment) {
        Configuration configuration = look(file, environment);
        if (!configuration.errors.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", configuration.errors));
        }
        return configuration;
    }

    /**
     * Like {@link #read}, but keeps what is accepted; {@link #errors} has the rest.
     *
     * @throws IllegalArgumentException if the file cannot be read
     */
    static Configuration look(Optional<Path> file, Map<String, String> environment) {
        Reader reader = new Reader();
        file.ifPresent(reader::file);
        reader.environment(environment);
        return new Configuration(file, reader);
    }

    /** Collects values and errors. */
    private static final class Reader {
        private final Map<String, Given> values = new TreeMap<>();
        private final Map<String, Given> strategySettings = new TreeMap<>();
        private final Map<String, Integer> seen = new TreeMap<>();
        private final Set<String> refused = new TreeSet<>();
        private final List<String> errors = new ArrayList<>();

        private void file(Path file) {
            List<Optional<String>> lines = ConfigurationFile.read(file);
            for (int number = 1; number <= lines.size(); number++) {
                String where = file + ":" + number + ": ";
                lines.get(number - 1).map(String::strip).ifPresentOrElse(new Line(where, number)::read,
                        () -> errors.add(where + "accepted is text in UTF-8"));
            }
        }

        private void environment(Map<String, String> environment) {
            for (NodeSetting<?> setting : NodeSettings.all()) {
                String value = environment.get(setting.variable());
                if (value != null && !value.isBlank()) {
                    refused.remove(setting.name());
                    take(setting, setting.variable() + ": " + setting.name(), value.strip());
                }
            }
        }

        private void take(NodeSetting<?> setting, String where, String value) {
            try {
                setting.read(where, value);
                values.put(setting.name(), new Given(value, where));
            } catch (IllegalArgumentException e) {
                errors.add(e.getMessage());
                refused.add(setting.name());
            }
        }

        private final class Line {
            private final String where;
            private final int number;

            Line(String where, int number) {
                this.where = where;
                this.number = number;
            }

            private void read(String line) {
                if (line.isEmpty() || line.startsWith("#")) {
                    return;
                }
                int equals = line.indexOf('=');
                if (equals <= 0) {
                    errors.add(where + "'" + line + "': accepted is NAME = VALUE");
                    return;
                }
                String name = line.substring(0, equals).strip();
                String value = line.substring(equals + 1).strip();
                Integer before = seen.putIfAbsent(name, number);
                Optional<NodeSetting<?>> setting = NodeSettings.of(name);
                if (before != null) {
                    errors.add(where + name + " is set in line " + before + " already");
                } else if (name.startsWith(STRATEGY_SETTING)) {
                    strategySettings.put(name.substring(STRATEGY_SETTING.length()), new Given(value, where + name));
                } else if (setting.isPresent()) {
                    take(setting.get(), where + name, value);
                } else {
                    errors.add(where + "'" + name + "' is no setting; accepted are " + NodeSettings.all().stream()
                            .map(NodeSetting::name).collect(Collectors.joining(", ")) + ", " + STRATEGY_SETTING + "KEY");
                }
            }
        }
    }

    /** Returns the value of a setting, by its name in a file. */
    public Optional<String> value(String name) {
        return given(name).map(Given::text);
    }

    /** Returns the settings of the rate control. */
    public Map<String, String> strategySettings() {
        return strategySettings.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().text()));
    }

    /** Returns value and place of a setting. */
    Optional<Given> given(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** Returns value and place of a setting of the rate control. */
    Optional<Given> strategySetting(String key) {
        return Optional.ofNullable(strategySettings.get(key));
    }

    /** Whether a setting has a value that is not accepted. */
    boolean isRefused(String name) {
        return refused.contains(name);
    }

    /** Returns the errors, in the order of the file. */
    List<String> errors() {
        return errors;
    }

    /** Returns the prefix of messages about no particular line: the file, if there is one. */
    String place() {
        return file.map(each -> each + ": ").orElse("");
    }

    /** Returns all values by name. */
    Map<String, String> values() {
        return values.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().text()));
    }
}
