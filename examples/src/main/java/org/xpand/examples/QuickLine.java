package org.xpand.examples;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.xpand.examples.board.BoardCommand;
import org.xpand.examples.config.Configuration;
import org.xpand.examples.config.SettingOptions;
import org.xpand.examples.config.SettingOptions.Settings;
import org.xpand.examples.demo.DemoCommand;
import org.xpand.examples.traffic.LoadCommand;
import org.xpand.examples.traffic.SinkCommand;
import org.xpand.examples.traffic.TrafficOptions;

/**
 * Parses the plain command lines of the commands that run nodes: an option, then its value, both as in the help. Any other line is
 * left to picocli, which accepts the same lines and reports errors, but needs longer to parse one than a node needs to start. An
 * option is the command's field of the same name, and its default is the initial value of the field.
 */
final class QuickLine {
    /** Prefix of options. */
    static final String DASHES = "--";

    /**
     * A command that is parsed here.
     *
     * @param maker      creates it
     * @param required   the required options
     * @param optional   its other options, except settings of a node
     * @param parameters whether words that belong to no option are its files; it needs at least one
     */
    record Quick(Supplier<Callable<Integer>> maker, Set<String> required, Set<String> optional, boolean parameters) {
    }

    private static final String PARAMETERS = "files";
    private static final String PRINT_OVERVIEW = "--print-overview";
    private static final Set<Class<?>> SHARED = Set.of(NodeOptions.class, LeaveOptions.class, TrafficOptions.class);
    /** Commands by name. */
    static final Map<String, Quick> COMMANDS = Map.of(
            "node", new Quick(NodeCommand::new, Set.of("--site", "--group"), Set.of("--service", "--json", PRINT_OVERVIEW), false),
            "daemon", new Quick(DaemonCommand::new, Set.of("--site"), Set.of("--until-eof", PRINT_OVERVIEW), false),
            "send", new Quick(SendCommand::new, Set.of("--site"), Set.of("--group", "--receivers", "--wait", "--timeout", "--json",
                    PRINT_OVERVIEW), true),
            "receive", new Quick(ReceiveCommand::new, Set.of("--site", "--dir"), Set.of("--group", "--files", "--until-eof", "--json",
                    PRINT_OVERVIEW), false),
            "load", new Quick(LoadCommand::new, Set.of("--site", "--group"), Set.of("--rate", "--size", "--seconds", "--senders", "--wait",
                    "--wait-seconds", "--drain", "--stats", "--trace", PRINT_OVERVIEW), false),
            "sink", new Quick(SinkCommand::new, Set.of("--site", "--group"), Set.of("--seconds", "--expect", "--sources", "--stats",
                    "--trace", PRINT_OVERVIEW), false),
            "board", new Quick(BoardCommand::new, Set.of("--site"), Set.of("--group", "--port", PRINT_OVERVIEW), false),
            "demo", new Quick(DemoCommand::new, Set.of(), Set.of("--sites", "--members", "--wan", "--strategy", "--send", "--size",
                    "--seconds", "--key", "--seed", "--json", "--page", "--rate"), false));

    private final Quick quick;
    private final Map<String, Field> fields = new HashMap<>();
    private final Map<Field, Object> owners = new HashMap<>();
    private final List<SettingOptions> settings = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();

    private QuickLine(Quick quick) {
        this.quick = quick;
    }

    /**
     * Creates a command from a line.
     *
     * @param args        the command's name and its arguments
     * @param environment the environment variables
     * @return the command, ready to be called; empty if picocli has to parse the line
     */
    static Optional<Callable<Integer>> read(String[] args, Map<String, String> environment) {
        Quick quick = args.length == 0 ? null : COMMANDS.get(args[0]);
        if (quick == null) {
            return Optional.empty();
        }
        try {
            Callable<Integer> command = quick.maker().get();
            QuickLine line = new QuickLine(quick);
            line.collect(command);
            return line.fill(args, environment) ? Optional.of(command) : Optional.empty();
        } catch (IllegalArgumentException | IllegalAccessException e) {
            // Reported by picocli, which parses the line again.
            return Optional.empty();
        }
    }

    /** Collects the fields of a command, and of options that several commands share. */
    private void collect(Object owner) throws IllegalAccessException {
        if (owner instanceof Settings some) {
            settings.add(some.settings());
        }
        for (Field field : owner.getClass().getDeclaredFields()) {
            field.setAccessible(true);
            if (SHARED.contains(field.getType())) {
                collect(field.get(owner));
            } else {
                fields.put(field.getName(), field);
                owners.put(field, owner);
            }
        }
    }

    private boolean fill(String[] args, Map<String, String> environment) throws IllegalAccessException {
        for (int i = 1; i < args.length; i++) {
            String word = args[i];
            if (!word.startsWith(DASHES)) {
                if (!quick.parameters() || !isPlain(word)) {
                    return false;
                }
                add(fields.get(PARAMETERS), Path.of(word));
                seen.add(PARAMETERS);
                continue;
            }
            if (word.equals(Configuration.FILE_FLAG)) {
                if (++i == args.length || !seen.add(word)) {
                    return false;
                }
            } else if (isFlag(word)) {
                if (!seen.add(word) || !set(word, "true")) {
                    return false;
                }
            } else if (++i == args.length || !isPlain(args[i]) || !take(word, args[i])) {
                return false;
            }
        }
        return configure(args, environment) && quick.required().stream().allMatch(this::isGiven)
                && (!quick.parameters() || seen.contains(PARAMETERS));
    }

    private boolean isGiven(String option) {
        return seen.contains(option) || settings.stream().anyMatch(each -> each.isGiven(option));
    }

    /** Whether a word can only be a value. */
    private static boolean isPlain(String word) {
        return !word.isEmpty() && !word.startsWith("-") && !word.startsWith("@") && word.indexOf('"') < 0 && word.indexOf('\'') < 0;
    }

    private boolean isFlag(String option) {
        Field field = fieldOf(option);
        return field != null ? field.getType() == boolean.class : settings.stream().anyMatch(each -> each.isFlag(option));
    }

    private boolean take(String option, String value) throws IllegalAccessException {
        boolean again = !seen.add(option);
        Field field = fieldOf(option);
        if (field != null && field.getType() == List.class) {
            add(field, value);
            return true;
        }
        return !again && set(option, value);
    }

    private boolean set(String option, String value) throws IllegalAccessException {
        Field field = fieldOf(option);
        if (field == null) {
            return settings.stream().anyMatch(each -> each.take(option, value));
        }
        Object read = value(field.getType(), value);
        if (read != null) {
            field.set(owners.get(field), read);
        }
        return read != null;
    }

    private static Object value(Class<?> type, String text) {
        if (type == boolean.class) {
            return Boolean.TRUE;
        } else if (type == int.class || type == Integer.class) {
            return isNumber(text) ? Integer.valueOf(text) : null;
        } else if (type == long.class) {
            return isNumber(text) ? Long.valueOf(text) : null;
        } else if (type == double.class || type == Double.class) {
            return isDecimal(text) ? Double.valueOf(text) : null;
        } else if (type == Path.class) {
            return Path.of(text);
        }
        return type == String.class ? text : null;
    }

    private static boolean isNumber(String text) {
        return text.chars().allMatch(each -> each >= '0' && each <= '9') && (text.length() == 1 || text.charAt(0) != '0');
    }

    private static boolean isDecimal(String text) {
        return text.chars().allMatch(each -> each >= '0' && each <= '9' || each == '.');
    }

    @SuppressWarnings("unchecked")
    private void add(Field list, Object value) throws IllegalAccessException {
        Collection<Object> values = (Collection<Object>) list.get(owners.get(list));
        if (values == null) {
            values = new ArrayList<>();
            list.set(owners.get(list), values);
        }
        values.add(value);
    }

    /** Sets options that are not in the line to the values of file and environment. */
    private boolean configure(String[] args, Map<String, String> environment) {
        if (settings.isEmpty()) {
            return true;
        }
        if (!Configuration.canBeReadAgain(args, environment)) {
            return false;
        }
        Configuration configuration = Configuration.of(args, environment);
        settings.forEach(each -> each.complete(configuration));
        return configuration.strategySettings().isEmpty();
    }

    /** Returns the field of an option; null if there is none. */
    private Field fieldOf(String option) {
        return quick.required().contains(option) || quick.optional().contains(option) ? fields.get(fieldName(option)) : null;
    }

    /** Converts {@code --until-eof} to {@code untilEof}. */
    static String fieldName(String option) {
        StringBuilder name = new StringBuilder();
        for (int i = DASHES.length(); i < option.length(); i++) {
            char next = option.charAt(i);
            if (next == '-' && i + 1 < option.length()) {
                name.append(Character.toUpperCase(option.charAt(++i)));
            } else {
                name.append(next);
            }
        }
        return name.toString();
    }
}
