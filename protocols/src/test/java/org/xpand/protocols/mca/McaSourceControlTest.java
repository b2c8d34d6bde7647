package org.xpand.protocols.mca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.xpand.protocols.wire.WireReader;

/** What the source tells, when, and what it makes of receivers that only tell that they are there. */
class McaSourceControlTest extends McaSourceFixture {
    private void status(long receiver) {
        report(receiver, false, false, gtrac(1, 1), 1e6);
    }

    /** Losses, and no growth between them, for nothing waits to be sent. */
    private void fall(int losses) {
        for (int i = 0; i < losses; i++) {
            for (int packet = 0; packet < 50; packet++) {
                source.dataLimited(now);
                send(1);
            }
            source.dataLimited(now);
            report(1, false, true, gtrac(1e6, 1e6), 1);
        }
    }

    @Test
    void aStatusIsNoIndication() {
        source.receiverJoined(1, RTT, now);
        send(30);
        status(1);
        assertThat(source.stats(now).limitingReceiver()).as("nobody is chosen by it").isEmpty();
        accumulation(1, 1e6);
        double before = rate();
        send(60);
        double risen = rate();
        assertThat(risen).isGreaterThan(before);
        status(1);
        assertThat(rate()).isEqualTo(risen);
    }

    @Test
    void whoIsChosenIsNotifiedAtOnceAndThatNobodyIs() {
        source = source("controlInterval", "10s");
        source.receiverJoined(1, RTT, now);
        send(30);
        assertThat(source.headerLength(now)).as("told, and the interval is not over").isZero();
        accumulation(1, 1e6);
        assertThat(source.headerLength(now)).isPositive();
        send(1);
        assertThat(header.chose(1)).isTrue();
        send(40);
        accumulation(1, 1e6);
        assertThat(source.headerLength(now)).as("the same one").isZero();
        source.receiverJoined(2, RTT, now);
        assertThat(source.headerLength(now)).as("somebody new").isPositive();
        send(3);
        assertThat(source.headerLength(now)).isZero();
        source.receiverLeft(2, now);
        assertThat(source.headerLength(now)).as("not the one that is chosen").isZero();
        source.receiverLeft(1, now);
        assertThat(source.headerLength(now)).isPositive();
        send(1);
        assertThat(header.chosen()).isFalse();
    }

    @Test
    void aControlPacketInformsOneReceiverAndEachOnce() {
        source = source("controlInterval", "5ms");
        source.receiverJoined(1, 30 * MS, now);
        source.receiverJoined(2, 40 * MS, now);
        send(1);
        assertThat(header.concerns(1)).isTrue();
        send(5);
        assertThat(header.concerns(2)).isTrue();
        assertThat(header.rttNanos()).isEqualTo(40 * MS);
        for (int i = 0; i < 5; i++) {
            send(4);
            now += MS;
            assertThat(source.headerLength(now)).as("nothing new").isEqualTo(McaDataHeader.LENGTH);
            now -= MS;
            send(1);
        }
    }

    @Test
    void eachReceiversSilenceIsItsOwn() {
        source = source("statusInterval", "100ms");
        source.receiverJoined(1, RTT, now);
        source.receiverJoined(2, RTT, now);
        send(30);
        accumulation(1, 1e6);
        status(2);
        double received = rate();
        for (int i = 0; i < 4; i++) {
            send(100);
            status(1);
        }
        assertThat(rate()).as("400 ms and an RTT are not over").isGreaterThan(received);
        send(25);
        assertThat(rate()).as("half of what the silent one was last heard at").isEqualTo(received / 2);
        send(300);
        status(1);
        status(2);
        send(60);
        double again = rate();
        assertThat(again).isGreaterThan(received / 2);
        for (int i = 0; i < 6; i++) {
            send(90);
            status(1);
            status(2);
        }
        assertThat(rate()).as("both are heard").isGreaterThan(again);
    }

    @Test
    void aSlowStreamGivesReceiversTheTimeOfTwoPackets() {
        source = source("statusInterval", "1ms", "minimumRate", "8kbit/s", "packetSize", "1000");
        source.receiverJoined(1, RTT, now);
        send(30);
        report(1, false, true, gtrac(1e6, 1e6), 1);
        fall(60);
        assertThat(rate()).as("the least rate").isEqualTo(1000);
        now += 1900 * MS;
        source.dataLimited(now);
        send(1);
        assertThat(source.stats(now).receivers().get(0).reports()).isEqualTo(61);
        assertThat(rate()).isEqualTo(1000);
    }

    @Test
    void aReceiversFiguresAreThoseOfItsReports() {
        source.receiverJoined(1, RTT, now);
        send(60);
        McaReport report = new McaReport();
        report.set(true, false, number - 21, 0, 0, 5e5, gtrac(4e5, 4e5), 0.03);
        writer.reset(0, buffer.length);
        report.write(writer);
        source.reportReceived(1, new WireReader().reset(buffer, 0, writer.position()), now);
        assertThat(source.stats(now).receivers().get(0).acceptableRate()).isCloseTo(4e5, within(1.0));
        assertThat(source.stats(now).receivers().get(0).lossEventRate()).isEqualTo(0.03);
        assertThat(source.stats(now).receivers().get(0).receiveRate()).isEqualTo(5e5);
        send(60);
        status(1);
        assertThat(source.stats(now).receivers().get(0).acceptableRate()).as("a status says nothing of it")
                .isCloseTo(4e5, within(1.0));
        source.receiverJoined(1, RTT, now);
        assertThat(source.stats(now).receivers()).hasSize(1);
        assertThat(source.stats(now).receivers().get(0).reports()).as("it has come anew").isZero();
        assertThat(source.stats(now).limitingReceiver()).isEmpty();
    }

    @Test
    void untilOneIsChosenTheFarthestGivesTheRtt() {
        source.receiverJoined(1, 30 * MS, now);
        source.receiverJoined(2, 80 * MS, now);
        source.receiverJoined(3, 50 * MS, now);
        assertThat(source.rttNanos()).isEqualTo(80 * MS);
        source.receiverLeft(2, now);
        assertThat(source.rttNanos()).isEqualTo(50 * MS);
    }

    @Test
    void theFarthestAlsoGivesThePeriodAndItIsAtLeastAMillisecond() {
        source = source("statusInterval", "0s");
        source.receiverJoined(1, 50_000, now);
        double before = rate();
        send(1);
        send(1);
        assertThat(rate() - before).as("a packet more per millisecond, after one").isCloseTo(SIZE * 1000, within(1.0));
    }

    @Test
    void controlPacketsLeaveNoOftenerThanEveryFewPackets() {
        source = source("controlRtts", "0.25", "controlPackets", "4", "packetSize", "1000", "statusInterval", "0s");
        source.receiverJoined(1, RTT, now);
        fall(10);
        double interval = SIZE / rate() * 1000;
        assertThat(interval).as("ms between two packets").isGreaterThan(5);
        int control = 0;
        for (int i = 0; i < 400; i++) {
            now += Math.round(interval) * MS - MS;
            control += source.headerLength(now + MS) > 0 ? 1 : 0;
            source.dataLimited(now);
            send(1);
        }
        assertThat(control).as("one in four").isBetween(95, 105);
    }
}
