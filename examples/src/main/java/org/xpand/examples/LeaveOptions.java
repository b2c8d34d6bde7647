package org.xpand.examples;

import java.time.Duration;
import java.util.List;
import org.xpand.examples.config.NodeSettings;
import org.xpand.examples.config.SettingOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** How long a process that runs on may take to leave when it is told to end. */
public final class LeaveOptions implements SettingOptions.Settings {
    /** Beyond the groups' patience: what closing the sockets and leaving the site takes at most. */
    private static final int CLOSING_SECONDS = 8;

    private final SettingOptions given = new SettingOptions(List.of(NodeSettings.LEAVE));

    @Override
    public SettingOptions settings() {
        return given;
    }

    /** Declares the option; picocli calls it before it reads a command line. */
    @Spec
    void declare(CommandSpec spec) {
        given.declare(spec);
    }

    /** How long to wait for what was accepted to be stable. */
    public Duration patience() {
        return given.valueOrDefault(NodeSettings.LEAVE);
    }

    /** How long a signal waits for the command, seconds. */
    public long signalSeconds() {
        return patience().toSeconds() + CLOSING_SECONDS;
    }
}
