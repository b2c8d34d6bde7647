package org.xpand.examples;

import java.time.Duration;
import java.util.List;
import org.xpand.examples.config.NodeSettings;
import org.xpand.examples.config.SettingOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** How long a long-running process may take to leave after a signal. */
public final class LeaveOptions implements SettingOptions.Settings {
    /** In addition to the groups' patience: maximum time to close the sockets and leave the site. */
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

    /** How long to wait for accepted messages to be stable. */
    public Duration patience() {
        return given.valueOrDefault(NodeSettings.LEAVE);
    }

    /** How long a signal waits for the command, seconds. */
    public long signalSeconds() {
        return patience().toSeconds() + CLOSING_SECONDS;
    }
}
