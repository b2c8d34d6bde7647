package org.xpand.examples;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.xpand.protocols.settings.DeclaredSetting;
import org.xpand.protocols.strategy.RateStrategies;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the settings of a strategy. */
@Command(name = "settings", mixinStandardHelpOptions = true,
        header = "Lists the settings of a rate control.",
        description = "Prints the settings as --set NAME=VALUE takes them: meaning, accepted values, and the values of the "
                + "presets 'recommended' and 'paper' (--set preset=paper).")
final class SettingsCommand implements Callable<Integer> {
    private static final int WIDTH = 110;
    private static final String INDENT = "    ";

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "STRATEGY", description = "The rate control; without it, all are listed.")
    private String strategy;

    @Option(names = "--json", description = "Print one JSON object per line.")
    private boolean json;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (strategy == null) {
            strategies(out);
            return 0;
        }
        // Refuses an unknown name before anything is printed.
        RateStrategies.create(strategy, Map.of());
        for (DeclaredSetting setting : RateStrategies.settings(strategy)) {
            if (json) {
                out.println(object(setting));
            } else {
                text(setting, out);
            }
        }
        return 0;
    }

    private void strategies(PrintWriter out) {
        for (String name : RateStrategies.names()) {
            int settings = RateStrategies.settings(name).size();
            boolean byDefault = name.equals(RateStrategies.DEFAULT);
            out.println(json ? Json.object("strategy").put("name", name).put("settings", settings).put("default", byDefault).toString()
                    : name + ": " + settings + " settings" + (byDefault ? ", used by default" : ""));
        }
    }

    private static ObjectNode object(DeclaredSetting setting) {
        return Json.object("setting").put("name", setting.name()).put("kind", setting.kind().name().toLowerCase(Locale.ROOT))
                .put("meaning", setting.meaning()).put("unit", setting.unit()).put("accepted", setting.accepted())
                .put("recommended", setting.recommended()).put("paper", setting.paper()).put("symbol", setting.symbol())
                .put("source", setting.source());
    }

    private static void text(DeclaredSetting setting, PrintWriter out) {
        String unit = setting.unit().isEmpty() ? "" : " " + setting.unit();
        boolean same = setting.paper().equals(setting.recommended());
        out.println(setting.name() + " = " + setting.recommended() + unit + (same ? "" : " (paper: " + setting.paper() + ")")
                + "; accepted: " + setting.accepted());
        List<String> more = new ArrayList<>(List.of(setting.meaning()));
        if (!setting.symbol().isEmpty()) {
            more.add("symbol " + setting.symbol());
        }
        if (!setting.source().isEmpty()) {
            more.add(setting.source());
        }
        wrap(String.join("; ", more), out);
    }

    private static void wrap(String text, PrintWriter out) {
        StringBuilder line = new StringBuilder(INDENT);
        for (String word : text.split(" ")) {
            if (line.length() + 1 + word.length() > WIDTH) {
                out.println(line);
                line = new StringBuilder(INDENT);
            }
            line.append(line.length() == INDENT.length() ? "" : " ").append(word);
        }
        out.println(line);
    }
}
