package org.xpand.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** The arrows between modules, and the ban on clocks and unseeded randomness outside the adapters. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("org.xpand");
    private static final String[] PURE = {"org.xpand.protocols..", "org.xpand.alm.tree..", "org.xpand.alm.overlay..",
        "org.xpand.simulator.."};

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

    @Test
    void packagesOfTheProtocolsHaveNoCycles() {
        slices().matching("org.xpand.protocols.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void pureCodeReadsNoClock() {
        noClasses().that().resideInAnyPackage(PURE).should().callMethod(System.class, "nanoTime")
                .orShould().callMethod(System.class, "currentTimeMillis").orShould().callMethod(Instant.class, "now")
                .orShould().callMethod(Thread.class, "sleep", long.class).check(CLASSES);
    }

    @Test
    void pureCodeDrawsOnlySeededRandomness() {
        noClasses().that().resideInAnyPackage(PURE).should().callMethod(Math.class, "random")
                .orShould().dependOnClassesThat().areAssignableTo(ThreadLocalRandom.class)
                .orShould().callConstructor(Random.class).orShould().callConstructor(SplittableRandom.class)
                .check(CLASSES);
    }

    @Test
    void pureCodeComputesTheSameOnEveryMachine() {
        noClasses().that().resideInAnyPackage(PURE).should().callMethod(Math.class, "pow", double.class, double.class)
                .orShould().callMethod(Math.class, "log", double.class)
                .orShould().callMethod(Math.class, "log10", double.class)
                .orShould().callMethod(Math.class, "exp", double.class).check(CLASSES);
    }
}
