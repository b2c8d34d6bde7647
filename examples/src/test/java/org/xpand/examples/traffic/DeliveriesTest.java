package org.xpand.examples.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xpand.core.Gap;
import org.xpand.core.GroupView;
import org.xpand.examples.Json;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

/** Messages are counted by source and timed, and traces say when each came. */
class DeliveriesTest {
    private static final SiteId SITE = new SiteId(5);
    private static final SenderId ONE = new SenderId(SITE, 1);
    private static final SenderId OTHER = new SenderId(SITE, 2);

    private final Deliveries deliveries = new Deliveries();

    private static byte[] message(long number, long intendedNanos, long sentNanos) {
        return new TrafficMessage(number, intendedNanos, sentNanos).encode(100);
    }

    @Test
    void sourcesAreDistinguished() {
        deliveries.take(ONE, message(0, 0, 0), 10);
        deliveries.take(OTHER, message(7, 0, 0), 10);
        deliveries.take(OTHER, message(9, 0, 0), 10);
        assertThat(deliveries.sources()).containsExactly(new Deliveries.Source(ONE, 1, 0, 0, 0, 0, 0, 0),
                new Deliveries.Source(OTHER, 2, 0, 0, 1, 0, 7, 9));
        assertThat(deliveries.messages()).isEqualTo(3);
        assertThat(deliveries.bytes()).isEqualTo(300);
    }

    private static Gap gap(SenderId sender, OptionalLong first, OptionalLong last) {
        return new Gap("g", new GroupView.Member(sender, "s", "m"), 0, 1, first, last);
    }

    @Test
    void whatIsReportedToBeLostIsCountedOnItsOwn() {
        deliveries.reported(gap(ONE, OptionalLong.empty(), OptionalLong.of(3)));
        deliveries.take(ONE, message(3, 0, 0), 0);
        // The messages 5 to 7 are the numbers 4 to 6.
        deliveries.reported(gap(ONE, OptionalLong.of(5), OptionalLong.of(7)));
        deliveries.take(ONE, message(8, 0, 0), 0);
        deliveries.reported(gap(ONE, OptionalLong.of(10), OptionalLong.empty()));
        deliveries.reported(gap(ONE, OptionalLong.empty(), OptionalLong.empty()));
        deliveries.take(ONE, message(20, 0, 0), 0);
        assertThat(deliveries.sources()).containsExactly(new Deliveries.Source(ONE, 3, 0, 0, 15, 14, 3, 20));
    }

    @Test
    void whatNoLoadHasSentIsForeign() {
        byte[] otherMagic = message(0, 0, 0);
        otherMagic[0]++;
        for (byte[] payload : List.of(new byte[0], new byte[100], otherMagic, message(-1, 0, 0))) {
            assertThat(deliveries.take(ONE, payload, 0)).isNull();
        }
        assertThat(deliveries.foreign()).isEqualTo(4);
        assertThat(deliveries.sources()).isEmpty();
    }

    @Test
    void sourcesBeyondTheBoundAreForeign() {
        for (int process = 1; process <= Deliveries.MAX_SOURCES + 1; process++) {
            deliveries.take(new SenderId(SITE, process), message(0, 0, 0), 0);
        }
        assertThat(deliveries.sources()).hasSize(Deliveries.MAX_SOURCES);
        assertThat(deliveries.foreign()).isEqualTo(1);
    }

    @Test
    void latencyCountsFromWhenAMessageWasDue() {
        deliveries.take(ONE, message(0, 1_000_000, 41_000_000), 61_000_000);
        ObjectNode due = Json.object("latency");
        deliveries.sinceIntended().writeInterval(due);
        assertThat(due.path("max").asDouble()).isBetween(59.9, 60.1);
        ObjectNode sent = Json.object("latency");
        deliveries.sinceSent().writeInterval(sent);
        assertThat(sent.path("p50").asDouble()).isBetween(19.9, 20.1);
    }

    @Test
    void anIntervalHasItsOwnLatenciesAndTheTotalHasAll() {
        Latencies latencies = new Latencies();
        latencies.record(5_000_000);
        ObjectNode out = Json.object("latency");
        latencies.writeInterval(out);
        latencies.writeInterval(out);
        assertThat(out.path("max").isNull()).isTrue();
        latencies.record(-3_000_000);
        latencies.writeTotal(out);
        assertThat(out.path("max").asDouble()).isBetween(4.9, 5.1);
        assertThat(out.path("p50").asDouble()).isZero();
    }

    @Test
    void aSourceKeepsItsNameAndANamesakeIsDistinguished() {
        SourceNames names = new SourceNames();
        assertThat(names.name(ONE, view())).isEqualTo(ONE.toString());
        assertThat(names.name(ONE, view(new GroupView.Member(ONE, "m", "a")))).isEqualTo("a/m");
        assertThat(names.name(OTHER, view(new GroupView.Member(OTHER, "m", "a")))).isEqualTo("a/m#2");
        assertThat(names.name(ONE, view())).isEqualTo("a/m");
    }

    private static GroupView view(GroupView.Member... members) {
        return new GroupView(List.of(new GroupView.Site("a", List.of(members))));
    }

    @Test
    void aTraceIsReadAsItWasWrittenUpToWhereItsWriterDied(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("trace");
        try (TraceWriter writer = new TraceWriter(file)) {
            writer.delivered(new MemberId(-1), 100, 7);
            writer.delivered(new MemberId(2), 101, 0);
            writer.delivered(new MemberId(-1), 102, 8);
        }
        assertThat(read(file)).containsExactly("-1 100 7", "2 101 0", "-1 102 8");
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        assertThat(read(file)).containsExactly("-1 100 7", "2 101 0");
    }

    private static List<String> read(Path file) throws Exception {
        List<String> lines = new ArrayList<>();
        TraceReader.read(file, (process, nanos, number) -> lines.add(process + " " + nanos + " " + number));
        return lines;
    }
}
