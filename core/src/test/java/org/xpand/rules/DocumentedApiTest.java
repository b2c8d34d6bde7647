package org.xpand.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What others call is documented with each parameter, result and checked exception: DocLint finds nothing in any package. */
class DocumentedApiTest {
    private static final Pattern COMPACT_CONSTRUCTOR = Pattern.compile(" *public \\w+ \\{");

    /** All packages of the modules that others build on, found in the source tree, so that a new one is checked too. */
    static Stream<Arguments> packages() throws IOException {
        List<Arguments> all = new ArrayList<>();
        for (String module : List.of("protocols", "alm", "membership", "core")) {
            Path root = Path.of("..", module, "src/main/java");
            try (Stream<Path> files = Files.walk(root)) {
                files.filter(file -> file.toString().endsWith(".java") && !file.getParent().equals(root))
                        .map(file -> root.relativize(file.getParent()).toString().replace(File.separatorChar, '.'))
                        .distinct().sorted().forEach(name -> all.add(Arguments.of(module, name)));
            }
        }
        assertThat(all).hasSizeGreaterThan(25);
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("packages")
    void documentsEveryPublicMember(String module, String name, @TempDir Path classes) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var found = new DiagnosticCollector<JavaFileObject>();
        try (var manager = compiler.getStandardFileManager(found, Locale.ROOT, null)) {
            List<String> options = List.of("-proc:none", "-implicit:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path"),
                    "-Xdoclint:all/protected", "-Xmaxwarns", "1000");
            boolean compiled = compiler.getTask(null, manager, found, options, null, manager.getJavaFileObjectsFromPaths(sources(module, name)))
                    .call();
            assertThat(compiled).isTrue();
        }
        assertThat(found.getDiagnostics()).filteredOn(each -> each.getCode().equals("compiler.warn.proc.messager"))
                .filteredOn(each -> !isCompactConstructor(each)).extracting(DocumentedApiTest::text).isEmpty();
    }

    private static List<Path> sources(String module, String name) throws IOException {
        try (Stream<Path> files = Files.list(Path.of("..", module, "src/main/java").resolve(name.replace('.', '/')))) {
            List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).toList();
            assertThat(sources).isNotEmpty();
            return sources;
        }
    }

    /** The parameters of a compact constructor are those of its record, which documents them. */
    private static boolean isCompactConstructor(Diagnostic<? extends JavaFileObject> each) {
        try (Stream<String> lines = each.getSource().getCharContent(true).toString().lines()) {
            return COMPACT_CONSTRUCTOR.matcher(lines.skip(each.getLineNumber() - 1).findFirst().orElseThrow()).matches();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Diagnostic<? extends JavaFileObject> each) {
        return Path.of(each.getSource().getName()).getFileName() + ":" + each.getLineNumber() + " " + each.getMessage(Locale.ROOT);
    }
}
