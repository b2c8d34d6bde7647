package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whose time stamp a packet echoes (TFMCC §2.4.2, RFC 4654 §3.5). */
class TfmccEchoTest extends TfmccSourceFixture {
    private void limitedBy1() {
        for (int key = 1; key <= 9; key++) {
            source.receiverJoined(key, RTT, now);
        }
        send();
        pass(100);
        report(1, 100_000, true);
        send();
        assertThat(lastHeader.isClr(1)).isTrue();
    }

    private void echoes(long key) {
        pass(1);
        send();
        assertThat(lastHeader.echoes(key)).as("packet %d echoes %d", next - 1, key).isTrue();
    }

    @Test
    void nobodyIsEchoedBeforeTheFirstReport() {
        source.receiverJoined(1, RTT, now);
        send();
        for (int key = 0; key < 3; key++) {
            assertThat(lastHeader.echoes(key)).isFalse();
        }
    }

    @Test
    void theTimeAReportWasHeldIsAddedToItsStamp() {
        limitedBy1();
        report(2, 200_000, true);
        long stamp = stamp();
        pass(30);
        send();
        assertThat(lastHeader.echoes(2)).isTrue();
        assertThat(lastHeader.echoNanos()).isEqualTo(stamp + 30 * MS);
    }

    @Test
    void newClrThenThoseWithoutRttThenOthersThenTheClr() {
        limitedBy1();
        report(2, 210_000, true);
        report(3, 200_000, true);
        haveRtt = false;
        report(4, 900_000, true);
        report(5, 800_000, true);
        haveRtt = true;
        report(6, 7_000, true);
        assertThat(clr()).isEqualTo(6);
        echoes(6);
        echoes(5);
        echoes(4);
        echoes(3);
        echoes(2);
        echoes(6);
        echoes(6);
    }

    @Test
    void aClrWithoutRttGoesFirst() {
        limitedBy1();
        pass(100);
        haveRtt = false;
        report(2, 10_000, true);
        assertThat(clr()).isEqualTo(2);
        report(3, 900_000, true);
        echoes(2);
        echoes(2);
        haveRtt = true;
        pass(1);
        report(2, 10_000, true);
        echoes(3);
    }

    @Test
    void olderRoundsGoFirst() {
        limitedBy1();
        int round = lastHeader.round();
        while (lastHeader.round() == round) {
            pass(50);
            send();
        }
        report(2, 200_000, true);
        roundOffset = -1;
        report(3, 900_000, true);
        echoes(3);
        echoes(2);
    }

    @Test
    void theClrIsEchoedInEveryRoundHoweverManyOthersWait() {
        limitedBy1();
        haveRtt = false;
        int clrEchoes = 0;
        for (int i = 0; i < 18; i++) {
            pass(100);
            report(2 + i % 8, 900_000, true);
            pass(1);
            report(2 + (i + 1) % 8, 900_000, true);
            send();
            clrEchoes += lastHeader.echoes(1) ? 1 : 0;
        }
        assertThat(clrEchoes).isBetween(3, 7);
    }

    @Test
    void aReceiverThatLeftIsNotEchoed() {
        limitedBy1();
        report(2, 200_000, true);
        assertThat(source.stats(now).receivers()).anyMatch(each -> each.key() == 2);
        source.receiverLeft(2, now);
        echoes(1);
        assertThat(source.stats(now).receivers()).as("nor remembered").noneMatch(each -> each.key() == 2);
    }

    @Test
    void waitingReportsAreBounded() {
        limitedBy1();
        for (int key = 10; key < 210; key++) {
            source.receiverJoined(key, RTT, now);
            report(key, 1_000_000 - key, true);
        }
        haveRtt = false;
        source.receiverJoined(500, RTT, now);
        report(500, 2_000_000, true);
        echoes(500);
        echoes(209);
        for (int i = 2; i < TfmccEchoes.MAX_WAITING; i++) {
            pass(1);
            send();
        }
        echoes(1);
    }
}
