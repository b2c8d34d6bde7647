package org.xpand.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.examples.config.Configuration;
import org.xpand.examples.config.ConfigurationDefaults;
import org.xpand.examples.config.NodeSetting;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A plain command line means the same to the quick reader and to picocli. */
class QuickLineTest {
    private static final Set<String> LEFT_TO_PICOCLI = Set.of("--help", "--version", "--config", "--set");

    static Set<String> commands() {
        return new TreeSet<>(QuickLine.COMMANDS.keySet());
    }

    private static List<OptionSpec> options(Callable<Integer> command) {
        return new CommandLine(command).getCommandSpec().options().stream()
                .filter(option -> !LEFT_TO_PICOCLI.contains(option.longestName())).toList();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyOptionIsKnownByTheFieldOfItsNameAndBeginsWithItsDefault(String name) {
        QuickLine.Quick quick = QuickLine.COMMANDS.get(name);
        Set<String> known = new TreeSet<>(quick.optional());
        known.addAll(quick.required());
        known.remove("--site");
        Set<String> declared = new TreeSet<>();
        Set<String> required = new TreeSet<>();
        for (OptionSpec option : options(quick.maker().get())) {
            if (option.required()) {
                required.add(option.longestName());
            }
            if (option.userObject() instanceof Field field) {
                declared.add(option.longestName());
                assertThat(field.getName()).isEqualTo(QuickLine.fieldName(option.longestName()));
                assertThat(option.defaultValue()).as(option.longestName()).isNull();
            }
        }
        assertThat(known).isEqualTo(declared);
        assertThat(quick.required()).isEqualTo(required);
        assertThat(quick.parameters()).isEqualTo(!new CommandLine(quick.maker().get()).getCommandSpec().positionalParameters().isEmpty());
    }

    /** What each option and parameter has after a line was read. */
    private static Map<String, String> values(CommandLine line) {
        Map<String, String> values = new TreeMap<>();
        for (ArgSpec each : line.getCommandSpec().args()) {
            Object value = each.getValue();
            boolean none = value == null || value instanceof List<?> list && list.isEmpty()
                    || each.userObject() instanceof NodeSetting && Boolean.FALSE.equals(value);
            String text = none ? "" : value instanceof List<?> list ? String.join(",", list.stream().map(Object::toString).toList())
                    : value.toString();
            values.put(each.isOption() ? ((OptionSpec) each).longestName() : each.paramLabel(), text);
        }
        LEFT_TO_PICOCLI.forEach(values::remove);
        return values;
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "node --site a --group g --group h --service --daemon --wan-bind 127.0.0.1:7800 --print-overview",
        "daemon --site a --lan tcp --lan-bind 127.0.0.1:7900 --lan-peers 127.0.0.1:7900,127.0.0.1:7901 --until-eof --leave-seconds 3",
        "send a.bin --site a --receivers 5 --wait 120 b.bin --json --group files2 --timeout 7",
        "receive --dir /tmp/x --site a --found-after-seconds 0.1 --strategy mca --files 0 --seeds h:1,i:2",
        "receive --dir /tmp/x --site a",
        "load --group g --site a --rate 12.5 --size 100 --seconds 0 --senders 3 --wait 4 --wait-seconds 5 --drain 6 --page 0 --stats f",
        "sink --group g --site a --expect 123456789012 --sources 3 --silence 0.5 --trace t",
        "board --site a --port 8080",
        "demo",
        "demo --sites 4 --members 3 --wan lossy --strategy tuf --send f --size 9 --seconds 8 --key k --seed 7 --json --rate 0.5 --page 80"})
    void aPlainLineMeansTheSameToBoth(String line) {
        String[] words = line.split(" ");
        Callable<Integer> quick = QuickLine.read(words, Map.of()).orElseThrow();
        CommandLine full = new CommandLine(QuickLine.COMMANDS.get(words[0]).maker().get());
        Map<String, String> byQuick = values(new CommandLine(quick));
        full.parseArgs(List.of(words).subList(1, words.length).toArray(String[]::new));
        assertThat(byQuick).isEqualTo(values(full));
    }

    @Test
    void fileAndEnvironmentAreBelowTheLine(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("c"), List.of("site = a", "wan-bind = 0.0.0.0:7800", "silence = 2", "name = n"));
        String[] words = {"daemon", "--config", file.toString(), "--silence", "3"};
        Map<String, String> environment = Map.of("XPAND_NAME", "m");
        Callable<Integer> quick = QuickLine.read(words, environment).orElseThrow();
        CommandLine full = new CommandLine(new DaemonCommand());
        full.setDefaultValueProvider(new ConfigurationDefaults(Configuration.of(words, environment)));
        full.parseArgs(words[1], words[2], words[3], words[4]);
        assertThat(values(new CommandLine(quick))).isEqualTo(values(full)).containsEntry("--site", "a").containsEntry("--silence", "3")
                .containsEntry("--name", "m");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "key new f", "demo --help", "demo --page", "demo --sites", "demo --sites 0x10", "demo --sites -1",
        "demo --sites=2", "demo --stopping", "demo --ready 5", "demo two", "demo --sites 2 --sites 3", "demo --rate NaN", "demo --rate 1d",
        "demo --sites 99999999999", "daemon", "daemon --site a --site b", "daemon --site", "daemon --site bad/name", "daemon --site a b",
        "daemon --site a --set x=y", "daemon --site a --config", "daemon --site a --config /no/such/file", "node --site a",
        "send --site a", "send --site a @file", "receive --site a", "load --site a --group g --rate -1", "sink --site a --given x --group g",
        "node --site a --group 'g", "daemon --site a --silence x"})
    void whatIsNotPlainIsLeftToPicocli(String line) {
        assertThat(QuickLine.read(line.isEmpty() ? new String[0] : line.split(" "), Map.of())).isEmpty();
    }
}
