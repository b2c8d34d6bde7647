package org.xpand.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.junit.jupiter.params.provider.CsvSource;

/** What others call is documented with each parameter, result and checked exception: DocLint finds nothing in these packages. */
class DocumentedApiTest {
    private static final Pattern COMPACT_CONSTRUCTOR = Pattern.compile(" *public \\w+ \\{");

    @ParameterizedTest
    @CsvSource({"protocols, org.xpand.protocols.api", "protocols, org.xpand.protocols.settings", "protocols, org.xpand.protocols.wire",
        "protocols, org.xpand.protocols.strategy", "protocols, org.xpand.protocols.rate", "protocols, org.xpand.protocols.tfrc",
        "protocols, org.xpand.protocols.tfmcc", "protocols, org.xpand.protocols.mca", "protocols, org.xpand.protocols.tuf",
        "protocols, org.xpand.protocols.reliability", "protocols, org.xpand.protocols.stack", "protocols, org.xpand.protocols.lifecycle",
        "protocols, org.xpand.protocols.allocation", "protocols, org.xpand.protocols.site",
        "protocols, org.xpand.protocols.control", "protocols, org.xpand.protocols.segment", "protocols, org.xpand.protocols.state",
        "protocols, org.xpand.protocols.directory", "protocols, org.xpand.protocols.coding", "protocols, org.xpand.protocols.keys",
        "protocols, org.xpand.protocols.seal", "protocols, org.xpand.protocols.lossy",
        "membership, org.xpand.membership.site", "membership, org.xpand.membership.control", "membership, org.xpand.membership.jgroups",
        "membership, org.xpand.membership", "membership, org.xpand.membership.api",
        "alm, org.xpand.alm.api", "alm, org.xpand.alm.tree", "core, org.xpand.core", "core, org.xpand.core.jmx", "core, org.xpand.core.metrics",
        "core, org.xpand.core.micrometer"})
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
