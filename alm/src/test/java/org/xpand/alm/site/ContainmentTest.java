package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xpand.protocols.relay.LanOut;
import org.xpand.protocols.strategy.RateReceiver;
import org.xpand.protocols.strategy.RateSource;
import org.xpand.protocols.strategy.RateStrategy;

/**
 * Any method of a port may throw, at the start or while all send: the affected part is closed and reported with the cause, and the
 * rest continues. If an exception leaves a process, its node leaves the site.
 */
class ContainmentTest {
    private static final long SECOND = 1_000_000_000L;
    /**
     * Methods that are not called here: no member is slow, sleeps or is limited, nothing is lost, no path is marked, no
     * port is in use, no site changes its identity, no LAN message has several segments.
     */
    private static final Set<String> NOT_CALLED = Set.of("DatagramOut.probe/5", "Factory.isFree/0", "LanOut.mostLength/0",
            "Events.expelled/1", "GroupApplication.failed/1",
            "GroupApplication.limited/1", "GroupApplication.renamed/2", "GroupApplication.serviceChanged/2",
            "Sink.continues/2", "Sink.receivedBefore/2",
            "Sink.gap/3", "Sink.gap/5", "WanPort.suspect/2", "WanPort.control/2", "RateStrategy.caution/0",
            "RateStrategy.hasLayers/0", "RateStrategy.layered/1", "RateStrategy.newHop/1", "RateStrategy.settings/0",
            "RateReceiver.nextIsMarked/0", "RateReceiver.paused/3", "RateReceiver.staleSamples/0", "RateReceiver.stats/1", "RateSource.linkRates/3",
            "RateSource.packetSent/4", "RateSource.paused/3", "RateSource.receiverLeft/2", "RateSource.receiverSuspended/2",
            "RateSource.receiverResumed/4", "RateSource.deadlineReached/1", "RateSource.staleSamples/0", "RateSource.stats/1",
            "RateSource.receiverSlept/2", "RateSource.wantsRedundancy/0");

    private enum When { BEFORE_ANYTHING, WHILE_JOINING, WHILE_ALL_TALK }

    static Stream<String> methods() {
        return Stream.of(LanOut.class, WanPort.Factory.class, WanPort.class, ReliableApplication.class, RateStrategy.class,
                        RateSource.class, RateReceiver.class)
                .flatMap(port -> Arrays.stream(port.getMethods()))
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .map(Trouble::name).filter(name -> !NOT_CALLED.contains(name)).distinct().sorted();
    }

    @ParameterizedTest
    @MethodSource("methods")
    void whatThrowsIsClosedAndReportedAndTheRestGoesOn(String method) {
        Set<When> thrown = new TreeSet<>();
        for (When when : When.values()) {
            if (when == When.BEFORE_ANYTHING && method.startsWith("Rate")) {
                // There is no group yet.
                continue;
            }
            // One exception that otherwise means a wrong setting or message, and one that is an error.
            Throwable what = when == When.WHILE_JOINING ? new IllegalArgumentException("trouble")
                    : when == When.WHILE_ALL_TALK ? new NoClassDefFoundError("trouble") : new IllegalStateException("trouble");
            Scene scene = new Scene(new Trouble(method, what));
            scene.play(when);
            if (scene.trouble.thrown()) {
                thrown.add(when);
                scene.check(method + " " + when);
            }
        }
        assertThat(thrown).as("when %s was called", method).isNotEmpty();
    }

    /** Two processes of a site, the first of them with the trouble, and another site; all in two groups, the first with the trouble. */
    private static final class Scene {
        private final MemorySites sites = new MemorySites();
        private final Trouble trouble;
        private MemorySites.Process first;
        private final List<MemorySites.Application> troubled = new ArrayList<>();
        private final List<MemorySites.Application> calm = new ArrayList<>();

        private Scene(Trouble trouble) {
            this.trouble = trouble;
        }

        private void play(When when) {
            if (when == When.BEFORE_ANYTHING) {
                trouble.arm();
            }
            first = sites.add(1, 1, trouble);
            MemorySites.Process second = sites.add(1, 2, new Trouble("", null));
            MemorySites.Process other = sites.add(2, 3, new Trouble("", null));
            sites.run(MemorySites.STEP_NANOS);
            if (when == When.WHILE_JOINING) {
                trouble.arm();
            }
            for (MemorySites.Process each : List.of(first, second, other)) {
                if (each.isUp()) {
                    troubled.add(each.join("a", "tfrc"));
                    calm.add(each.join("b", "tfmcc"));
                }
            }
            sites.run(SECOND);
            if (when == When.WHILE_ALL_TALK) {
                trouble.arm();
            }
            talk(1);
            if (!trouble.thrown() && !trouble.closes()) {
                return;
            }
            // The site's second process becomes its delegate, if it is not yet.
            sites.rotate(1);
            sites.run(SECOND);
            talk(2);
        }

        private void talk(int number) {
            Stream.concat(troubled.stream(), calm.stream()).filter(MemorySites.Application::isOpen)
                    .forEach(each -> each.offer(number));
            sites.run(SECOND);
        }

        private void check(String what) {
            String announced = what + ": " + first.events;
            if (first.brokenDown != null) {
                assertThat(what).as("only without its LAN a process cannot go on").startsWith("LanOut");
                assertThat(first.brokenDown).isSameAs(trouble.what());
            } else {
                assertThat(first.failures.stream().flatMap(ContainmentTest::causes)).as(announced).contains(trouble.what());
                assertThat(first.failures).as(announced).hasSize(1);
                assertThat(Stream.concat(troubled.stream(), calm.stream()).filter(each -> !each.isOpen())).as(announced)
                        .hasSizeLessThanOrEqualTo(1).allMatch(each -> each.failure == trouble.what());
            }
            for (List<MemorySites.Application> group : List.of(troubled, calm)) {
                List<MemorySites.Application> open = group.stream().filter(MemorySites.Application::isOpen).toList();
                assertThat(open.size()).as(announced).isGreaterThanOrEqualTo(2);
                for (MemorySites.Application at : open) {
                    open.forEach(from -> assertThat(at.received.get(from.self())).as(announced + " of " + from.self())
                            .isIn(List.of(1, 2), List.of(2)));
                }
            }
        }
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return failure == null ? Stream.empty() : Stream.concat(Stream.of(failure), causes(failure.getCause()));
    }
}
