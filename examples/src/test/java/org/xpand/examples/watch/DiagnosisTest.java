package org.xpand.examples.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.examples.Json;

/** Each thing that holds a group up is named, with its figures, and nothing else is. */
class DiagnosisTest {
    private final ObjectNode state = Json.object("state").put("millis", 100_000);
    private ObjectNode view;
    private ObjectNode group;
    private ObjectNode source;

    @BeforeEach
    void healthy() {
        view = state.putArray("views").addObject().put("site", "a").put("name", "m1").put("delegate", true);
        group = view.putArray("groups").addObject().put("name", "g").put("strategy", "tfrc").put("direct", false);
        source = group.putObject("source").put("allowedBitPerSecond", 1_000_000).put("sentBitPerSecond", 10_000)
                .put("slowStart", false).put("limitingSite", "b").put("limitedSince", 60_000).put("backlog", 0)
                .put("unstable", 0);
        group.putArray("members").addObject().put("site", "a");
        group.withArray("members").addObject().put("site", "b");
        group.putArray("receivers").addObject().put("site", "b").put("rttMs", 80).put("lossEventRate", 0.01)
                .put("acceptableBitPerSecond", 1_000_000);
        group.putArray("senders").addObject().put("name", "m1").put("demandBitPerSecond", 10_000).putArray("waitsFor");
        group.putArray("localReceivers").addObject().put("name", "m1").put("behind", 0).put("room", 100).put("holdsUpMs", 0)
                .put("waitedFor", true);
    }

    private Diagnosis.Finding only() {
        List<Diagnosis.Finding> findings = Diagnosis.of(state, null);
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }

    private ObjectNode receiver() {
        return (ObjectNode) group.path("localReceivers").path(0);
    }

    @Test
    void aHealthyGroupHasNothing() {
        assertThat(only().kind()).isEqualTo(Diagnosis.Kind.NOTHING);
        assertThat(only().text()).contains("10 kbit/s").contains("1.00 Mbit/s");
    }

    @Test
    void thatNothingHoldsASiteUpIsSaidOnceAndOnlyIfNothingHoldsItsGroupUp() {
        ObjectNode other = view.deepCopy().put("site", "b");
        ((ObjectNode) other.path("groups").path(0).path("source")).put("sentBitPerSecond", 20_000).put("limitingSite", "a");
        ((ObjectNode) other.path("groups").path(0).path("receivers").path(0)).put("site", "a");
        state.withArray("views").add(other);
        assertThat(only().site()).as("the busiest").isEqualTo("b");
        source.put("sentBitPerSecond", 900_000);
        assertThat(only().kind()).isEqualTo(Diagnosis.Kind.PATH);
    }

    @Test
    void whatIsReportedToAMemberIsNotRepeatedWhereItsDelegateIsKnown() {
        ObjectNode member = state.withArray("views").addObject().put("site", "a").put("name", "m2").put("delegate", false);
        member.putArray("limits").addObject().put("group", "g").put("kind", "PATH").put("site", "b").put("text", "the way to b");
        assertThat(only().kind()).isEqualTo(Diagnosis.Kind.NOTHING);
        view.put("site", "z");
        assertThat(Diagnosis.of(state, null)).anyMatch(each -> each.kind() == Diagnosis.Kind.ANNOUNCED)
                .anyMatch(each -> each.kind() == Diagnosis.Kind.MEMBER_VIEW && each.text().contains("a/m2"));
    }

    @Test
    void aFullLossyPathIsNamedWithItsFigures() {
        source.put("sentBitPerSecond", 900_000);
        assertThat(only().kind()).isEqualTo(Diagnosis.Kind.PATH);
        assertThat(only().site()).isEqualTo("b");
        assertThat(only().text()).contains("from a to b").contains("1.00 Mbit/s").contains("for 40 s").contains("80 ms")
                .contains("1.00 % loss");
        assertThat(only().help()).contains("0.25 %");
    }

    @Test
    void whatWasNeverMeasuredIsNoReason() {
        source.put("sentBitPerSecond", 900_000);
        ObjectNode receiver = (ObjectNode) group.path("receivers").path(0);
        receiver.put("rttMs", 0).put("lossEventRate", 0);
        assertThat(only().text()).contains("nothing has been measured yet").doesNotContain("0 ms").doesNotContain("0.00 %");
        assertThat(only().help()).contains("Try again");
        receiver.put("lossEventRate", 0.01);
        assertThat(only().text()).contains("round-trip time not measured yet, 1.00 % loss events");
        receiver.put("rttMs", 80).put("lossEventRate", 0.0001);
        group.withArray("receivers").addObject().put("site", "c").put("rttMs", 0).put("lossEventRate", 0);
        assertThat(only().help()).as("of c it is not known that it is near").contains("the link is full, and more capacity");
    }

    @Test
    void whoReportsNothingIsNamedWhereNothingElseIsFound() {
        assertThat(only().text()).contains("no information from b.");
        ObjectNode other = view.deepCopy().put("site", "b");
        ((ObjectNode) other.path("groups").path(0).path("receivers").path(0)).put("site", "a");
        state.withArray("views").add(other);
        assertThat(only().text()).doesNotContain("no information");
        source.put("sentBitPerSecond", 0);
        state.withArray("views").remove(1);
        assertThat(only().text()).contains("It sends nothing and may send 1.00 Mbit/s.");
    }

    @Test
    void aLongPathAndAFullLinkAreDistinguished() {
        source.put("backlog", 5);
        ObjectNode far = (ObjectNode) group.path("receivers").path(0);
        far.put("lossEventRate", 0.0001);
        assertThat(only().help()).contains("the link is full, and more capacity");
        group.withArray("receivers").addObject().put("site", "c").put("rttMs", 10).put("lossEventRate", 0);
        assertThat(only().help()).contains("the nearest site is at 10 ms");
    }

    @Test
    void theSearchForARateIsNamed() {
        source.put("slowStart", true).put("backlog", 5);
        assertThat(only().kind()).isEqualTo(Diagnosis.Kind.SEARCHING);
    }

    @Test
    void aMemberThatDoesNotTakeIsNamed() {
        receiver().put("holdsUpMs", 2500).put("room", 0).put("behind", 4096);
        assertThat(only().kind()).isEqualTo(Diagnosis.Kind.MEMBER);
        assertThat(only().text()).contains("a/m1").contains("2.5 s").contains("does not consume").contains("4096");
        receiver().put("room", 10);
        assertThat(only().text()).contains("acknowledges nothing");
        receiver().put("holdsUpMs", 499);
        assertThat(only().kind()).isEqualTo(Diagnosis.Kind.NOTHING);
        receiver().put("waitedFor", false);
        assertThat(only().kind()).isEqualTo(Diagnosis.Kind.NOT_WAITED_FOR);
    }

    @Test
    void aMemberElsewhereThatDoesNotTakeIsNamedByItsSite() {
        source.put("unstable", 300);
        ObjectNode sender = (ObjectNode) group.path("senders").path(0);
        sender.put("demandBitPerSecond", 2_000_000);
        sender.withArray("waitsFor").add("b").add("m1");
        assertThat(Diagnosis.of(state, "g")).anySatisfy(finding -> {
            assertThat(finding.kind()).isEqualTo(Diagnosis.Kind.REMOTE_MEMBER);
            assertThat(finding.site()).isEqualTo("b");
            assertThat(finding.text()).contains("300 segments");
        });
    }

    @Test
    void aSiteThatIsNotSentToIsNamed() {
        group.withArray("members").addObject().put("site", "c");
        assertThat(only().kind()).isEqualTo(Diagnosis.Kind.NOT_SENT_TO);
        assertThat(only().site()).isEqualTo("c");
    }

    @Test
    void aMemberSaysWhomToAsk() {
        view.put("delegate", false).put("delegateName", "m2").putArray("groups");
        assertThat(only().help()).contains("a/m2");
    }

    @Test
    void anUnknownGroupIsRefused() {
        assertThatThrownBy(() -> Diagnosis.of(state, "x")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--group 'x'");
    }
}
