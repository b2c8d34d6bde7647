package org.xpand.testbed.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows whose network a user describes. */
class DescribedRowTest {
    @Test
    void whatIsNotGivenIsAsInTheTable() {
        Row row = DescribedRow.of("beside").orElseThrow();
        assertThat(row.title()).isEqualTo("beside 1 reno, 10 Mbit/s, RTT 40 ms, queue 50 ms");
        assertThat(row.aims("tfrc")).singleElement().isEqualTo(BesideRow.ratio(0.8, 1.25));
        assertThat(row.maxSeconds()).isEqualTo(70 + Rows.START_SECONDS);
    }

    @Test
    void whatIsGivenIsTheNetwork() {
        Row row = DescribedRow.of("beside:rate=2.5:rtt=80:queue=200:flows=4:sites=3:loss=0.5:tcp=cubic:seconds=30").orElseThrow();
        assertThat(row.title()).isEqualTo("beside 4 cubic, 2.5 Mbit/s, RTT 80 ms, queue 200 ms, 0.5 % random loss, 3 sites");
        assertThat(row.name()).startsWith("beside:rate=2.5");
        assertThat(row.topology().text()).contains("route s1 r3 forward");
        assertThat(row.aims("tfrc")).singleElement().isEqualTo(BesideRow.ratio(0.7, 1.25));
        assertThat(row.maxSeconds()).isEqualTo(40 + Rows.START_SECONDS);
        assertThat(DescribedRow.of("alone:rate=100:rtt=10").orElseThrow().title()).isEqualTo("alone on 100 Mbit/s, RTT 10 ms, queue 50 ms");
    }

    @Test
    void theLinkMayReorderLoseInBurstsPoliceAndDropAtItsHead() {
        Row row = DescribedRow.of("alone:reorder=5:reorder-by=10:loss=1:loss-burst=3:duplicate=2:bucket=30:queue-by=codel:back-rate=1:back-loss=20")
                .orElseThrow();
        assertThat(row.title()).isEqualTo("alone on 10 Mbit/s, RTT 40 ms, policer of 30 kB, CoDel, 1 % random loss in bursts of 3, "
                + "5 % later by 10 ms, 2 % twice, back 1 Mbit/s, 20 % loss on the way back");
        assertThat(row.topology().text()).contains(
                "link forward bucketBytes=30000 codel=1 delay=20000000 duplicate=0.020000000 hold=0.050000000 holdTime=10000000 loss=0.010000000 "
                        + "lossBurst=3 queueTime=50000000 rate=10000000",
                "link back delay=20000000 loss=0.200000000 queueTime=50000000 rate=1000000");
    }

    @Test
    void whereTcpItselfCannotUseTheLinkItsShareIsTheMeasure() {
        assertThat(DescribedRow.of("alone:rate=5").orElseThrow().aims("tfrc").get(0)).isEqualTo(AloneRow.used(0.95));
        assertThat(DescribedRow.of("alone:reorder=1").orElseThrow().aims("tfrc").get(0)).isEqualTo(AloneRow.usedOfTcp(0.8));
        assertThat(DescribedRow.of("alone:queue-by=codel").orElseThrow().aims("tuf").get(0)).isEqualTo(AloneRow.usedOfTcp(0.5));
    }

    @Test
    void tcpMayBeginLaterOrBefore() {
        Row later = DescribedRow.of("beside:tcp-after=20").orElseThrow();
        assertThat(later.title()).endsWith("TCP 20 s later");
        assertThat(later.maxSeconds()).isEqualTo(90 + Rows.START_SECONDS);
        Row before = DescribedRow.of("beside:tcp-before=5").orElseThrow();
        assertThat(before.title()).endsWith("TCP 5 s before");
        assertThat(before.maxSeconds()).isEqualTo(75 + Rows.START_SECONDS);
    }

    @Test
    void besideBbrItIsComparedWithWhatRenoHas() {
        assertThat(DescribedRow.of("beside:tcp=bbr").orElseThrow().aims("tfrc")).allMatch(aim -> "reno".equals(aim.relativeTo()));
    }

    @Test
    void otherNamesAreNoDescriptions() {
        assertThat(DescribedRow.of("alone-10")).isEmpty();
        assertThat(DescribedRow.of("nonsense:rate=1")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "beside:speed=1 | 'speed=1'", "beside:rate | 'rate'", "beside:rate=1:rate=2 | 'rate=2'", "alone:flows=2 | 'flows=2'",
            "beside: | ''", "beside:rate=0 | from 0.1 to 1000", "beside:rate=x | rate is 'x'", "beside:rtt=NaN | from 0 to 2000",
            "beside:flows=1.5 | whole numbers", "beside:sites=31 | from 1 to 30", "beside:tcp=vegas | reno, cubic, bbr",
            "alone:queue-by=red | drop-tail, codel", "alone:tcp=reno | 'tcp=reno'", "beside:reorder=101 | from 0 to 100",
            "beside:tcp-after=-1 | from 0 to 600", "beside:tcp-after=1:tcp-before=2 | not both"})
    void mistakesAreNamed(String description, String named) {
        assertThatThrownBy(() -> DescribedRow.of(description)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--rows '" + description + "'").hasMessageContaining(named);
    }
}
