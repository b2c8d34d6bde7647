package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is logged for an operator, without repetitions. */
class OperatorLogTest {
    private static final long SECOND = 1_000_000_000L;

    private final List<OperatorLog.Line> lines = new ArrayList<>();
    private final OperatorLog log = new OperatorLog(lines::add);
    private long now;

    private static Overview.Site site(String name, String endpoint) {
        return new Overview.Site(name, Optional.of(endpoint), 1, 1);
    }

    private static Overview seen(List<Overview.Site> sites, String limiting, double rate) {
        Overview.GroupState group = new Overview.GroupState("g", "tfrc", List.of(), List.of(), false,
                Optional.of(new Overview.Source(8 * rate, false, Optional.empty(), Optional.ofNullable(limiting), Duration.ZERO, 0, 0, 0, 0, 0, 0, 0,
                        Optional.empty())),
                List.of(new Overview.Receiver("b", Duration.ofMillis(40), Optional.empty(), 0.01)), List.of(), List.of(), List.of());
        return new Overview("a", "m1", true, Optional.of("m1"), List.of("m1"), sites, List.of(), List.of(group), List.of());
    }

    private void look(Overview overview) {
        now += 5 * SECOND;
        log.look(overview, now);
    }

    private List<String> reported() {
        List<String> reported = lines.stream().map(OperatorLog.Line::text).toList();
        lines.clear();
        return reported;
    }

    @Test
    void sitesThatComeAndGoAreReported() {
        look(seen(List.of(site("a", "a:1"), site("b", "b:1")), null, 1000));
        assertThat(reported()).containsExactly("site b is present, its delegate at b:1");
        look(seen(List.of(site("a", "a:2"), site("b", "b:1"), site("c", "c:1")), null, 1000));
        assertThat(reported()).containsExactly("site c has joined, its delegate at c:1");
        look(seen(List.of(site("a", "a:2"), site("b", "b:2")), null, 1000));
        assertThat(reported()).containsExactly("site b has another delegate, at b:2 instead of b:1",
                "site c has left, or its delegate cannot be reached");
        look(seen(List.of(site("a", "a:2"), site("b", "b:2")), null, 1000));
        assertThat(reported()).isEmpty();
    }

    @Test
    void whoLimitsIsReportedOnceItStays() {
        List<Overview.Site> sites = List.of();
        look(seen(sites, "b", 125_000));
        look(seen(sites, "b", 125_000));
        assertThat(reported()).as("5 s").isEmpty();
        look(seen(sites, "b", 125_000));
        assertThat(lines.get(0).keys()).containsEntry("limitingSite", "b").containsEntry("allowedBitPerSecond", 1_000_000L)
                .containsEntry("rttMs", 40L);
        assertThat(reported()).containsExactly(
                "group g: the path to site b limits it to 1000 kbit/s, round-trip time 40 ms, 1.00 % loss events");
        look(seen(sites, "c", 125_000));
        look(seen(sites, "b", 125_000));
        look(seen(sites, "b", 125_000));
        look(seen(sites, "b", 125_000));
        assertThat(reported()).as("the same again").isEmpty();
    }

    @Test
    void aRateThatCollapsesAndIsBackIsReportedOnce() {
        for (double rate : new double[] {100_000, 90_000, 50_000, 9_000, 5_000, 40_000, 60_000, 60_000}) {
            look(seen(List.of(), null, rate));
        }
        assertThat(reported()).containsExactly("group g: the rate has fallen to 72 kbit/s from 753 kbit/s",
                "group g: the rate has recovered to 480 kbit/s");
    }

    @Test
    void moreThanTheBoundIsCounted() {
        List<Overview.Site> many = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            many.add(site("s" + i, "h:1"));
        }
        look(seen(many, null, 1000));
        assertThat(reported()).hasSize(OperatorLog.LINES_PER_MINUTE);
        for (int i = 0; i < 11; i++) {
            look(seen(many, null, 1000));
        }
        assertThat(reported()).isEmpty();
        look(seen(many, null, 1000));
        assertThat(reported()).containsExactly("10 lines of the last minute are left out: too many");
    }

    @Test
    void anotherTermAsDelegateBeginsAnew() {
        look(seen(List.of(site("b", "b:1")), null, 1000));
        log.end();
        look(seen(List.of(site("b", "b:1")), null, 1000));
        assertThat(reported()).containsExactly("site b is present, its delegate at b:1", "site b is present, its delegate at b:1");
    }
}
