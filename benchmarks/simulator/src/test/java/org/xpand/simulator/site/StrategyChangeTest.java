package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.alm.site.GroupMembership;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.WanProfile;

/** A group's rate control is changed while it runs: everybody follows or nobody, and nothing is lost or comes twice. */
@Tag("long")
class StrategyChangeTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final int MESSAGE = 1000;

    private final Map<String, Integer> next = new TreeMap<>();
    private final Map<String, Long> silence = new TreeMap<>();
    private final Map<String, Long> last = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();
    private final List<String> reported = new ArrayList<>();
    private final Map<SenderId, Integer> sent = new TreeMap<>();
    private long untilNanos;
    private long intervalNanos = 25 * MS;
    private SimulatedSites sites;
    private EventQueue queue;

    private void begin(String strategy) {
        sites = new SimulatedSites(WanProfile.load("default", 3), RateStrategies.create(strategy, Map.of()),
                SimulatedSites.Settings.defaults().withProcesses(2), 7, this::delivered);
        queue = sites.queue();
        untilNanos = queue.now() + 7 * SECOND;
        sites.sites().forEach(site -> site.processes().forEach(this::send));
        queue.runUntil(queue.now() + 3 * SECOND);
        silence.clear();
    }

    private void send(SimulatedProcess process) {
        if (queue.now() < untilNanos && process.alive()) {
            process.offer(ByteBuffer.allocate(MESSAGE).putInt(sent.merge(process.sender(), 1, Integer::sum) - 1).array());
            queue.schedule(queue.now() + intervalNanos, () -> send(process));
        }
    }

    private void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        String way = sender + " to " + at.site() + "/" + at.id();
        int number = ByteBuffer.wrap(payload).getInt();
        int expected = next.getOrDefault(way, 0);
        if (number != expected) {
            wrong.add(way + ": " + number + " after " + (expected - 1));
        }
        next.put(way, number + 1);
        Long before = last.put(way, nowNanos);
        silence.merge(way, before == null ? 0 : nowNanos - before, Math::max);
    }

    private GroupMembership.ChangeListener listener(String who) {
        return new GroupMembership.ChangeListener() {
            @Override
            public void made() {
                reported.add(who + ": made");
            }

            @Override
            public void refused(String reason) {
                reported.add(who + ": " + reason);
            }
        };
    }

    private List<SimulatedProcess> alive() {
        return sites.sites().stream().flatMap(site -> site.processes().stream())
                .filter(each -> each.alive() && each.isMember()).toList();
    }

    private void everybodyHasEverything() {
        queue.runUntil(untilNanos + 6 * SECOND);
        assertThat(wrong).isEmpty();
        for (SimulatedProcess at : alive()) {
            for (SimulatedProcess from : alive()) {
                assertThat(next.get(from.sender() + " to " + at.site() + "/" + at.id())).as(from.sender() + " at " + at.id())
                        .isEqualTo(sent.get(from.sender()));
            }
        }
    }

    private void everybodyRuns(String strategy) {
        assertThat(alive()).allSatisfy(each -> assertThat(each.service().strategy()).isEqualTo(strategy));
        assertThat(sites.sites()).allSatisfy(site -> assertThat(site.stack().strategy().name()).isEqualTo(strategy));
    }

    @ParameterizedTest
    @CsvSource({"tfrc, tfmcc", "tfmcc, tfrc", "tfrc, mca", "mca, tuf", "tuf, tfrc"})
    void everybodyFollowsUnderLoadAndNothingIsLostOrComesTwice(String before, String after) {
        intervalNanos = 5 * MS;
        begin(before);
        sites.site(1).process(1).changeStrategy(after, Map.of(), listener("b"));
        queue.runUntil(queue.now() + SECOND);
        assertThat(reported).containsExactly("b: made");
        everybodyRuns(after);
        queue.runUntil(queue.now() + 3 * SECOND);
        assertThat(silence.values()).as("longest silence").allSatisfy(each -> assertThat(each).isLessThan(150 * MS));
        everybodyHasEverything();
    }

    @Test
    void aSecondChangeFollowsTheFirst() {
        begin("tfrc");
        sites.site(0).process(0).changeStrategy("tfmcc", Map.of(), listener("a"));
        queue.runUntil(queue.now() + SECOND);
        sites.site(2).process(1).changeStrategy("tfrc", Map.of(), listener("c"));
        queue.runUntil(queue.now() + SECOND);
        assertThat(reported).containsExactly("a: made", "c: made");
        everybodyRuns("tfrc");
        everybodyHasEverything();
    }

    @Test
    void whatSomebodyCannotFollowIsRefusedWithTheReasonAndNothingChanges() {
        begin("tfrc");
        sites.site(1).process(0).changeStrategy("tfmcc", Map.of("nonsense", "1"), listener("b"));
        queue.runUntil(queue.now() + SECOND);
        assertThat(reported).hasSize(1).first().asString().startsWith("b: site ").contains("nonsense");
        everybodyRuns("tfrc");
        sites.site(1).process(0).changeStrategy("tfmcc", Map.of(), listener("b"));
        queue.runUntil(queue.now() + SECOND);
        assertThat(reported).hasSize(2).endsWith("b: made");
        everybodyRuns("tfmcc");
        everybodyHasEverything();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void ofTwoChangesAtOnceOneIsMadeAndTheOtherRefused(int other) {
        begin("tfrc");
        sites.site(0).process(0).changeStrategy("tfmcc", Map.of(), listener("a"));
        sites.site(other).process(1).changeStrategy("mca", Map.of(), listener("b"));
        queue.runUntil(queue.now() + 2 * SECOND);
        assertThat(reported).hasSize(2).filteredOn(each -> each.endsWith(": made")).hasSize(1);
        assertThat(reported).filteredOn(each -> !each.endsWith(": made")).first().asString().containsAnyOf("in progress", "meanwhile");
        everybodyRuns(reported.contains("a: made") ? "tfmcc" : "mca");
        everybodyHasEverything();
    }

    @Test
    void whoIsOvertakenByAnotherChangeIsRefusedAtOnce() {
        begin("tfrc");
        SimulatedProcess overtaken = sites.site(2).process(1);
        GroupService before = overtaken.service();
        sites.site(0).process(0).changeStrategy("tfmcc", Map.of(), listener("a"));
        queue.runUntil(queue.now() + SECOND);
        assertThatIllegalStateException().isThrownBy(() -> overtaken.changeStrategy(before, "mca", Map.of(), listener("c")))
                .withMessageContaining("changed to 'tfmcc' meanwhile");
        overtaken.changeStrategy("mca", Map.of(), listener("c"));
        queue.runUntil(queue.now() + SECOND);
        assertThat(reported).containsExactly("a: made", "c: made");
        everybodyRuns("mca");
        everybodyHasEverything();
    }

    /** At any time of the agreement, which takes about a fifth of a second. */
    @ParameterizedTest
    @CsvSource({"1, 1, 1", "1, 1, 90", "1, 0, 1", "1, 0, 40", "1, 0, 70", "1, 0, 100", "1, 0, 130", "1, 0, 160", "2, 0, 20",
            "2, 0, 100"})
    void whenTheAskerOrADelegateDiesHalfWayAllChangeOrNone(int site, int process, long millis) {
        begin("tfrc");
        sites.site(1).process(1).changeStrategy("tfmcc", Map.of(), listener("b"));
        queue.runUntil(queue.now() + millis * MS);
        SimulatedProcess victim = sites.site(site).process(process);
        next.keySet().removeIf(way -> way.startsWith(victim.sender().toString()));
        sites.site(site).kill(victim, 30 * MS);
        queue.runUntil(queue.now() + 4 * SECOND);
        String now = sites.site(0).process(0).service().strategy();
        if (process == 0) {
            assertThat(reported).as("the asker lives").containsExactly("b: made");
            assertThat(now).isEqualTo("tfmcc");
        }
        everybodyRuns(now);
        sent.remove(victim.sender());
        wrong.removeIf(each -> each.startsWith(victim.sender().toString()));
        everybodyHasEverything();
    }

    @Test
    void aSiteThatWasCutOffWhenItWasChangedFollowsWhenItIsBack() {
        begin("tfrc");
        untilNanos = queue.now() + 12 * SECOND;
        sites.partition(List.of(2));
        queue.runUntil(queue.now() + 4 * SECOND);
        sites.site(0).process(0).changeStrategy("tfmcc", Map.of(), listener("a"));
        queue.runUntil(queue.now() + 2 * SECOND);
        assertThat(reported).containsExactly("a: made");
        assertThat(sites.site(2).process(1).service().strategy()).isEqualTo("tfrc");
        sites.partition(List.of());
        queue.runUntil(queue.now() + 4 * SECOND);
        everybodyRuns("tfmcc");
        everybodyHasEverything();
    }

    @Test
    void whoJoinsWithWhatTheGroupHadBeforeIsRefusedAndWhoJoinsWithWhatItHasIsIn() {
        begin("tfrc");
        sites.site(0).process(0).changeStrategy("tfmcc", Map.of(), listener("a"));
        queue.runUntil(queue.now() + SECOND);
        SimulatedProcess late = sites.start(sites.site(2));
        queue.runUntil(queue.now() + SECOND / 2);
        sites.join(late);
        queue.runUntil(queue.now() + SECOND);
        assertThat(late.sites().refusal()).hasValueSatisfying(why -> assertThat(why).contains("'tfrc'", "'tfmcc"));
        assertThat(sites.site(0).process(0).sites().sites()).allSatisfy(site -> assertThat(site.members()).hasSize(2));
        late.leave();
        everybodyHasEverything();
    }
}
