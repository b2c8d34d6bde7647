package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.relay.RelaySites.Member;
import org.xpand.protocols.relay.RelaySites.Place;

/** The LAN takes nothing from the delegate for long: what waits for it is bounded, and what was dropped is told anew. */
class FullLanTest {
    private final RelaySites sites = new RelaySites();
    private final Place here = sites.place(1, 1);
    private final Place away = sites.place(2, 2);
    private final Member delegate = here.join(new MemberId(11));
    private final Member first = here.join(new MemberId(12));
    private final Member sender = away.join(new MemberId(21));
    private final Member second = away.join(new MemberId(22));

    private void word(int messages) {
        for (int i = 0; i < messages; i++) {
            here.relay.gap(new SenderId(away.id, 1000 + i), 0, 1);
        }
    }

    private void everybodyReceivesEverything(int messages) {
        sites.begin(delegate, sender);
        sender.send(2);
        sites.run(500);
        here.full(true);
        Member joiner = here.join(new MemberId(13));
        sites.run(20);
        second.send(2);
        sender.send(2);
        sites.run(500);
        word(messages);
        here.full(false);
        sites.run(3000);
        sender.send(2);
        second.send(2);
        sites.run(1000);
        assertThat(joiner.received).contains("joined");
        for (Member member : List.of(delegate, first)) {
            assertThat(member.receivedOf(sender)).hasSize(6).endsWith("21#5");
            assertThat(member.receivedOf(second)).hasSize(4).endsWith("22#3");
        }
        assertThat(joiner.receivedOf(sender)).hasSize(4).endsWith("21#5");
        assertThat(joiner.receivedOf(second)).hasSize(4).endsWith("22#3");
    }

    @Test
    void whatWaitsIsReportedWhenThereIsRoom() {
        everybodyReceivesEverything(10);
    }

    @Test
    void whatWasDroppedIsReportedAnew() {
        everybodyReceivesEverything(RelayOutput.MOST_WAITING);
    }

    @Test
    void whoWasExpelledIsNotifiedAnew() {
        sites.begin(delegate, sender);
        first.deaf(true);
        sender.send(2);
        sites.run(9_000);
        here.full(true);
        sites.run(2_000);
        assertThat(here.events).singleElement().asString().contains("put out");
        word(RelayOutput.MOST_WAITING);
        first.deaf(false);
        here.full(false);
        sites.run(500);
        assertThat(first.received).contains("expelled");
    }

    @Test
    void noMoreThanTheBoundWaits() {
        Lan lan = new Lan();
        RelayOutput output = new RelayOutput(lan, new GroupId(1), () -> lan.dropped++);
        for (int i = 0; i < RelayOutput.MOST_WAITING; i++) {
            output.inOrder(new byte[1]);
        }
        assertThat(lan.dropped).isZero();
        output.inOrder(new byte[1]);
        assertThat(lan.dropped).isEqualTo(1);
        output.inOrder(new byte[1]);
        lan.room = true;
        output.flush();
        assertThat(lan.sent).isEqualTo(1);
    }

    private static final class Lan implements LanOut {
        private boolean room;
        private int sent;
        private int dropped;

        @Override
        public boolean hasRoom() {
            return room;
        }

        @Override
        public void multicast(byte[] message) {
            sent++;
        }

        @Override
        public void send(ProcessId process, byte[] message) {
            sent++;
        }
    }
}
