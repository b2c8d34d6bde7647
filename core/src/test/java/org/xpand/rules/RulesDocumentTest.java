package org.xpand.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every class that docs/rules.md names is there. */
class RulesDocumentTest {
    private static final Path TOP = Path.of("..");

    @Test
    void theClassesOfTheRulesExist() throws IOException {
        Set<String> named = Pattern.compile("`(\\w+)`").matcher(Files.readString(TOP.resolve("docs/rules.md"))).results()
                .map(match -> match.group(1)).collect(Collectors.toSet());
        assertThat(named).hasSizeGreaterThan(10);
        assertThat(classes()).containsAll(named);
    }

    private static Set<String> classes() throws IOException {
        try (Stream<Path> files = Stream.of("protocols", "alm", "membership", "core").flatMap(RulesDocumentTest::sources)) {
            return files.map(file -> file.getFileName().toString().replace(".java", "")).collect(Collectors.toSet());
        }
    }

    private static Stream<Path> sources(String module) {
        try {
            return Files.walk(TOP.resolve(module).resolve("src/main/java")).filter(file -> file.toString().endsWith(".java"));
        } catch (IOException e) {
            throw new IllegalStateException(module, e);
        }
    }
}
