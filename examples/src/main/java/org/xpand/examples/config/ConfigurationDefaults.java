package org.xpand.examples.config;

import java.lang.reflect.Field;
import java.util.Optional;
import java.util.stream.Collectors;
import org.xpand.examples.NodeOptions;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Supplies values of a configuration for a node's flags that are not on the command line. */
public final class ConfigurationDefaults implements IDefaultValueProvider {
    private final Configuration configuration;

    /** @param configuration the configuration */
    public ConfigurationDefaults(Configuration configuration) {
        this.configuration = configuration;
    }

    /** Whether an option is declared in a class. */
    public static boolean isOf(ArgSpec argument, Class<?> owner) {
        return argument.userObject() instanceof Field field && field.getDeclaringClass() == owner;
    }

    @Override
    public String defaultValue(ArgSpec argument) {
        Optional<NodeSetting<?>> setting = SettingOptions.settingOf(argument, configuration);
        if (setting.isPresent()) {
            return configuration.value(setting.get().name()).orElse(null);
        }
        return argument instanceof OptionSpec option && isOf(argument, NodeOptions.class) && option.longestName().equals(NodeOptions.SET)
                && !configuration.strategySettings().isEmpty() ? configuration.strategySettings().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue()).collect(Collectors.joining(NodeOptions.SET_SEPARATOR)) : null;
    }
}
