package org.xpand.examples.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.xpand.protocols.strategy.RateStrategies;

/**
 * Settings from a file and from the environment, which rules over the file. The file has lines {@code name = value}; blank lines
 * and those that begin with {@code #} mean nothing. Immutable.
 */
public final class Configuration {
    /** The environment variable that names the file. */
    public static final String FILE_VARIABLE = "XPAND_CONFIG";
    /** The flag that names the file, before the variable. */
    public static final String FILE_FLAG = "--config";
    /** What the names of settings of the rate control begin with in a file. */
    static final String STRATEGY_SETTING = "set.";
    private static final long MAX_FILE_BYTES = 1_000_000;

    private final Map<String, String> values;
    private final Map<String, String> strategySettings;

    private Configuration(Map<String, String> values, Map<String, String> strategySettings) {
        this.values = Map.copyOf(values);
        this.strategySettings = Map.copyOf(strategySettings);
    }

    /**
     * Reads and checks the file that the arguments or the environment name, if one does, and the environment.
     *
     * @throws IllegalArgumentException naming file and line, or variable, and what is accepted
     * @throws IOException              if the file cannot be read
     */
    public static Configuration of(String[] arguments, Map<String, String> environment) throws IOException {
        Optional<String> file = fileOf(arguments).or(() -> Optional.ofNullable(environment.get(FILE_VARIABLE))
                .filter(name -> !name.isBlank()));
        return read(file.map(Path::of), environment);
    }

    /** The file that the arguments name. */
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

    /** As {@link #of}, of this file. */
    static Configuration read(Optional<Path> file, Map<String, String> environment) throws IOException {
        TreeMap<String, String> values = new TreeMap<>();
        TreeMap<String, String> strategySettings = new TreeMap<>();
        if (file.isPresent()) {
            readFile(file.get(), values, strategySettings);
        }
        for (NodeSetting<?> setting : NodeSettings.all()) {
            String value = environment.get(setting.variable());
            if (value != null && !value.isBlank()) {
                setting.read(setting.variable() + ": " + setting.name(), value.strip());
                values.put(setting.name(), value.strip());
            }
        }
        if (values.containsKey(NodeSettings.STRATEGY.name()) || !strategySettings.isEmpty()) {
            checkStrategy(file, values, strategySettings);
        }
        return new Configuration(values, strategySettings);
    }

    private static void readFile(Path file, Map<String, String> values, Map<String, String> strategySettings)
            throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file) || Files.size(file) > MAX_FILE_BYTES) {
            throw new IllegalArgumentException(FILE_FLAG + " '" + file + "': accepted is a readable file of at most "
                    + MAX_FILE_BYTES + " bytes");
        }
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(FILE_FLAG + " '" + file + "': accepted is text in UTF-8", e);
        }
        TreeMap<String, Integer> seen = new TreeMap<>();
        for (int number = 1; number <= lines.size(); number++) {
            String line = lines.get(number - 1).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String where = file + ":" + number;
            int equals = line.indexOf('=');
            if (equals <= 0) {
                throw new IllegalArgumentException(where + ": '" + line + "': accepted is NAME = VALUE");
            }
            String name = line.substring(0, equals).strip();
            String value = line.substring(equals + 1).strip();
            Integer before = seen.put(name, number);
            if (before != null) {
                throw new IllegalArgumentException(where + ": " + name + " is set in line " + before + " already");
            }
            if (name.startsWith(STRATEGY_SETTING)) {
                strategySettings.put(name.substring(STRATEGY_SETTING.length()), value);
            } else {
                NodeSetting<?> setting = NodeSettings.of(name).orElseThrow(() -> new IllegalArgumentException(where + ": '" + name
                        + "' is no setting; accepted are " + NodeSettings.all().stream().map(NodeSetting::name)
                                .collect(Collectors.joining(", ")) + ", " + STRATEGY_SETTING + "KEY"));
                setting.read(where + ": " + name, value);
                values.put(name, value);
            }
        }
    }

    private static void checkStrategy(Optional<Path> file, Map<String, String> values, Map<String, String> settings) {
        try {
            RateStrategies.create(values.getOrDefault(NodeSettings.STRATEGY.name(), NodeSettings.STRATEGY.byDefault()), settings);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file.map(Path::toString).orElse("environment") + ": " + e.getMessage(), e);
        }
    }

    /** The value of a setting, by its name in a file. */
    public Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** The settings of the rate control. */
    public Map<String, String> strategySettings() {
        return strategySettings;
    }

    /** All values by their names. */
    Map<String, String> values() {
        return values;
    }
}
