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

/** Every class that docs/rules.md names exists, and every test that docs/requirements.md names. */
class RulesDocumentTest {
    private static final Path TOP = Path.of("..");

    @Test
    void theClassesOfTheRulesExist() throws IOException {
        Set<String> named = Pattern.compile("`(\\w+)`").matcher(Files.readString(TOP.resolve("docs/rules.md"))).results()
                .map(match -> match.group(1)).collect(Collectors.toSet());
        assertThat(named).hasSizeGreaterThan(10);
        assertThat(classes()).containsAll(named);
    }

    @Test
    void theTestsOfTheRequirementsExist() throws IOException {
        Map<String, Path> tests = new HashMap<>();
        for (String module : List.of("protocols", "alm", "membership", "core", "examples", "benchmarks/simulator", "benchmarks/experiments",
                "benchmarks/comparison", "benchmarks/testbed", "benchmarks/jmh")) {
            sources(module, "src/test/java").forEach(file -> tests.put(name(file), file));
        }
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
