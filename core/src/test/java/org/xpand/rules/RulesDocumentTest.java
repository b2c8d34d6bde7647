package org.xpand.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** Every class and test that docs/rules.md names exists, and every test that docs/requirements.md names. */
class RulesDocumentTest {
    private static final Path TOP = Path.of("..");

    @Test
    void eachRuleNamesClassesAndTestsThatExist() throws IOException {
        List<String[]> rules = Files.readAllLines(TOP.resolve("docs/rules.md")).stream().filter(line -> line.startsWith("| "))
                .skip(1).map(line -> line.split(" \\| ")).toList();
        assertThat(rules).hasSizeGreaterThan(10).allSatisfy(rule -> assertThat(rule).hasSize(4));
        Set<String> classes = classes();
        Set<String> tests = tests().keySet();
        SoftAssertions all = new SoftAssertions();
        for (String[] rule : rules) {
            all.assertThat(names(rule[2])).as("classes of: %s", rule[0]).isNotEmpty().allMatch(classes::contains);
            all.assertThat(names(rule[3])).as("tests of: %s", rule[0]).isNotEmpty().allMatch(tests::contains);
        }
        all.assertAll();
    }

    private static List<String> names(String column) {
        return Pattern.compile("`(\\w+)`").matcher(column).results().map(match -> match.group(1)).toList();
    }

    @Test
    void theTestsOfTheRequirementsExist() throws IOException {
        Map<String, Path> tests = tests();
        List<MatchResult> named = Pattern.compile("`(\\w+Test)(?:[.#](\\w+))?`")
                .matcher(Files.readString(TOP.resolve("docs/requirements.md"))).results().toList();
        assertThat(named).hasSizeGreaterThan(100);
        SoftAssertions all = new SoftAssertions();
        for (MatchResult each : named) {
            Path file = tests.get(each.group(1));
            all.assertThat(file).as(each.group()).isNotNull();
            if (file != null && each.group(2) != null) {
                all.assertThat(Files.readString(file)).as(each.group()).contains("void " + each.group(2) + "(");
            }
        }
        all.assertAll();
    }

    private static Map<String, Path> tests() {
        Map<String, Path> tests = new HashMap<>();
        for (String module : List.of("protocols", "alm", "membership", "core", "examples", "benchmarks/simulator", "benchmarks/experiments",
                "benchmarks/comparison", "benchmarks/testbed", "benchmarks/jmh")) {
            sources(module, "src/test/java").forEach(file -> tests.put(name(file), file));
        }
        return tests;
    }

    private static Set<String> classes() {
        return Stream.of("protocols", "alm", "membership", "core").flatMap(module -> sources(module, "src/main/java"))
                .map(RulesDocumentTest::name).collect(Collectors.toSet());
    }

    private static String name(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    private static Stream<Path> sources(String module, String folder) {
        try (Stream<Path> files = Files.walk(TOP.resolve(module).resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new IllegalStateException(module, e);
        }
    }
}
