package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.xpand.membership.api.LanTransport;
import org.xpand.membership.site.SiteChannel;
import org.xpand.membership.site.SiteConfig;
import org.xpand.membership.site.SiteListener;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.relay.LanMessage;
import org.xpand.protocols.relay.SegmentBatch;
import org.xpand.protocols.relay.SegmentMessage;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.site.ProcessRole;
import org.xpand.protocols.site.SiteView;

/** A process receives its own multicasts without JGroups, and they leave it only if there is another process. */
class LanPortTest {
    private static final Duration BOUND = Duration.ofSeconds(10);

    private static SiteChannel channel(long process, List<String> received) {
        SiteChannel channel = new SiteChannel(new SiteConfig("lan-port", "p" + process, new ProcessId(process), ProcessRole.REGULAR,
                new LanTransport.Local()), new SiteListener() {
                    @Override
                    public void onView(SiteView view) {
                    }

                    @Override
                    public void onMessage(ProcessId from, byte[] buffer, int offset, int length) {
                        received.add(from.value() + ":" + new String(buffer, offset, length, StandardCharsets.UTF_8));
                    }
                });
        channel.start();
        return channel;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aProcessReceivesFromItselfOnceAndSendsNothingWhileItIsAlone() {
        List<String> received = new CopyOnWriteArrayList<>();
        List<String> receivedByOther = new CopyOnWriteArrayList<>();
        try (SiteChannel channel = channel(1, received); LanPort port = new LanPort("p1", new ProcessId(1), channel, () -> { })) {
            port.start();
            port.multicast(bytes("alone"));
            try (SiteChannel other = channel(2, receivedByOther)) {
                await().atMost(BOUND).until(() -> !channel.alone());
                port.multicast(bytes("both"));
                await().atMost(BOUND).untilAsserted(() -> assertThat(receivedByOther).containsExactly("1:both"));
            }
            assertThat(port.sizeToSelf()).isEqualTo(2);
            Own own = new Own();
            port.nextToSelf(own);
            port.nextToSelf(own);
            assertThat(own.received).containsExactly("alone", "both");
            assertThat(received).isEmpty();
            assertThat(channel.stats().sent()).isEqualTo(1);
        }
    }

    @Test
    void segmentsComeToTheProcessAsTheyAreAndToOthersAsBytes() {
        List<String> receivedByOther = new CopyOnWriteArrayList<>();
        try (SiteChannel channel = channel(1, new CopyOnWriteArrayList<>());
                LanPort port = new LanPort("p1", new ProcessId(1), channel, () -> { });
                SiteChannel other = channel(2, receivedByOther)) {
            port.start();
            SegmentBatch batch = new SegmentBatch(LanMessage.LOCAL_SEGMENTS, new GroupId(7), port);
            batch.add(new SenderId(new SiteId(1), 2), 3, new Segment(Segment.FIRST, bytes("piece")));
            SegmentMessage message = batch.take();
            await().atMost(BOUND).until(() -> !channel.alone());
            port.multicast(message);
            Own own = new Own();
            port.nextToSelf(own);
            assertThat(own.segments).containsExactly(message);
            await().atMost(BOUND).untilAsserted(() ->
                    assertThat(receivedByOther).containsExactly("1:" + new String(message.bytes(), StandardCharsets.UTF_8)));
        }
    }

    private static final class Own implements LanPort.OwnMessages {
        private final List<String> received = new ArrayList<>();
        private final List<SegmentMessage> segments = new ArrayList<>();

        @Override
        public void message(byte[] bytes) {
            received.add(new String(bytes, StandardCharsets.UTF_8));
        }

        @Override
        public void segments(SegmentMessage message) {
            segments.add(message);
        }
    }

    @Test
    void whatAProcessHasForItselfIsBounded() {
        try (SiteChannel channel = channel(1, new CopyOnWriteArrayList<>());
                LanPort port = new LanPort("p1", new ProcessId(1), channel, () -> { })) {
            int taken = 0;
            while (port.hasRoom() && taken < 10_000) {
                port.multicast(bytes("more"));
                taken++;
            }
            assertThat(taken).isEqualTo(512);
            port.nextToSelf(new Own());
            assertThat(port.hasRoom()).isTrue();
        }
    }

    @Test
    void whatWaitsForTheLanIsBoundedInBytes() {
        try (SiteChannel channel = channel(1, new CopyOnWriteArrayList<>());
                LanPort port = new LanPort("p1", new ProcessId(1), channel, () -> { });
                SiteChannel other = channel(2, new CopyOnWriteArrayList<>())) {
            await().atMost(BOUND).until(() -> !channel.alone());
            int taken = 0;
            while (port.hasRoom() && taken < 10_000) {
                port.multicast(new byte[60_000]);
                port.nextToSelf(new Own());
                taken++;
            }
            assertThat(taken).isEqualTo((8 << 20) / 60_000 + 1);
            port.start();
            await().atMost(BOUND).until(port::hasRoom);
        }
    }
}
