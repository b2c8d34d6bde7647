package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.strategy.RateSourceStats;

/** The records of receivers are bounded: who was silent for longest makes room. */
class TfmccRecordsTest {
    /** Clocks may count from below zero. */
    private static final long START = -1_000_000_000_000L;

    private final TfmccRecords records = new TfmccRecords(3, 32);

    private static void report(TfmccRecord record, long rttNanos, long nowNanos) {
        TfmccReport report = new TfmccReport();
        report.setSender(true, false, 1, 1, rttNanos);
        report.setPath(1, 0, 70_000, 60_000, 0.02, 1);
        record.report(report, rttNanos, true, 50_000, 1, nowNanos);
    }

    private void reports(long key, long seconds) {
        report(records.findOrAdd(key, needed -> false), 1000, START + seconds * 1_000_000_000);
    }

    private long[] keys() {
        return LongStream.range(0, 100).filter(key -> records.find(key) != null).toArray();
    }

    @Test
    void aMuchShorterRttReplacesWhatWasMeasuredWhileProcessesWereStarting() {
        TfmccRecord record = records.findOrAdd(5, needed -> false);
        report(record, 2_000_000, START);
        report(record, 100_000, START);
        assertThat(records.longestRttNanos()).isEqualTo(100_000);
        report(record, 60_000, START);
        assertThat(records.longestRttNanos()).as("smoothed").isEqualTo(96_000);
    }

    @Test
    void whileThereIsRoomNobodyMakesRoom() {
        reports(5, 1);
        reports(3, 2);
        reports(4, 3);
        assertThat(keys()).containsExactly(3, 4, 5);
        assertThat(records.reported()).isEqualTo(3);
    }

    @Test
    void whoIsSilentForLongestMakesRoom() {
        reports(5, 2);
        reports(3, 1);
        reports(4, 3);
        reports(9, 4);
        assertThat(keys()).containsExactly(4, 5, 9);
        reports(1, 5);
        assertThat(keys()).containsExactly(1, 4, 9);
    }

    @Test
    void whoNeverReportedMakesRoomFirstWhateverTheClockSays() {
        records.offer(new TfmccRecord(4, 0, 32));
        reports(3, 1);
        reports(5, 2);
        reports(7, 3);
        assertThat(keys()).containsExactly(3, 5, 7);
    }

    @Test
    void whoIsNeededStays() {
        reports(3, 1);
        reports(4, 2);
        reports(5, 3);
        records.findOrAdd(9, record -> record.key() != 4);
        assertThat(keys()).containsExactly(3, 5, 9);
    }

    @Test
    void thereIsNoRoomForOneThatHasNotReportedAmongThoseThatHave() {
        reports(3, 1);
        reports(4, 2);
        reports(5, 3);
        records.offer(new TfmccRecord(9, 0, 32));
        assertThat(keys()).containsExactly(3, 4, 5);
    }

    @Test
    void theLongestRttIsThatOfAnyOfThem() {
        records.offer(new TfmccRecord(1, 100, 32));
        records.offer(new TfmccRecord(2, 900, 32));
        records.offer(new TfmccRecord(3, 500, 32));
        assertThat(records.longestRttNanos()).isEqualTo(900);
    }

    @Test
    void statisticsReportWhatTheLastReportSaid() {
        report(records.findOrAdd(3, record -> false), 1000, START);
        RateSourceStats.Receiver stats = records.stats().get(0);
        assertThat(stats.acceptableRate()).as("corrected by the source").isEqualTo(50_000);
        assertThat(stats.receiveRate()).isEqualTo(60_000);
        assertThat(stats.lossEventRate()).isEqualTo(0.02);
        assertThat(stats.rttNanos()).isEqualTo(1000);
    }

    @Test
    void membersAreKeptInWhateverOrderTheyCome() {
        TfmccMembers members = new TfmccMembers();
        long[] keys = LongStream.range(0, 50).map(i -> i * 37 % 50).toArray();
        LongStream.of(keys).forEach(members::add);
        assertThat(LongStream.of(keys).boxed()).allMatch(members::contains);
        assertThat(members.remove(20)).isTrue();
        assertThat(members.remove(20)).isFalse();
        assertThat(members.contains(20)).isFalse();
        assertThat(LongStream.of(keys).filter(key -> key != 20).boxed()).allMatch(members::contains);
        assertThat(members.size()).isEqualTo(49);
    }
}
