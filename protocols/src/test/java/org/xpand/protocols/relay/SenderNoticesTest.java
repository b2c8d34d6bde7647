package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.Epoch;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SiteId;

/** When local senders are told how far they are. */
class SenderNoticesTest implements LanOut {
    private static final long MS = 1_000_000;
    private static final MemberId SENDER = new MemberId(3);
    private static final int MUCH = 10;
    private static final GroupRate RATE = new GroupRate(1e9, MS, 0);

    private final SenderNotices notices = new SenderNotices(new SiteId(1), new GroupId(7), new Epoch(5), this,
            new Shares(RelayConfig.defaults()), MUCH);
    private int announced;

    @Override
    public boolean hasRoom() {
        return true;
    }

    @Override
    public void multicast(byte[] message) {
        announced++;
    }

    @Override
    public void multicast(SegmentMessage message) {
        throw new AssertionError("a notice has no segments");
    }

    @Override
    public void send(ProcessId process, byte[] message) {
        throw new AssertionError("a notice is for all");
    }

    /** The first word, after which little is told at once no more. */
    private void begin(int members) {
        notices.progress(SENDER, 0, 100);
        notices.run(RATE, members, MS);
        assertThat(announced).isEqualTo(1);
    }

    @Test
    void littleProgressIsReportedAfterAWhile() {
        begin(1);
        notices.progress(SENDER, MUCH - 1, 100 + MUCH - 1);
        assertThat(notices.run(RATE, 1, 2 * MS)).isEqualTo(3 * MS);
        assertThat(announced).isEqualTo(1);
        notices.run(RATE, 1, 3 * MS);
        assertThat(announced).isEqualTo(2);
    }

    @Test
    void muchMoreRoomIsReportedWithoutDelay() {
        begin(1);
        notices.progress(SENDER, 0, 100 + MUCH);
        notices.run(RATE, 1, 2 * MS);
        assertThat(announced).isEqualTo(2);
        notices.progress(SENDER, 0, 100 + MUCH + 1);
        assertThat(notices.run(RATE, 1, 3 * MS)).isEqualTo(4 * MS);
    }

    @Test
    void muchThatIsStableIsReportedWithoutDelay() {
        begin(1);
        notices.progress(SENDER, MUCH, 100);
        notices.run(RATE, 1, 2 * MS);
        assertThat(announced).isEqualTo(2);
    }

    @Test
    void manyMembersAreNotWokenMoreOftenForIt() {
        begin(20);
        notices.progress(SENDER, 0, 100 + MUCH);
        assertThat(notices.run(RATE, 20, 2 * MS)).isEqualTo(6 * MS);
        assertThat(announced).isEqualTo(1);
        notices.run(RATE, 20, 6 * MS);
        assertThat(announced).isEqualTo(2);
    }
}
