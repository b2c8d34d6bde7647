package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The queue of those who wait for an echo is bounded, and keeps the most urgent. */
class TfmccEchoesTest {
    private final TfmccEchoes echoes = new TfmccEchoes();

    private static TfmccRecord record(long key) {
        return new TfmccRecord(key, 0, 32);
    }

    /** One that knows its RTT. */
    private static TfmccRecord measured(long key) {
        TfmccReport report = new TfmccReport();
        report.setSender(true, false, 7, 1, 1000);
        report.setPath(1, 0, 5, 5, 0.01, 1);
        TfmccRecord record = record(key);
        record.report(report, 1000, true, 5, 1, 0);
        return record;
    }

    private long next() {
        TfmccRecord record = echoes.next(1000, 0);
        echoes.echoed(record, 0);
        return record.key();
    }

    @Test
    void whoLeavesTakesNobodyElsesPlace() {
        echoes.add(record(1), 7, 7, 1);
        echoes.add(record(2), 7, 7, 2);
        echoes.add(record(3), 6, 7, 3);
        echoes.add(record(4), 7, 7, 9);
        echoes.remove(1);
        echoes.remove(8);
        assertThat(next()).as("of an older round").isEqualTo(3);
        assertThat(next()).isEqualTo(2);
        assertThat(next()).isEqualTo(4);
        assertThat(echoes.next(1000, 0)).isNull();
    }

    @Test
    void whoTakesTheFreePlaceKeepsItsRound() {
        echoes.add(record(1), 7, 7, 1);
        echoes.add(record(2), 7, 7, 2);
        echoes.add(record(3), 6, 7, 9);
        echoes.remove(1);
        assertThat(next()).isEqualTo(3);
        assertThat(next()).isEqualTo(2);
    }

    @Test
    void theClrDoesNotWaitAmongTheOthers() {
        TfmccRecord clr = measured(1);
        echoes.setClr(clr);
        echoes.echoed(clr, 0);
        echoes.add(measured(2), 7, 7, 100);
        echoes.add(clr, 7, 7, 5);
        assertThat(next()).as("though its rate is higher").isEqualTo(2);
        assertThat(next()).isEqualTo(1);
        assertThat(next()).as("again and again").isEqualTo(1);
    }

    @Test
    void aNewReportOfOneIsNotThatOfAnother() {
        echoes.add(record(1), 7, 7, 3);
        echoes.add(record(2), 7, 7, 5);
        echoes.add(record(1), 7, 7, 1);
        assertThat(next()).isEqualTo(1);
        assertThat(next()).isEqualTo(2);
        assertThat(echoes.next(1000, 0)).isNull();
    }

    @Test
    void aNewReportTakesThePlaceOfTheOldOne() {
        echoes.add(record(1), 7, 7, 5);
        echoes.add(record(2), 7, 7, 3);
        echoes.add(record(1), 7, 7, 1);
        assertThat(next()).isEqualTo(1);
        assertThat(next()).isEqualTo(2);
        assertThat(echoes.next(1000, 0)).isNull();
    }

    @Test
    void whenItIsFullTheLeastUrgentGivesWay() {
        for (int i = 0; i < TfmccEchoes.MAX_WAITING; i++) {
            echoes.add(record(i), 7, 7, 100 + i);
        }
        echoes.add(record(901), 7, 7, 50);
        echoes.add(record(900), 7, 7, 1000);
        assertThat(next()).isEqualTo(901);
        for (int i = 0; i < TfmccEchoes.MAX_WAITING - 1; i++) {
            assertThat(next()).isEqualTo(i);
        }
        assertThat(echoes.next(1000, 0)).as("neither the highest rate nor one that was higher").isNull();
    }
}
