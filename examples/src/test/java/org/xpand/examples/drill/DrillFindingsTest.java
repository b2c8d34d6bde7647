package org.xpand.examples.drill;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What counts as lost, and which silences are whose. */
class DrillFindingsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Timeline TIMELINE = new Timeline(0, SECOND, SECOND, 3 * SECOND);
    private static final DrillFindings.Source ALIVE = new DrillFindings.Source("a/m2", 0, 1, true, OptionalLong.of(5));
    private static final DrillFindings.Source DEAD = new DrillFindings.Source("b/m1", 1, 2, false, OptionalLong.empty());

    private static final Outcome.Reported GAP = new Outcome.Reported(1, "c/m1", "GAP", "something");

    private static Flow flow(long... numbers) {
        Flow flow = new Flow(TIMELINE, 100);
        LongStream.of(numbers).forEach(number -> flow.take(SECOND / 2, number));
        return flow;
    }

    private static Flow silent(long nanos) {
        Flow flow = new Flow(TIMELINE, 100);
        long number = 0;
        flow.take(SECOND, number++);
        for (long at = SECOND + nanos; at < 3 * SECOND; at += 1_000_000) {
            flow.take(at, number++);
        }
        flow.end();
        return flow;
    }

    private static DrillFindings.Receiver receiver(String name, int site, Flow ofAlive, Flow ofDead) {
        return new DrillFindings.Receiver(name, site, Map.of(1L, ofAlive, 2L, ofDead));
    }

    @Test
    void everythingIsWantedOfASourceThatLived() {
        DrillFindings findings = DrillFindings.of(List.of(ALIVE), List.of(receiver("c/m1", 2, flow(0, 1, 3), flow())));
        assertThat(findings.lost()).isEqualTo(2);
        assertThat(findings.isClean()).isFalse();
        assertThat(findings.worst().orElseThrow().receiver().name()).isEqualTo("c/m1");
    }

    @Test
    void ofADeadSourceWhatOneSurvivorHasIsWantedByAll() {
        DrillFindings findings = DrillFindings.of(List.of(DEAD), List.of(receiver("a/m2", 0, flow(), flow(0, 1, 2, 4)),
                receiver("c/m1", 2, flow(), flow(0, 1))));
        assertThat(findings.pairs()).extracting(DrillFindings.Pair::lost).containsExactly(0L, 2L);
    }

    @Test
    void whatNobodyHasOfADeadSourceIsNotLost() {
        DrillFindings findings = DrillFindings.of(List.of(DEAD), List.of(receiver("a/m2", 0, flow(), flow(0, 1)),
                receiver("c/m1", 2, flow(), flow(0, 1))));
        assertThat(findings.isClean()).isTrue();
    }

    @Test
    void duplicatesAndReorderingsAreNotClean() {
        assertThat(DrillFindings.of(List.of(DEAD), List.of(receiver("c/m1", 2, flow(), flow(0, 0)))).isClean()).isFalse();
        assertThat(DrillFindings.of(List.of(DEAD), List.of(receiver("c/m1", 2, flow(), flow(1, 0)))).isClean()).isFalse();
    }

    @Test
    void silencesAreReportedByDirection() {
        DrillFindings.Source fromA = new DrillFindings.Source("a/m2", 0, 1, true, OptionalLong.empty());
        DrillFindings.Source fromB = new DrillFindings.Source("b/m2", 1, 2, true, OptionalLong.empty());
        long ms = 1_000_000;
        DrillFindings findings = DrillFindings.of(List.of(fromA, fromB), List.of(
                receiver("a/m2", 0, silent(900 * ms), silent(300 * ms)),
                receiver("b/m2", 1, silent(400 * ms), silent(800 * ms)),
                receiver("c/m2", 2, silent(500 * ms), silent(100 * ms))));
        assertThat(findings.silenceFrom(0)).hasValue(500 * ms);
        assertThat(findings.silenceTo(0)).hasValue(300 * ms);
        assertThat(findings.silenceWithout(0)).hasValue(100 * ms);
        assertThat(findings.silenceWithout(-1)).hasValue(500 * ms);
        assertThat(findings.silenceFrom(2)).isEmpty();
    }

    @Test
    void theDeadAreNotCalledSilent() {
        DrillFindings findings = DrillFindings.of(List.of(DEAD), List.of(receiver("c/m1", 2, flow(), silent(SECOND))));
        assertThat(findings.silenceFrom(1)).isEmpty();
    }

    @Test
    void anOutcomeIsReportedInTextAndJson() {
        DrillFindings findings = DrillFindings.of(List.of(ALIVE), List.of(receiver("c/m1", 2, flow(0, 1, 3), flow())));
        Outcome outcome = new Outcome(Fault.STOP_SENDER_DELEGATE, "a/m1", 0, findings, 7, List.of(GAP),
                List.of(new Outcome.Resumed("a/m1", OptionalLong.of(3), 4, 0, 0, List.of(new Outcome.Reported(1, "a/m1", "GAP", "given up")), true,
                        OptionalLong.empty())), OptionalDouble.empty(), OptionalDouble.empty(), new Lateness.Found(3, 40));
        assertThat(outcome.text()).contains("stop-sender-delegate (a/m1): lost 2, duplicated 0, reordered 0")
                .contains("not known to be stable 7").contains("2 from a/m2 at c/m1").contains("event after 1.0 s at c/m1: something")
                .contains("late by 3 ms, at worst 40 ms")
                .contains("gaps 4").contains("event after 1.0 s: given up").contains("back at 80 % after -");
        ObjectNode json = outcome.json();
        assertThat(json.path("lost").asLong()).isEqualTo(2);
        assertThat(json.path("pairs").get(0).path("source").asText()).isEqualTo("a/m2");
        assertThat(json.path("resumed").get(0).path("gaps").asLong()).isEqualTo(4);
        assertThat(json.path("resumed").get(0).path("lacking").asLong()).isEqualTo(3);
        assertThat(outcome.verdicts()).filteredOn(verdict -> !verdict.met()).extracting(Outcome.Verdict::text)
                .contains("a/m1 lacks 3 messages in the end");
        assertThat(json.path("backAfterSeconds").isNull()).isTrue();
    }

    private static Outcome outcome(Fault fault, DrillFindings findings, OptionalDouble probes, Outcome.Reported... events) {
        return new Outcome(fault, "", ProcessPlace.victimSite(fault), findings, 0, List.of(events), List.of(), probes,
                OptionalDouble.empty(), new Lateness.Found(2, 31));
    }

    private static DrillFindings silentFor(long millis) {
        return DrillFindings.of(List.of(new DrillFindings.Source("a/m2", 0, 1, true, OptionalLong.empty())), List.of(
                receiver("b/m2", 1, silent(millis * 1_000_000), silent(0))));
    }

    @Test
    void anAimIsMissedByTheLongestSilenceOfThoseItIsFor() {
        assertThat(outcome(Fault.TCP, silentFor(1100), OptionalDouble.empty()).meetsAims()).isFalse();
        assertThat(outcome(Fault.TCP, silentFor(900), OptionalDouble.empty()).meetsAims()).isTrue();
        assertThat(outcome(Fault.ALL_DELEGATES, silentFor(1100), OptionalDouble.empty()).meetsAims()).isTrue();
    }

    @Test
    void aCutHasToBeReportedAndLittleMayBeSentIntoIt() {
        Outcome.Reported reported = new Outcome.Reported(1, "a/m1", "SITE_SILENT", "c is silent");
        assertThat(outcome(Fault.UDP, silentFor(100), OptionalDouble.of(5), reported).meetsAims()).isTrue();
        assertThat(outcome(Fault.UDP, silentFor(100), OptionalDouble.of(50), reported).meetsAims()).isFalse();
        assertThat(outcome(Fault.UDP, silentFor(100), OptionalDouble.of(5)).meetsAims()).isFalse();
    }

    @Test
    void whatIsLostInALongCutHasToBeReported() {
        DrillFindings lost = DrillFindings.of(List.of(ALIVE), List.of(receiver("c/m1", 2, flow(0, 1, 3), flow())));
        assertThat(outcome(Fault.PARTITION30, lost, OptionalDouble.empty()).isClean()).isFalse();
        assertThat(outcome(Fault.PARTITION30, lost, OptionalDouble.empty(), GAP).isClean()).isTrue();
        assertThat(outcome(Fault.UDP, lost, OptionalDouble.empty(), GAP).isClean()).isFalse();
    }

    @Test
    void scoresAreMedianAndWorstAndTheWorstFaultDecidesHowItEnds() {
        Scores scores = new Scores();
        for (long millis : new long[] {300, 900, 100}) {
            scores.add(outcome(Fault.TCP, silentFor(millis), OptionalDouble.empty()));
        }
        assertThat(scores.text()).contains("0.30 / 0.90").contains(" 2 / 31 ").contains("3 of 3 met");
        assertThat(scores.exitCode()).isZero();
        scores.add(outcome(Fault.TCP, silentFor(1500), OptionalDouble.empty()));
        assertThat(scores.exitCode()).isEqualTo(3);
        scores.failed(Fault.TCP);
        assertThat(scores.text()).contains("3 of 5 met, 1 did not end");
        assertThat(scores.exitCode()).isEqualTo(1);
    }
}
