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

/** The command line options for settings of a node, and their values. For one thread. */
public final class SettingOptions {
    /** A command with such options. */
    public interface Settings {
        /** @return the options */
        SettingOptions settings();
    }

    private final List<NodeSetting<?>> settings;
    /** Each setting is declared once. */
    private final Map<NodeSetting<?>, Object> given = new IdentityHashMap<>();
    private Configuration configuration = Configuration.none();

    /** @param settings the settings that are options here */
    public SettingOptions(List<NodeSetting<?>> settings) {
        this.settings = settings;
    }

    /**
     * Adds an option for each setting to a command.
     *
     * @param spec     the command's, or that of a mixin
     * @param required the settings that must be given
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

    /** Refuses invalid values before the command starts. */
    private void check(NodeSetting<?> setting, CommandSpec spec) {
        try {
            value(setting);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.root().commandLine(), e.getMessage(), e);
        }
    }

    /**
     * Returns the value of a setting.
     *
     * @param setting one of them
     * @param <T>     its meaning
     * @return empty if it was not given
     */
    public <T> Optional<T> value(NodeSetting<T> setting) {
        return Optional.ofNullable(given.get(setting)).map(SettingOptions::text).filter(text -> !isNone(setting, text))
                .map(text -> setting.read(where(setting), text));
    }

    /** Returns where a setting was given, for users: file, line and name, variable and name, or the option. */
    public String where(NodeSetting<?> setting) {
        Object value = given.get(setting);
        return configuration.given(setting.name()).filter(each -> value == null || each.text().equals(text(value)))
                .map(Configuration.Given::where).orElse(setting.option());
    }

    /** Returns the configuration that supplies what the command line does not. */
    Configuration configuration() {
        return configuration;
    }

    /**
     * Returns the value of a setting that has a default.
     *
     * @param setting one of them
     * @param <T>     its meaning
     * @return the default if it was not given
     */
    public <T> T valueOrDefault(NodeSetting<T> setting) {
        return value(setting).orElseGet(() -> setting.read(setting.name(), setting.byDefault()));
    }

    /**
     * Whether an option takes no value.
     *
     * @param option with its dashes
     * @return false also if it is none of these options
     */
    public boolean isFlag(String option) {
        return of(option).filter(setting -> setting.form().kind() == Form.Kind.FLAG).isPresent();
    }

    /**
     * Sets the value of an option.
     *
     * @param option with its dashes
     * @param value  the text; {@code true} for an option without value
     * @return false if it is none of these options
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

    /** Whether one of these options is set, by the command line or by a configuration. */
    public boolean isGiven(String option) {
        return of(option).filter(given::containsKey).isPresent();
    }

    /** Sets missing options from a configuration. */
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

    /** The value that picocli sets before it reads anything. */
    private static boolean isNone(NodeSetting<?> setting, String text) {
        return setting.form().kind() == Form.Kind.LIST && text.isEmpty();
    }

    private static String text(Object value) {
        return value instanceof List<?> list ? list.stream().map(Object::toString).collect(Collectors.joining(",")) : value.toString();
    }

    /**
     * Returns the setting of an option.
     *
     * @param argument      an option
     * @param configuration supplies it if the command line does not
     * @return empty if it is not an option of a setting
     */
    static Optional<NodeSetting<?>> settingOf(ArgSpec argument, Configuration configuration) {
        if (argument.getter() instanceof Access access) {
            access.use(configuration);
        }
        return argument.userObject() instanceof NodeSetting<?> setting ? Optional.of(setting) : Optional.empty();
    }
}
