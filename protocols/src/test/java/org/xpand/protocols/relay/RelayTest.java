package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.wire.WireReader;

/** From a sender over the LAN to a member. */
class RelayTest {
    private static final SenderId SENDER = new SenderId(new SiteId(1), 2);
    private static final RelayConfig CONFIG = new RelayConfig(64, 10_000, 2_000, 20_000);

    private final List<byte[]> delivered = new ArrayList<>();

    @Property
    void messagesArriveWholeAndInOrder(@ForAll @Size(max = 12) List<@IntRange(max = 9000) Integer> lengths) {
        delivered.clear();
        LocalSender sender = new LocalSender(SENDER, CONFIG);
        MemberReceiver receiver = receiver();
        List<byte[]> sent = new ArrayList<>();
        for (int length : lengths) {
            byte[] message = new byte[length];
            Arrays.fill(message, (byte) (sent.size() + 1));
            sent.add(message);
            long end = sender.accept(message);
            pass(sender, receiver);
            sender.notice(end, end + 64, 2_000);
        }
        assertThat(delivered).containsExactlyElementsOf(sent);
        assertThat(sender.unstableMessages()).isZero();
        assertThat(sender.open()).isTrue();
    }

    private MemberReceiver receiver() {
        MemberReceiver[] made = new MemberReceiver[1];
        made[0] = new MemberReceiver(CONFIG, (from, payload, segments) -> {
            delivered.add(payload);
            made[0].consumed(from, segments);
        });
        return made[0];
    }

    private static void pass(LocalSender sender, MemberReceiver receiver) {
        SegmentBatch batch = new SegmentBatch(LanMessage.LOCAL_SEGMENTS, 5);
        for (long number = sender.nextNumber(); number >= 0; number = sender.nextNumber()) {
            if (!batch.add(sender.id(), number, sender.segment(number))) {
                read(batch, receiver);
                continue;
            }
            sender.sent();
        }
        read(batch, receiver);
    }

    private static void read(SegmentBatch batch, MemberReceiver receiver) {
        WireReader in = new WireReader(batch.take());
        assertThat(LanMessage.readKind(in)).isEqualTo(LanMessage.LOCAL_SEGMENTS);
        assertThat(in.getLong()).isEqualTo(5);
        batch.read(in, receiver::segment);
    }

    @Test
    void theWindowClosesUntilMessagesAreStable() {
        LocalSender sender = new LocalSender(SENDER, CONFIG);
        sender.accept(new byte[1500]);
        assertThat(sender.open()).isTrue();
        long end = sender.accept(new byte[1500]);
        assertThat(sender.open()).isFalse();
        while (sender.nextNumber() >= 0) {
            sender.sent();
        }
        sender.notice(end, end + 64, 2_000);
        assertThat(sender.open()).isTrue();
    }

    @Test
    void nothingIsSentBeyondTheDelegatesLimit() {
        LocalSender sender = new LocalSender(SENDER, CONFIG);
        sender.notice(0, 1, 2_000);
        sender.accept(new byte[3000]);
        assertThat(sender.nextNumber()).isZero();
        sender.sent();
        assertThat(sender.nextNumber()).isEqualTo(-1);
        sender.notice(0, 2, 2_000);
        assertThat(sender.nextNumber()).isEqualTo(1);
    }

    @Test
    void aNoticeAboutWhatWasNeverSentReleasesNothing() {
        LocalSender sender = new LocalSender(SENDER, CONFIG);
        sender.accept(new byte[100]);
        sender.notice(1_000_000, 1_000_064, 2_000);
        assertThat(sender.unstableMessages()).isEqualTo(1);
    }

    @Test
    void aMessageThatIsTooLongIsNamedWithTheSetting() {
        assertThatIllegalArgumentException().isThrownBy(() -> new LocalSender(SENDER, CONFIG).accept(new byte[10_001]))
                .withMessageContaining("10001").withMessageContaining("10000").withMessageContaining("maxMessage");
    }

    @Test
    void whoHearsASenderInTheMiddleOfAMessageStartsWithTheNext() {
        LocalSender sender = new LocalSender(SENDER, CONFIG);
        sender.accept(new byte[3000]);
        sender.accept(new byte[] {42});
        MemberReceiver receiver = receiver();
        for (long number = 1; number < 4; number++) {
            receiver.segment(SENDER, number, sender.segment(number));
        }
        assertThat(delivered).hasSize(1);
        assertThat(delivered.get(0)).containsExactly(42);
    }
}
