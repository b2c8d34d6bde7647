package org.xpand.examples.config;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The options of the command line that settings of a node declare, and the values they were given. One thread. */
public final class SettingOptions {
    /** Who has some. */
    public interface Settings {
        /** @return them */
        SettingOptions settings();
    }

    private final List<NodeSetting<?>> settings;
    /** Each setting is declared once. */
    private final Map<NodeSetting<?>, Object> given = new IdentityHashMap<>();
    private Configuration configuration = Configuration.none();

    /** @param settings those that are options here */
    public SettingOptions(List<NodeSetting<?>> settings) {
        this.settings = settings;
    }

    /**
     * Adds an option for each setting to a command.
     *
     * @param spec     the command's, or that of a mixin
     * @param required those of the settings that must be given
     */
    public void declare(CommandSpec spec, NodeSetting<?>... required) {
        List<NodeSetting<?>> musts = List.of(required);
        settings.forEach(setting -> spec.addOption(option(setting, spec).required(musts.contains(setting)).build()));
    }

    private OptionSpec.Builder option(NodeSetting<?> setting, CommandSpec spec) {
        OptionSpec.Builder option = OptionSpec.builder(setting.option()).description(setting.help()).userObject(setting);
        switch (setting.form().kind()) {
            case FLAG -> option.type(boolean.class).arity("0");
            case LIST -> option.type(List.class).auxiliaryTypes(String.class).paramLabel(setting.form().label());
            case VALUE -> option.type(String.class).paramLabel(setting.form().label());
        }
        if (option.paramLabel() != null && !setting.form().words().isEmpty()) {
            option.completionCandidates(setting.form().words());
        }
        Access access = new Access(setting, spec);
        return option.getter(access).setter(access);
    }

    /** How picocli reads and writes the value of an option. */
    private final class Access implements IGetter, ISetter {
        private final NodeSetting<?> setting;
        private final CommandSpec spec;

        Access(NodeSetting<?> setting, CommandSpec spec) {
            this.setting = setting;
            this.spec = spec;
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> T get() {
            return (T) given.get(setting);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> T set(T value) {
            T before = (T) given.get(setting);
            if (value == null) {
                given.remove(setting);
            } else {
                given.put(setting, value);
                check(setting, spec);
            }
            return before;
        }

        private void use(Configuration used) {
            configuration = used;
        }
    }

    /** Refuses what is not accepted before the command begins. */
    private void check(NodeSetting<?> setting, CommandSpec spec) {
        try {
            value(setting);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.root().commandLine(), e.getMessage(), e);
        }
    }

    /**
     * The value of a setting.
     *
     * @param setting one of them
     * @param <T>     what it means
     * @return empty if it was not given
     */
    public <T> Optional<T> value(NodeSetting<T> setting) {
        return Optional.ofNullable(given.get(setting)).map(SettingOptions::text).filter(text -> !isNone(setting, text))
                .map(text -> setting.read(where(setting), text));
    }

    /** Where a setting was given, as a user names it: file, line and name, variable and name, or the option. */
    public String where(NodeSetting<?> setting) {
        Object value = given.get(setting);
        return configuration.given(setting.name()).filter(each -> value == null || each.text().equals(text(value)))
                .map(Configuration.Given::where).orElse(setting.option());
    }

    /** What gives what the command line does not. */
    Configuration configuration() {
        return configuration;
    }

    /**
     * The value of a setting that has a default.
     *
     * @param setting one of them
     * @param <T>     what it means
     * @return the default if it was not given
     */
    public <T> T valueOrDefault(NodeSetting<T> setting) {
        return value(setting).orElseGet(() -> setting.read(setting.name(), setting.byDefault()));
    }

    /**
     * Whether an option takes no value.
     *
     * @param option with its dashes
     * @return false too if it is none of these
     */
    public boolean isFlag(String option) {
        return of(option).filter(setting -> setting.form().kind() == Form.Kind.FLAG).isPresent();
    }

    /**
     * Takes what an option was given.
     *
     * @param option with its dashes
     * @param value  as it is written; {@code true} for one that takes none
     * @return false if it is none of these
     * @throws IllegalArgumentException if the value is not accepted
     */
    public boolean take(String option, String value) {
        Optional<NodeSetting<?>> setting = of(option);
        setting.ifPresent(each -> {
            given.put(each, value);
            value(each);
        });
        return setting.isPresent();
    }

    /** Whether an option of these has been given, or its setting by a configuration. */
    public boolean isGiven(String option) {
        return of(option).filter(given::containsKey).isPresent();
    }

    /** Takes from a configuration what was not given. */
    public void complete(Configuration from) {
        configuration = from;
        for (NodeSetting<?> setting : settings) {
            from.value(setting.name()).ifPresent(value -> given.putIfAbsent(setting, value));
        }
    }

    private Optional<NodeSetting<?>> of(String option) {
        for (NodeSetting<?> setting : settings) {
            if (setting.option().equals(option)) {
                return Optional.of(setting);
            }
        }
        return Optional.empty();
    }

    /** What picocli sets before it reads anything. */
    private static boolean isNone(NodeSetting<?> setting, String text) {
        return setting.form().kind() == Form.Kind.LIST && text.isEmpty();
    }

    private static String text(Object value) {
        return value instanceof List<?> list ? list.stream().map(Object::toString).collect(Collectors.joining(",")) : value.toString();
    }

    /**
     * The setting that an option was declared by.
     *
     * @param argument      an option
     * @param configuration what gives it if the command line does not
     * @return empty if it was declared otherwise
     */
    static Optional<NodeSetting<?>> settingOf(ArgSpec argument, Configuration configuration) {
        if (argument.getter() instanceof Access access) {
            access.use(configuration);
        }
        return argument.userObject() instanceof NodeSetting<?> setting ? Optional.of(setting) : Optional.empty();
    }
}
