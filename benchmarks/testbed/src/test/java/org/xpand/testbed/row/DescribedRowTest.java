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
        assertThat(row.title()).isEqualTo("beside 4 cubic, 2.5 Mbit/s, RTT 80 ms, queue 200 ms, 3 sites, 0.5 % random loss");
        assertThat(row.name()).startsWith("beside:rate=2.5");
        assertThat(row.topology().toString()).isNotBlank();
        assertThat(row.aims("tfrc")).singleElement().isEqualTo(BesideRow.ratio(0.7, 1.25));
        assertThat(row.maxSeconds()).isEqualTo(40 + Rows.START_SECONDS);
        assertThat(DescribedRow.of("alone:rate=100:rtt=10").orElseThrow().title()).isEqualTo("alone on 100 Mbit/s, RTT 10 ms");
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
            "beside:flows=1.5 | whole numbers", "beside:sites=31 | from 1 to 30", "beside:tcp=vegas | reno, cubic and bbr",
            "beside:tcp-after=-1 | from 0 to 600", "beside:tcp-after=1:tcp-before=2 | not both"})
    void mistakesAreNamed(String description, String named) {
        assertThatThrownBy(() -> DescribedRow.of(description)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--rows '" + description + "'").hasMessageContaining(named);
    }
}
