package org.xpand.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The dependencies between modules, the number of collaborators, and the ban on clocks and unseeded randomness outside the adapters. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("org.xpand");
    /** The maximum of any class: to be lowered when it is less. */
    private static final int MOST_COLLABORATORS = 25;
    /** Exceptions, with their numbers: the endpoint has the collaborators of the application's interface and those of the loop. */
    private static final Map<String, Integer> MORE_COLLABORATORS = Map.of("org.xpand.core.GroupEndpoint", 30);
    private static final String[] PURE = {"org.xpand.protocols..", "org.xpand.alm.tree..", "org.xpand.alm.overlay..",
        "org.xpand.alm.site..", "org.xpand.simulator.."};

    @Test
    void protocolsKnowOnlyThemselves() {
        noClasses().that().resideInAPackage("org.xpand.protocols..").should().dependOnClassesThat()
                .resideInAnyPackage("org.xpand.alm..", "org.xpand.membership..", "org.xpand.core..",
                        "org.xpand.simulator..", "io.netty..", "org.jgroups..").check(CLASSES);
    }

    @Test
    void arrowsPointOneWay() {
        noClasses().that().resideInAPackage("org.xpand.alm..").should().dependOnClassesThat()
                .resideInAnyPackage("org.xpand.membership..", "org.xpand.core..", "org.xpand.simulator..")
                .check(CLASSES);
        noClasses().that().resideInAPackage("org.xpand.membership..").should().dependOnClassesThat()
                .resideInAnyPackage("org.xpand.alm..", "org.xpand.core..", "org.xpand.simulator..").check(CLASSES);
        noClasses().that().resideInAPackage("org.xpand.simulator..").should().dependOnClassesThat()
                .resideInAnyPackage("org.xpand.membership..", "org.xpand.core..").check(CLASSES);
    }

    @Test
    void librariesStayInTheirAdapters() {
        noClasses().that().resideOutsideOfPackage("org.xpand.membership..").should().dependOnClassesThat()
                .resideInAPackage("org.jgroups..").check(CLASSES);
        noClasses().that().resideOutsideOfPackages("org.xpand.alm.udp..", "org.xpand.core..").should()
                .dependOnClassesThat().resideInAPackage("io.netty..").check(CLASSES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"protocols", "alm", "membership"})
    void packagesHaveNoCycles(String module) {
        slices().matching("org.xpand." + module + ".(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    /** A class that needs many others does more than one thing. */
    @Test
    void nobodyHasManyCollaborators() {
        collaborators().forEach((name, others) -> {
            int most = MORE_COLLABORATORS.getOrDefault(name, MOST_COLLABORATORS);
            assertThat(others).as(name + ": accepted are up to " + most + " collaborators").hasSizeLessThanOrEqualTo(most);
        });
    }

    @Test
    void nestedClassesCountForTheirFileAndValuesDoNotCount() {
        assertThat(collaborators().get("org.xpand.alm.site.ServedGroups")).contains("org.xpand.protocols.relay.GroupRelay",
                "org.xpand.alm.overlay.Overlay").doesNotContain("org.xpand.protocols.api.GroupId", "org.xpand.alm.site.ServedGroups",
                "org.xpand.protocols.wire.MalformedPacketException");
        assertThat(collaborators().values()).noneMatch(others -> others.stream().anyMatch(each -> each.contains("$")));
    }

    /**
     * By top-level class, its collaborators: the other top-level classes of the project on which it or one of its nested classes
     * depends directly, except values, which are records, enums and exceptions.
     */
    private static SortedMap<String, SortedSet<String>> collaborators() {
        SortedMap<String, SortedSet<String>> all = new TreeMap<>();
        for (JavaClass each : CLASSES) {
            SortedSet<String> others = all.computeIfAbsent(topLevel(each).getFullName(), name -> new TreeSet<>());
            each.getDirectDependenciesFromSelf().stream().map(dependency -> topLevel(dependency.getTargetClass().getBaseComponentType()))
                    .filter(other -> other.getPackageName().startsWith("org.xpand") && !other.equals(topLevel(each)))
                    .filter(other -> !other.isRecord() && !other.isEnum() && !other.isAssignableTo(Throwable.class))
                    .forEach(other -> others.add(other.getFullName()));
        }
        return all;
    }

    private static JavaClass topLevel(JavaClass nested) {
        return nested.getEnclosingClass().map(ArchitectureTest::topLevel).orElse(nested);
    }

    /** A fixed wait is too long on some days and too short on others. */
    @Test
    void testsDoNotSleep() throws IOException {
        String call = "Thread." + "sleep(";
        try (Stream<Path> files = Files.find(Path.of(".."), 20, (path, is) -> path.toString().endsWith(".java")
                && path.toString().contains("/src/test/java/") && !path.endsWith("PureCodeOffenders.java"))) {
            List<Path> tests = files.toList();
            assertThat(tests).hasSizeGreaterThan(200);
            for (Path test : tests) {
                assertThat(Files.readString(test)).as(test + ": accepted are virtual time and Awaitility").doesNotContain(call);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void pureCodeKeepsClear(PureCodeBan ban) {
        noClasses().that().resideInAnyPackage(PURE).should().accessTargetWhere(ban.predicate()).check(CLASSES);
    }

    @ParameterizedTest
    @EnumSource
    void aCallOrAMethodReferenceThatIsBannedIsFound(PureCodeBan ban) {
        JavaClasses offenders = new ClassFileImporter().importClasses(PureCodeOffenders.class);
        assertThatThrownBy(() -> noClasses().should().accessTargetWhere(ban.predicate()).check(offenders))
                .isInstanceOf(AssertionError.class).hasMessageContaining("(" + ban.offences() + " times)");
    }
}
